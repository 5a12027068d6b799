//! The two transcripts in the rules of Hand, compared completely, and invalid answers.

use crate::shared::Folder;

const ONE_HAND: &str = r#"Loading word list from file...
   176602 words loaded.
Current Hand: a j e f * r x
Enter word, or "!!" to indicate that you are finished: jar
"jar" earned 90 points. Total: 90 points

Current Hand: e f * x
Enter word, or "!!" to indicate that you are finished: f*x
"f*x" earned 216 points. Total: 306 points

Current Hand: e
Enter word, or "!!" to indicate that you are finished: !!
Total score: 306 points
"#;

const A_GAME: &str = r#"Loading word list from file...
   176602 words loaded.
Enter total number of hands: 2
Current hand: a c i * p r t
Would you like to substitute a letter? no

Current hand: a c i * p r t
Please enter a word or '!!' to indicate you are done: part
"part" earned 114 points. Total: 114 points

Current hand: c i *
Please enter a word or '!!' to indicate you are done: ic*
"ic*" earned 84 points. Total: 198 points

Ran out of letters
Total score for this hand: 198
----------
Would you like to replay the hand? no
Current hand: d d * l o u t
Would you like to substitute a letter? yes
Which letter would you like to replace: l

Current hand: d d * a o u t
Please enter a word or '!!' to indicate you are done: out
"out" earned 27 points. Total: 27 points

Current hand: d d * a
Please enter a word or '!!' to indicate you are done: !!
Total score for this hand: 27
----------
Would you like to replay the hand? yes
Current hand: d d * a o u t
Please enter a word or '!!' to indicate you are done: d*d
"d*d" earned 36 points. Total: 36 points

Current hand: a o u t
Please enter a word or '!!' to indicate you are done: out
"out" earned 54 points. Total: 90 points

Current hand: a
Please enter a word or '!!' to indicate you are done: !!
Total score for this hand: 90
----------
Total score over all hands: 288
"#;

const GAME: [&str; 7] =
    ["play", "hand", "--line", "--set", "deals=aci*prt:dd*lout", "--set", "swaps=a"];

#[test]
fn one_hand_matches_the_rules() {
    let args = ["play", "hand", "--line", "--set", "deals=ajef*rx"];
    assert_eq!(Folder::new().out(&args, "jar\nf*x\n!!\n"), ONE_HAND);
}

#[test]
fn a_game_matches_the_rules() {
    let typed = "2\nno\npart\nic*\nno\nyes\nl\nout\n!!\nyes\nd*d\nout\n!!\n";
    assert_eq!(Folder::new().out(&GAME, typed), A_GAME);
}

#[test]
fn an_invalid_word_and_an_empty_hand_match_the_rules() {
    let text = Folder::new().out(&["hand", "--set", "deals=acfi*tx"], "fix\nac\n*t\n");
    let end = "\
Enter word, or \"!!\" to indicate that you are finished: ac
That is not a valid word. Please choose another word.

Current Hand: * t
Enter word, or \"!!\" to indicate that you are finished: *t
\"*t\" earned 14 points. Total: 131 points

Ran out of letters. Total score: 131 points
";
    assert!(text.ends_with(end), "{text}");
}

#[test]
fn the_end_of_input_is_no_and_then_done() {
    let text = Folder::new().out(&GAME, "2\n");
    let end = "\
Current hand: d d * l o u t
Would you like to substitute a letter? 

Current hand: d d * l o u t
Please enter a word or '!!' to indicate you are done: 
Total score for this hand: 0
----------
Would you like to replay the hand? 
Total score over all hands: 0
";
    assert!(text.ends_with(end), "{text}");
    assert!(Folder::new().out(&GAME, "").ends_with("Enter total number of hands: \n"));
}

#[test]
fn an_invalid_answer_is_asked_for_again() {
    let folder = Folder::new();
    let text = folder.out(&GAME, "x\n0\n101\n1\nYES\nz\n\nA\n!!\n");
    assert_eq!(text.matches("Enter total number of hands: ").count(), 4, "{text}");
    assert_eq!(text.matches("Enter a number from 1 to 100.").count(), 3, "{text}");
    // A game of one hand from two fixed ones offers neither substitution nor replay.
    assert!(!text.contains("substitute"), "{text}");
    let text = folder.out(&GAME, "2\nperhaps\ny\nz\nab\n\nc\n!!\nhm\nN\n!!\n/quit\n");
    assert_eq!(text.matches("Would you like to substitute a letter? ").count(), 2, "{text}");
    assert_eq!(text.matches("Which letter would you like to replace: ").count(), 4, "{text}");
    assert!(text.contains("You don't have z"), "{text}");
    assert_eq!(text.matches("Would you like to replay the hand? ").count(), 3, "{text}");
}

#[test]
fn given_settings_are_not_asked_for() {
    let folder = Folder::new();
    let text = folder.out(&["hand", "--set", "hands=1", "--seed", "1"], "n\n!!\nn\n");
    assert!(!text.contains("total number of hands"), "{text}");
    assert!(text.contains("Would you like to substitute a letter? n\n\n"), "{text}");
    let text = folder.out(&["hand", "--set", "options=false", "--seed", "1"], "!!\n");
    assert!(!text.contains("Would you like"), "{text}");
}

#[test]
fn par_is_shown_only_with_its_flag() {
    let folder = Folder::new();
    let args = ["hand", "--set", "deals=ajef*rx"];
    assert!(!folder.out(&args, "!!\n").contains("Par"));
    let text = folder.out(&[&args[..], &["--par"]].concat(), "!!\n");
    assert!(
        text.contains("Par: 530 points (") && text.contains("Par with sacrifices: 530"),
        "{text}"
    );
}

#[test]
fn the_count_of_words_is_that_of_the_list_in_use() {
    let folder = Folder::new();
    folder.write("mine.txt", "jar\nax\n");
    let text = folder.out(&["hand", "mine.txt", "--set", "deals=ajef*rx"], "jar\nfix\n!!\n");
    assert!(text.starts_with("Loading word list from file...\n   2 words loaded.\n"), "{text}");
    assert!(text.contains("\"jar\" earned 90 points"), "{text}");
}
