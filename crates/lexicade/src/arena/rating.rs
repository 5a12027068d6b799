//! Elo from scores, with its confidence interval, and the sequential test.
//!
//! A score is the share of won matches; a draw counts half. Matches with the same seed are not independent, so the unit
//! is a round: all matches of two players with one seed.

/// The quantile of the normal distribution for 95 % intervals.
const Z: f64 = 1.959_963_985;

/// Scores of rounds, each from 0 to 1.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub(super) struct ScoreTally {
    rounds: f64,
    sum: f64,
    squares: f64,
}

impl ScoreTally {
    pub(super) fn add(&mut self, score: f64) {
        self.rounds += 1.0;
        self.sum += score;
        self.squares += score * score;
    }

    /// The mean score; a half before the first round.
    pub(super) fn score(&self) -> f64 {
        if self.rounds > 0.0 { self.sum / self.rounds } else { 0.5 }
    }

    /// The 95 % interval of the score. It adds two won and two lost rounds (Agresti and Coull), because a few rounds
    /// prove little even if all were won.
    pub(super) fn interval(&self) -> (f64, f64) {
        let (mean, variance, rounds) = self.adjusted();
        let wide = Z * (variance / rounds).sqrt();
        ((mean - wide).max(0.0), (mean + wide).min(1.0))
    }

    /// The mean and variance of a round, and the number of rounds, with the added ones.
    fn adjusted(&self) -> (f64, f64, f64) {
        let rounds = self.rounds + 4.0;
        let mean = (self.sum + 2.0) / rounds;
        (mean, (self.squares + 2.0) / rounds - mean * mean, rounds)
    }
}

/// The Elo difference for a score; `None` where it is infinite.
pub(super) fn elo(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10())
}

/// The expected score for an Elo difference.
fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// A sequential test: is the first player stronger by at most the lower difference, or by at least the higher one? It
/// ends when one is 19 times as likely as the other.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Sprt {
    /// The lower difference, in Elo.
    pub(super) low: f64,
    /// The higher difference, in Elo.
    pub(super) high: f64,
}

/// The result of a sequential test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// More rounds are needed.
    Open,
    /// The lower difference is more likely.
    Low,
    /// The higher difference is more likely.
    High,
}

impl Sprt {
    /// Parses `LOW:HIGH`, such as `0:20`.
    pub(super) fn read(text: &str) -> Option<Sprt> {
        let (low, high) = text.split_once(':')?;
        let number = |text: &str| text.parse::<f64>().ok().filter(|elo| elo.abs() <= 1000.0);
        let (low, high) = (number(low)?, number(high)?);
        (low < high).then_some(Sprt { low, high })
    }

    /// The logarithm of the likelihood ratio of the higher difference to the lower one, if scores are normally
    /// distributed.
    pub(super) fn likelihood(&self, tally: &ScoreTally) -> f64 {
        let (low, high) = (score_of(self.low), score_of(self.high));
        let (_, variance, _) = tally.adjusted();
        tally.rounds * (high - low) * (2.0 * tally.score() - low - high) / (2.0 * variance)
    }

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

    #[test]
    fn about_95_percent_of_the_intervals_hold_the_true_score() {
        let mut held = 0;
        for contest in 0..1000 {
            let mut chance = Chance::new(contest, 0);
            let scores = (0..200).map(|_| if chance.below(100) < 64 { 1.0 } else { 0.0 });
            let (low, high) = tally(scores).interval();
            held += u32::from((low..=high).contains(&0.64));
        }
        assert!((930..=970).contains(&held), "{held}");
    }

    #[test]
    fn the_sequential_test_ends_and_is_seldom_wrong() {
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
    fn a_sequential_test_takes_two_numbers_in_order() {
        assert_eq!(Sprt::read("-5:5"), Some(Sprt { low: -5.0, high: 5.0 }));
        for wrong in ["", "5", "5:5", "9:1", "a:b", "0:nan", "0:inf", "0:1e9"] {
            assert_eq!(Sprt::read(wrong), None, "{wrong}");
        }
    }
}
