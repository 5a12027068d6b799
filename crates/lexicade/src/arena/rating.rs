//! How good is good: Elo from scores, how far it can be trusted, and when enough was played to tell.
//!
//! A score is the share of what could be won, a draw counting half. Matches from one seed are no
//! independent witnesses, so the unit is a round: all that two players did with one seed.

/// Two standard deviations, or nearly: 95 of 100 intervals hold the truth.
const Z: f64 = 1.959_963_985;

/// Scores of rounds, each from 0 to 1.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub(super) struct ScoreTally {
    rounds: f64,
    sum: f64,
    squares: f64,
}

impl ScoreTally {
    /// Counts a round.
    pub(super) fn add(&mut self, score: f64) {
        self.rounds += 1.0;
        self.sum += score;
        self.squares += score * score;
    }

    /// The mean score; a half before anything was played.
    pub(super) fn score(&self) -> f64 {
        if self.rounds > 0.0 { self.sum / self.rounds } else { 0.5 }
    }

    /// The scores between which the true one lies, 95 times of 100. Two rounds won and two lost are
    /// imagined beside those played (Agresti and Coull): few rounds prove little, even if all were won.
    pub(super) fn interval(&self) -> (f64, f64) {
        let (mean, variance, rounds) = self.imagined();
        let wide = Z * (variance / rounds).sqrt();
        ((mean - wide).max(0.0), (mean + wide).min(1.0))
    }

    /// Mean and variance of a round with the imagined ones, and their number.
    fn imagined(&self) -> (f64, f64, f64) {
        let rounds = self.rounds + 4.0;
        let mean = (self.sum + 2.0) / rounds;
        (mean, (self.squares + 2.0) / rounds - mean * mean, rounds)
    }
}

/// The difference in strength that gives this score; none where it is without bounds.
pub(super) fn elo(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10())
}

/// The score that this difference in strength gives.
fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// A sequential test: is the first player stronger than the second by the lower difference at most, or
/// by the higher at least? It ends as soon as one of them is 19 times as likely as the other.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Sprt {
    /// The lower difference, in Elo.
    pub(super) low: f64,
    /// The higher one.
    pub(super) high: f64,
}

/// What a sequential test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// Not enough was played.
    Open,
    /// The lower difference.
    Low,
    /// The higher one.
    High,
}

impl Sprt {
    /// `LOW:HIGH`, as in `0:20`.
    pub(super) fn read(text: &str) -> Option<Sprt> {
        let (low, high) = text.split_once(':')?;
        let number = |text: &str| text.parse::<f64>().ok().filter(|elo| elo.abs() <= 1000.0);
        let (low, high) = (number(low)?, number(high)?);
        (low < high).then_some(Sprt { low, high })
    }

    /// The logarithm of how many times likelier the higher difference is, scores taken as normally
    /// distributed.
    pub(super) fn likelihood(&self, tally: &ScoreTally) -> f64 {
        let (low, high) = (score_of(self.low), score_of(self.high));
        let (_, variance, _) = tally.imagined();
        tally.rounds * (high - low) * (2.0 * tally.score() - low - high) / (2.0 * variance)
    }

    /// What it says now.
    pub(super) fn verdict(&self, tally: &ScoreTally) -> Verdict {
        let bound = (0.95f64 / 0.05).ln();
        match self.likelihood(tally) {
            likelihood if likelihood >= bound => Verdict::High,
            likelihood if likelihood <= -bound => Verdict::Low,
            _ => Verdict::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Chance;

    fn tally(scores: impl IntoIterator<Item = f64>) -> ScoreTally {
        let mut tally = ScoreTally::default();
        scores.into_iter().for_each(|score| tally.add(score));
        tally
    }

    #[test]
    fn elo_is_the_usual_one() {
        assert_eq!(elo(0.5), Some(0.0));
        assert!((elo(10.0 / 11.0).unwrap() - 400.0).abs() < 1e-9);
        assert!((score_of(400.0) - 10.0 / 11.0).abs() < 1e-12);
        assert_eq!((elo(0.0), elo(1.0)), (None, None));
    }

    #[test]
    fn few_rounds_prove_little() {
        let (low, high) = tally([1.0, 1.0]).interval();
        assert!(low < 0.5 && high == 1.0, "{low} {high}");
        let (low, high) = tally(vec![1.0; 1000]).interval();
        assert!(low > 0.99 && high > 0.999, "{low} {high}");
        assert_eq!(ScoreTally::default().score(), 0.5);
    }

    /// Of many contests between players of known strength, about 95 of 100 intervals hold it.
    #[test]
    fn intervals_hold_the_truth_as_often_as_they_say() {
        let mut held = 0;
        for contest in 0..1000 {
            let mut chance = Chance::new(contest, 0);
            let scores = (0..200).map(|_| if chance.below(100) < 64 { 1.0 } else { 0.0 });
            let (low, high) = tally(scores).interval();
            held += u32::from((low..=high).contains(&0.64));
        }
        assert!((930..=970).contains(&held), "{held}");
    }

    /// Players as strong as one of the two differences are told apart, nearly always rightly.
    #[test]
    fn the_test_ends_and_is_seldom_wrong() {
        let sprt = Sprt::read("0:50").unwrap();
        for (elo, right) in [(0.0, Verdict::Low), (50.0, Verdict::High)] {
            let (mut wrong, mut rounds) = (0, 0);
            for contest in 0..300 {
                let (mut chance, mut tally) = (Chance::new(contest, 1), ScoreTally::default());
                while sprt.verdict(&tally) == Verdict::Open {
                    let drawn = chance.below(1 << 30) as f64 / (1u64 << 30) as f64;
                    tally.add(if drawn < score_of(elo) { 1.0 } else { 0.0 });
                    rounds += 1;
                }
                wrong += u32::from(sprt.verdict(&tally) != right);
            }
            assert!(wrong <= 25, "{wrong} of 300 are wrong at {elo}");
            assert!(rounds / 300 < 600, "{} rounds in the mean", rounds / 300);
        }
    }

    #[test]
    fn differences_are_two_numbers_in_order() {
        assert_eq!(Sprt::read("-5:5"), Some(Sprt { low: -5.0, high: 5.0 }));
        for wrong in ["", "5", "5:5", "9:1", "a:b", "0:nan", "0:inf", "0:1e9"] {
            assert_eq!(Sprt::read(wrong), None, "{wrong}");
        }
    }
}
