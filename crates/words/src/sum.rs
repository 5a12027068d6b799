//! A number for each letter, chosen so that the sum of up to twelve letters determines which letters they are, whatever
//! their order. The letters of two words can then be compared by one number, and adding a letter is one addition.
//!
//! The numbers are a Bose-Chowla set. Take the polynomials over the integers modulo 29, reduced modulo a polynomial of
//! degree 12. The number of letter `n` is the exponent for which the power of `x` equals `x + n`. Equal sums of equally
//! many letters mean equal powers of `x`, so equal products of as many factors `x + n`. Products of up to twelve
//! factors that have the same remainder are equal, and equal products have the same factors. The test below checks
//! this.

/// Sums are unique for up to this many letters.
pub(crate) const MOST_LETTERS: usize = 12;

/// The numbers of a to z. Twelve of them add up to less than 2^64.
const LETTERS: [u64; 26] = [
    0x0000_0000_0000_0001,
    0x02a8_77a6_e268_46e1,
    0x0408_9a53_3b71_28be,
    0x000c_6b73_95db_4e0e,
    0x043d_ff68_6354_6f5f,
    0x0216_0270_9234_10f5,
    0x0266_d9ac_9c90_021d,
    0x0313_096d_279d_bd9c,
    0x021e_db0e_0d67_7a37,
    0x0248_3cd9_ea3c_70e2,
    0x014b_d927_e412_526d,
    0x032f_d174_1b8f_2699,
    0x0415_6432_59c3_2b25,
    0x0186_749b_c092_6168,
    0x01ab_2b2f_d9e9_bdc2,
    0x0221_a426_17df_5179,
    0x0178_ae21_00fd_cdcf,
    0x04c6_a984_7806_b3a8,
    0x0100_aa85_6856_3595,
    0x0307_15e3_21a8_1119,
    0x00ed_bec2_0aad_207a,
    0x03d9_753e_051b_632a,
    0x0218_77f4_a90d_4085,
    0x02b7_8b95_4e40_3741,
    0x0066_2006_f41d_6df7,
    0x00e2_77a6_f525_7ec9,
];

/// The numbers multiplied by the same odd number: sums stay unique, and their highest bits become as good as random,
/// which the lookup needs.
const MIXED: [u64; 26] = {
    let mut mixed = LETTERS;
    let mut n = 0;
    while n < mixed.len() {
        mixed[n] = mixed[n].wrapping_mul(0x9e37_79b9_7f4a_7c15);
        n += 1;
    }
    mixed
};

/// The number of a letter of a-z.
#[inline]
pub(crate) fn letter(letter: u8) -> u64 {
    MIXED.get(usize::from(letter.wrapping_sub(b'a'))).copied().unwrap_or_default()
}

/// The sum of the letters of a word of a-z.
pub(crate) fn of(word: &str) -> u64 {
    word.bytes().fold(0, |sum, byte| sum.wrapping_add(letter(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELD: u64 = 29;
    /// The coefficients of the modulus, the lowest first; the highest, of the twelfth power, is 1.
    const DIVISOR: [u64; MOST_LETTERS] = [27, 28, 25, 1, 6, 7, 25, 18, 13, 5, 3, 14];

    type Remainder = [u64; MOST_LETTERS];

    fn times_x(remainder: Remainder) -> Remainder {
        let highest = remainder[MOST_LETTERS - 1];
        std::array::from_fn(|n| {
            let below = if n == 0 { 0 } else { remainder[n - 1] };
            (below + (FIELD - DIVISOR[n]) * highest) % FIELD
        })
    }

    fn times(a: Remainder, b: Remainder) -> Remainder {
        let mut sum = Remainder::default();
        let mut shifted = a;
        for factor in b {
            for (sum, a) in sum.iter_mut().zip(shifted) {
                *sum = (*sum + factor * a) % FIELD;
            }
            shifted = times_x(shifted);
        }
        sum
    }

    fn power_of_x(mut exponent: u64) -> Remainder {
        let mut power = Remainder::default();
        power[0] = 1;
        let mut square = Remainder::default();
        square[1] = 1;
        while exponent > 0 {
            if exponent % 2 == 1 {
                power = times(power, square);
            }
            square = times(square, square);
            exponent /= 2;
        }
        power
    }

    #[test]
    fn x_to_the_power_of_each_number_is_the_factor_of_its_letter() {
        for (n, number) in (0..).zip(LETTERS) {
            let mut factor = Remainder::default();
            (factor[0], factor[1]) = (n, 1);
            assert_eq!(power_of_x(number), factor, "letter {n}");
        }
        let most = LETTERS.into_iter().max().unwrap();
        assert!(most.checked_mul(MOST_LETTERS as u64).is_some(), "sums are exact");
    }

    #[test]
    fn two_words_have_the_same_sum_only_if_they_have_the_same_letters() {
        assert_eq!(of("stream"), of("master"));
        assert_ne!(of("stream"), of("streak"));
        assert_eq!(of(""), 0);
        let mut sums = std::collections::HashSet::new();
        let all = || (b'a'..=b'z').map(char::from);
        for a in all() {
            for b in all().filter(|b| a <= *b) {
                for c in all().filter(|c| b <= *c) {
                    assert!(sums.insert(of(&format!("{a}{b}{c}"))));
                }
            }
        }
    }
}
