//! The `generate` command: prints puzzles for programs, or on sheets for a classroom with the answers at the end.

mod sheet;

use crate::args::{Format, GenerateArgs, GlobalArgs};
use crate::{complain, progress};
use engine::{Chance, Refusal, base32};
use games::wizards::generate::GenerateError;
use games::wizards::grid::{COLS, Cells, DIAGONAL, GridCell, ROWS};
use games::wizards::pool::Pool;
use games::wizards::puzzle::{Puzzle, puzzle};
use line::LineError;
use line::opening::{own_words, random_seed, read_seed};
use serde_json::json;
use std::fmt::Write as _;
use std::io::{self, BufWriter, Write};
use words::Lexicon;

/// Prints puzzles of Wizards.
pub(crate) fn wizards(args: &GenerateArgs, global: &GlobalArgs) -> Result<(), LineError> {
    let (own, own_pool);
    let (words, pool) = match &args.words {
        None => (Lexicon::builtin(), Pool::builtin()),
        Some(path) => {
            let (list, notice) = own_words(path)?;
            notice.iter().for_each(|notice| complain(notice));
            own = list;
            own_pool = Pool::of(&own);
            (&*own, &own_pool)
        }
    };
    let seed = match &args.seed {
        Some(text) => read_seed(text)?,
        None => random_seed()?,
    };
    let named = base32::seed(seed);
    if args.seed.is_none() && args.format != Format::Json {
        // The seed reproduces the sheet. The JSON has it in every line.
        complain(&format!("To make the same puzzles again, use --seed {named}."));
    }
    let level = args.level();
    let bar = progress::bar(args.count, "puzzles", global);
    let mut out = BufWriter::new(io::stdout().lock());
    let mut sheet = sheet::Sheet::new(args.format, args.count, args.level_name());
    out.write_all(sheet.head().as_bytes())?;
    for n in 1..=args.count {
        let made = puzzle(level, pool, words, &mut Chance::new(seed, n)).map_err(refusal)?;
        let text = match args.format {
            Format::Json => format!("{}\n", as_json(n, &named, args.level_name(), &made)),
            Format::Text => as_text(n, &made),
            Format::Svg | Format::Html => sheet.page(n, &made),
        };
        out.write_all(text.as_bytes())?;
        // The reader gets each puzzle at once.
        out.flush()?;
        bar.inc(1);
    }
    out.write_all(sheet.tail().as_bytes())?;
    out.flush()?;
    bar.finish_and_clear();
    Ok(())
}

fn refusal(error: GenerateError) -> Refusal {
    Refusal::setup(match error {
        GenerateError::NoMain => {
            "The word list has no six-letter word whose letters spell twenty other words of three to six letters."
        }
        GenerateError::NoGrid => "The words of this list don't fit together in a grid.",
    })
}

/// The rows of a puzzle; `shown` gives the character of each cell.
fn rows(cells: &Cells, shown: impl Fn(GridCell) -> char) -> Vec<String> {
    let seen = |cell| if cells.has(cell) { shown(cell) } else { '.' };
    let row = |row| (0..COLS as u8).map(|col| seen(GridCell(row, col))).collect();
    (0..ROWS as u8).map(row).collect()
}

/// The letter of a cell, in upper case for the main word.
fn letter(made: &Puzzle, cell: GridCell) -> char {
    let mut all = made.words.iter().flat_map(|placed| placed.letters());
    let letter = all.find(|(at, _)| *at == cell).map_or(' ', |(_, letter)| char::from(letter));
    if DIAGONAL.contains(&cell) { letter.to_ascii_uppercase() } else { letter }
}

fn as_json(n: u64, seed: &str, level: &str, made: &Puzzle) -> String {
    json!({
        "puzzle": n, "seed": seed, "level": level, "letters": made.letters, "rows": ROWS, "cols": COLS,
        "grid": rows(&made.cells(), |_| '#'), "answers": made.words, "hardness": made.hardness,
    })
    .to_string()
}

fn as_text(n: u64, made: &Puzzle) -> String {
    let letters: Vec<String> =
        made.letters.text().chars().map(|letter| letter.to_ascii_uppercase().to_string()).collect();
    let mut text = format!("Puzzle {n}: {}\n\n", letters.join(" "));
    let cells = made.cells();
    let hidden = rows(&cells, |cell| if DIAGONAL.contains(&cell) { '@' } else { '#' });
    let shown = rows(&cells, |cell| letter(made, cell));
    for row in hidden {
        let _ = writeln!(text, "{}", row.replace('.', " ").trim_end());
    }
    let _ = writeln!(text, "\nAnswers to puzzle {n}:\n");
    for row in shown {
        let _ = writeln!(text, "{}", row.replace('.', " ").trim_end());
    }
    text.push('\n');
    text
}
