//! The menus of Wizards.

use crate::shared::Folder;

const MENU: &str = "P, H or E: ";
const LEVELS: &str = "Level: ";
const GUESS: &str = "Guess (S shuffles, E leaves): ";

/// The prompts that were shown, in order.
fn prompts(text: &str) -> Vec<&'static str> {
    let prompt = |line: &str| [MENU, LEVELS, GUESS].into_iter().find(|p| line.starts_with(p));
    text.lines().filter_map(prompt).collect()
}

fn play(typed: &str) -> String {
    Folder::new().out(&["wizards", "--seed", "1"], typed)
}

#[test]
fn p_leads_to_the_levels_and_e_back_and_out() {
    let text = play("P\nE\nE\n");
    assert_eq!(prompts(&text), [MENU, LEVELS, MENU]);
    assert_eq!(prompts(&play("p\nexit\ne\n")), [MENU, LEVELS, MENU]);
}

#[test]
fn help_shows_mechanics_points_and_levels_and_enter_goes_back() {
    let text = play("h\n\ne\n");
    assert_eq!(prompts(&text), [MENU, MENU]);
    for part in ["Mechanics", "Points", "Levels", "Apprentice  20 lives", "Elder        3 lives"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn an_invalid_choice_is_asked_for_again() {
    let text = play("x\n\np\nwizard\n0\n6\n\ne\ne\n");
    assert_eq!(prompts(&text), [MENU, MENU, MENU, LEVELS, LEVELS, LEVELS, LEVELS, LEVELS, MENU]);
    assert!(text.contains("Type P to play, H for help or E to exit."), "{text}");
    assert_eq!(text.matches("Type the name of a level or its number").count(), 3, "{text}");
}

#[test]
fn a_level_starts_by_its_name_or_number() {
    let levels = [
        ("apprentice", "1", 20),
        ("SCHOLAR", "2", 15),
        ("Sorcerer", "3", 10),
        ("mAsTeR", "4", 5),
        ("elder", "5", 3),
    ];
    for (name, number, lives) in levels {
        for typed in [name, number] {
            let text = play(&format!("p\n{typed}\ne\ne\ne\n"));
            assert_eq!(prompts(&text), [MENU, LEVELS, GUESS, LEVELS, MENU], "{typed}");
            assert!(text.contains(&format!("Lives: {lives} of {lives}")), "{typed}: {text}");
        }
    }
}

#[test]
fn in_a_level_words_are_guesses_s_shuffles_and_e_leaves() {
    let text = play("p\nelder\ntea\nS\np4le\n\n/reveal\ne\n/quit\n");
    assert!(text.contains("Latest guess: None"), "{text}");
    assert!(text.contains("“tea” is wrong"), "{text}");
    assert!(text.contains("Your letters: "), "{text}");
    assert!(text.contains("A guess may use the letters a to z only."), "{text}");
    assert!(text.contains("That cost 1 life."), "{text}");
    assert!(text.contains("You left. The main word was “repeal”"), "{text}");
    assert!(text.contains("All words: repeal"), "{text}");
    assert!(text.contains("Lives: 1 of 3"), "a wrong guess and a letter: {text}");
}

#[test]
fn lost_lives_lead_back_to_the_levels() {
    let text = play("p\n5\nxx\nxy\nxz\ne\ne\n");
    assert!(text.contains("You're out of lives."), "{text}");
    assert_eq!(prompts(&text), [MENU, LEVELS, GUESS, GUESS, GUESS, LEVELS, MENU]);
}

#[test]
fn bonus_words_are_offered_beside_the_levels_and_remembered() {
    let text = play("p\nb\n5\ngaol\nrap\nleap\ne\ne\ne\n");
    assert!(text.contains("bonus words are off") && text.contains("bonus words are on"), "{text}");
    assert_eq!(text.matches("bonus words are on").count(), 2, "once more after the level: {text}");
    assert!(text.contains("“rap” is a bonus word"), "{text}");
}

#[test]
fn the_end_of_input_ends_every_menu() {
    for typed in ["", "h\n", "p\n", "p\n1\n", "p\n1\ntea\n"] {
        assert!(play(typed).ends_with(": \n"), "{typed:?}");
    }
    assert!(play("/quit\n").ends_with("P, H or E: /quit\n"));
    assert!(play("p\n/quit\n").ends_with("Level: /quit\n"));
    assert!(play("p\n1\n/quit\n").ends_with("leaves): /quit\n"));
}

#[test]
fn a_level_on_the_command_line_starts_at_once() {
    let folder = Folder::new();
    let text = folder.out(&["wizards", "--set", "level=master", "--seed", "1"], "e\ne\ne\n");
    assert_eq!(prompts(&text), [GUESS, LEVELS, MENU]);
}

#[test]
fn after_the_puzzle_of_a_ticket_any_level_can_be_chosen() {
    let text =
        Folder::new().out(&["play", "wizards/1/level=elder/en-1/0000000000001"], "e\n1\ne\ne\ne\n");
    assert_eq!(prompts(&text), [GUESS, LEVELS, GUESS, LEVELS, MENU]);
    assert!(text.contains("Lives: 3 of 3") && text.contains("Lives: 20 of 20"), "{text}");
}

#[test]
fn an_own_word_list_is_used() {
    let folder = Folder::new();
    let words = folder.out(&["words", "repeal", "--min", "3"], "");
    folder.write("mine.txt", &words);
    let text = folder.out(&["wizards", "mine.txt", "--seed", "1"], "p\n1\nrepeal\ne\ne\ne\n");
    assert!(text.contains("“repeal” is right: 6 points."), "{text}");
}

#[test]
fn a_list_without_a_puzzle_is_refused_before_the_menu() {
    let folder = Folder::new();
    folder.write("few.txt", "repeal\npeal\n");
    let output = folder.run(&["wizards", "few.txt"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty(), "{output:?}");
    assert_eq!(String::from_utf8(output.stderr).unwrap().lines().count(), 1);
}
