//! Compares the acknowledged moves of a match with its log.

use std::collections::BTreeMap;

/// A move: the seat and the line.
pub(crate) type Move = (u8, String);

/// The acknowledged moves of a match by the seq of their entry.
#[derive(Clone, Default, Debug)]
pub(crate) struct Acknowledged(BTreeMap<u64, Move>);

impl Acknowledged {
    /// Records an acknowledgement. A seq may be acknowledged again, but only for the same move.
    pub(crate) fn note(&mut self, seq: u64, made: Move) -> Result<(), String> {
        let first = self.0.entry(seq).or_insert_with(|| made.clone());
        match *first == made {
            true => Ok(()),
            false => Err(format!("entry {seq} was acknowledged for {first:?} and for {made:?}")),
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// The problems of a log, which is given as its entries in order, each with its seq and its move if it is one.
    pub(crate) fn problems(&self, log: &[(u64, Option<Move>)]) -> Vec<String> {
        let mut problems = Vec::new();
        for (place, (seq, _)) in (0u64..).zip(log) {
            if *seq != place {
                problems.push(format!("gap: entry {place} has seq {seq}"));
                break;
            }
        }
        let stored: BTreeMap<u64, &Move> =
            log.iter().filter_map(|(seq, made)| Some((*seq, made.as_ref()?))).collect();
        for (seq, made) in &self.0 {
            match stored.get(seq) {
                None => problems.push(format!("lost: {made:?} was acknowledged as entry {seq}")),
                Some(found) if *found != made => {
                    problems.push(format!("changed: entry {seq} is {found:?} and was {made:?}"));
                }
                Some(_) => {}
            }
        }
        for (seq, made) in stored.iter().filter(|(seq, _)| !self.0.contains_key(seq)) {
            problems
                .push(format!("doubled: {made:?} is entry {seq}, which was never acknowledged"));
        }
        problems
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn up() -> Move {
        (0, "move up".into())
    }

    fn down() -> Move {
        (0, "move down".into())
    }

    /// Two moves, after the deal and a player who sat down.
    fn acknowledged() -> Acknowledged {
        let mut moves = Acknowledged::default();
        moves.note(2, down()).unwrap();
        moves.note(3, up()).unwrap();
        moves
    }

    #[test]
    fn a_log_with_every_acknowledged_move_once_has_no_problems() {
        let log = [(0, None), (1, None), (2, Some(down())), (3, Some(up()))];
        assert_eq!(acknowledged().problems(&log), Vec::<String>::new());
        assert!(acknowledged().note(3, up()).is_ok());
    }

    #[test]
    fn the_checker_notices_lost_changed_doubled_and_missing_entries() {
        let first = |log: &[(u64, Option<Move>)]| acknowledged().problems(log)[0].clone();
        let lost = [(0, None), (1, None), (2, Some(down()))];
        assert!(first(&lost).starts_with("lost"));
        let changed = [(0, None), (1, None), (2, Some(up())), (3, Some(up()))];
        assert!(first(&changed).starts_with("changed"));
        let doubled = [(0, None), (1, None), (2, Some(down())), (3, Some(up())), (4, Some(up()))];
        assert!(first(&doubled).starts_with("doubled"));
        let gap = [(0, None), (2, Some(down())), (3, Some(up()))];
        assert!(first(&gap).starts_with("gap"));
        assert!(acknowledged().note(3, down()).is_err());
    }
}
