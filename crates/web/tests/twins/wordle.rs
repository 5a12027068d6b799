//! Wordle: the marks alone may reveal the hidden word.

use super::*;

/// Strict and lenient marking, by counting letters.
fn marks(word: &[u8], guess: &[u8], strict: bool) -> Vec<u8> {
    let count = |list: &[u8], letter| list.iter().filter(|&&other| other == letter).count();
    let right = |letter| word.iter().zip(guess).filter(|&(a, b)| a == b && *b == letter).count();
    (0..word.len())
        .map(|at| {
            let letter = guess[at];
            let held = count(word, letter);
            let before = (0..at).filter(|&i| guess[i] == letter && word[i] != letter).count();
            match () {
                () if word[at] == letter => b'G',
                () if held == 0 => b'-',
                () if strict && right(letter) + before >= held => b'-',
                () if !strict && held == 1 && right(letter) == 1 => b'-',
                () => b'Y',
            }
        })
        .collect()
}

/// The hidden word, which is revealed when the player gives up.
fn hidden(start: &Start) -> Vec<u8> {
    let end = piped(start, PipeViewer::Acting, &["/leave".into()]).pop().unwrap();
    let (_, rest) = end.split_once(r#""answer":""#).unwrap();
    rest.split('"').next().unwrap().as_bytes().to_vec()
}

#[test]
fn twins_look_alike_until_the_marks_differ() {
    const GUESSES: &[&str] = &[
        "speed", "crane", "llama", "moist", "fuzzy", "jumbo", "vivid", "pygmy", "eerie", "queue",
        "slate", "round", "whack", "blimp", "toxic",
    ];
    let mut long = 0;
    for seed in 0..many(500) {
        let strict = seed % 2 == 1;
        let marking = if strict { "strict" } else { "lenient" };
        let hard = if seed % 3 == 0 { "true" } else { "false" };
        let set = [("marking", marking), ("hard", hard)];
        let twins = [start("wordle", &set, seed), start("wordle", &set, seed + 1_000)];
        let [one, two] = [hidden(&twins[0]), hidden(&twins[1])];
        let mut chance = Chance::new(seed, 99);
        let (mut lines, mut alike) = (Vec::new(), None);
        for _ in 0..6 {
            // Of a few guesses takes one with the same marks, if there is one.
            let guesses: Vec<_> = (0..8).map(|_| *chance.pick(GUESSES).unwrap()).collect();
            let same = |guess: &&str| {
                marks(&one, guess.as_bytes(), strict) == marks(&two, guess.as_bytes(), strict)
            };
            let guess = guesses.iter().find(|guess| same(guess)).unwrap_or(&guesses[0]);
            lines.push(format!("guess {guess}"));
            if alike.is_none() && !same(guess) {
                alike = Some(lines.len());
            }
            lines.push("guess qqqqq".into());
        }
        // Hints are made from the view, so they are alike too. They are slow, so only some matches have one.
        let hinted = seed.is_multiple_of(8 * many(1));
        if hinted {
            lines.insert(4, "/hint".into());
        }
        if let Some(alike) = alike.as_mut().filter(|alike| hinted && **alike > 4) {
            *alike += 1;
        }
        // A loss reveals the word: the last response always differs.
        let alike = alike.unwrap_or(lines.len() - 1);
        long += usize::from(hinted && alike > 5);
        compare(&twins[0], &twins[1], &lines, alike);
    }
    assert!(long > 4, "only {long} pairs stayed alike for two guesses and a hint");
}

#[test]
fn a_challenge_hides_its_word() {
    for (one, two) in [("brown", "slump"), ("zzzzz", "vwxyz")] {
        let twins = [one, two].map(|word| start("wordle", &[("word", word)], 1));
        let lines: Vec<String> =
            ["/hint", "guess abc", "guess", "grab", "/ticket"].map(Into::into).into();
        compare(&twins[0], &twins[1], &lines, lines.len() + 1);
        for block in piped(&twins[0], PipeViewer::Acting, &lines) {
            assert!(!block.to_lowercase().contains(one), "{block}");
        }
    }
}
