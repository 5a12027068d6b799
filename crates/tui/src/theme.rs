//! Colours and styles, from what the terminal can show and what the player has set. Every tone has a colour and
//! a mark; the terminal's own sixteen colours and background are used unless the player wants otherwise.

use engine::Tone;
use ratatui::style::{Color, Modifier, Style};
use serde::{Deserialize, Serialize};

/// How many colours the terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Depth {
    /// No colours; marks and bold text have to do.
    None,
    /// The terminal's own sixteen.
    #[default]
    Sixteen,
    /// 256 colours.
    Indexed,
    /// 24-bit colours.
    True,
}

impl Depth {
    /// Reads the depth from the values of `COLORTERM` and `TERM`.
    pub fn of(colorterm: &str, term: &str) -> Depth {
        match () {
            () if matches!(colorterm, "truecolor" | "24bit") || term.ends_with("-direct") => {
                Depth::True
            }
            () if term.contains("256color") => Depth::Indexed,
            () => Depth::Sixteen,
        }
    }
}

/// Which colours are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Palette {
    /// The terminal's own, which suit its background.
    #[default]
    Terminal,
    /// Our own, for dark backgrounds.
    Dark,
    /// Our own, for light backgrounds.
    Light,
}

/// How everything is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Theme {
    pub(crate) depth: Depth,
    pub(crate) palette: Palette,
    /// Nothing faint, and colours that everybody can tell apart.
    pub(crate) contrast: bool,
    /// Whether anything is animated.
    pub(crate) motion: bool,
    /// Whether the terminal shows only ASCII.
    pub(crate) ascii: bool,
}

/// One colour in each depth.
struct Shade(Color, u8, (u8, u8, u8));

impl Theme {
    /// Ordinary text.
    pub(crate) fn text(&self) -> Style {
        Style::new()
    }

    /// Less important text.
    pub(crate) fn faint(&self) -> Style {
        match self.contrast {
            true => Style::new(),
            false => Style::new().add_modifier(Modifier::DIM),
        }
    }

    /// The most important text.
    pub(crate) fn strong(&self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Titles and selected items.
    pub(crate) fn accent(&self) -> Style {
        self.inked(self.strong(), self.accent_shade())
    }

    /// The selected cell or item; visible without colour too.
    pub(crate) fn cursor(&self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Text in a tone's colour on the terminal's background.
    pub(crate) fn ink(&self, tone: Tone) -> Style {
        match tone {
            Tone::Plain => self.text(),
            Tone::Hidden | Tone::Off => self.faint(),
            tone => match shade(tone, self.contrast, self.palette) {
                Some(shade) => self.inked(self.strong(), shade),
                None => self.strong(),
            },
        }
    }

    /// A cell filled with a tone's colour.
    pub(crate) fn ground(&self, tone: Tone) -> Style {
        if self.depth == Depth::None {
            let weight = match tone {
                Tone::Plain => Modifier::empty(),
                Tone::Hidden | Tone::Off => return self.faint(),
                Tone::Good | Tone::Here => Modifier::BOLD | Modifier::REVERSED,
                Tone::Near | Tone::Danger => Modifier::BOLD | Modifier::UNDERLINED,
            };
            return Style::new().add_modifier(weight);
        }
        let Some(shade) = shade(tone, self.contrast, self.palette) else { return self.ink(tone) };
        let ground = self.colour(&shade);
        let ink = match rgb(ground) {
            Some(ground) => self.ink_on(ground),
            // The terminal's own colours aren't known, but these are usually dark.
            None if tone == Tone::Danger || (self.contrast && tone == Tone::Near) => Color::White,
            None => Color::Black,
        };
        Style::new().fg(ink).bg(ground).add_modifier(Modifier::BOLD)
    }

    /// Black or white, whichever has more contrast.
    fn ink_on(&self, ground: (u8, u8, u8)) -> Color {
        let dark = contrast_ratio(ground, BLACK) >= contrast_ratio(ground, WHITE);
        match (self.depth, dark) {
            (Depth::True, true) => Color::Rgb(BLACK.0, BLACK.1, BLACK.2),
            (Depth::True, false) => Color::Rgb(WHITE.0, WHITE.1, WHITE.2),
            (_, true) => Color::Indexed(16),
            (_, false) => Color::Indexed(231),
        }
    }

    fn inked(&self, style: Style, shade: Shade) -> Style {
        match self.depth {
            Depth::None => style,
            _ => style.fg(self.colour(&shade)),
        }
    }

    fn colour(&self, Shade(sixteen, index, (r, g, b)): &Shade) -> Color {
        match (self.palette, self.depth) {
            (Palette::Terminal, _) | (_, Depth::None | Depth::Sixteen) => *sixteen,
            (_, Depth::Indexed) => Color::Indexed(*index),
            (_, Depth::True) => Color::Rgb(*r, *g, *b),
        }
    }

    fn accent_shade(&self) -> Shade {
        match self.palette {
            Palette::Light => Shade(Color::Blue, 25, (0x1f, 0x5f, 0xae)),
            _ => Shade(Color::Cyan, 80, (0x5f, 0xc9, 0xd8)),
        }
    }
}

/// The colour of a tone, if it has one.
fn shade(tone: Tone, contrast: bool, palette: Palette) -> Option<Shade> {
    let light = palette == Palette::Light;
    Some(match tone {
        Tone::Plain | Tone::Hidden | Tone::Off => return None,
        // Orange and blue, which everybody can tell apart.
        Tone::Good if contrast && light => Shade(Color::Yellow, 130, (0xa8, 0x46, 0x00)),
        Tone::Good if contrast => Shade(Color::Yellow, 208, (0xf5, 0x79, 0x3a)),
        Tone::Near if contrast && light => Shade(Color::Blue, 26, (0x1f, 0x6f, 0xd0)),
        Tone::Near if contrast => Shade(Color::Blue, 75, (0x5a, 0xa0, 0xf0)),
        Tone::Good if light => Shade(Color::Green, 28, (0x2e, 0x7d, 0x32)),
        Tone::Near if light => Shade(Color::Yellow, 94, (0x8a, 0x60, 0x00)),
        Tone::Here if light => Shade(Color::Cyan, 23, (0x00, 0x76, 0x82)),
        Tone::Good => Shade(Color::Green, 71, (0x6a, 0xaf, 0x64)),
        Tone::Near => Shade(Color::Yellow, 179, (0xd4, 0xb4, 0x4f)),
        Tone::Here => Shade(Color::Cyan, 80, (0x56, 0xb6, 0xc2)),
        Tone::Danger if light => Shade(Color::Red, 160, (0xc0, 0x39, 0x2b)),
        Tone::Danger => Shade(Color::Red, 203, (0xe8, 0x6a, 0x5c)),
    })
}

const BLACK: (u8, u8, u8) = (0, 0, 0);
const WHITE: (u8, u8, u8) = (255, 255, 255);

/// The components of a colour, if it isn't one of the terminal's own.
fn rgb(colour: Color) -> Option<(u8, u8, u8)> {
    match colour {
        Color::Rgb(r, g, b) => Some((r, g, b)),
        Color::Indexed(n @ 16..=231) => {
            let part = |part: u8| if part == 0 { 0 } else { 55 + 40 * part };
            Some((part((n - 16) / 36), part((n - 16) / 6 % 6), part((n - 16) % 6)))
        }
        _ => None,
    }
}

/// The relative luminance of a colour, as WCAG defines it.
fn luminance((r, g, b): (u8, u8, u8)) -> f64 {
    let part = |part: u8| match f64::from(part) / 255.0 {
        low if low <= 0.03928 => low / 12.92,
        high => ((high + 0.055) / 1.055).powf(2.4),
    };
    0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b)
}

/// The contrast ratio of two colours, from 1 to 21, as WCAG defines it.
fn contrast_ratio(one: (u8, u8, u8), other: (u8, u8, u8)) -> f64 {
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TONES: [Tone; 4] = [Tone::Good, Tone::Near, Tone::Here, Tone::Danger];

    fn theme(depth: Depth) -> Theme {
        Theme { depth, palette: Palette::Dark, motion: true, ..Theme::default() }
    }

    #[test]
    fn the_depth_follows_from_the_environment() {
        assert_eq!(Depth::of("truecolor", "xterm"), Depth::True);
        assert_eq!(Depth::of("", "xterm-256color"), Depth::Indexed);
        assert_eq!(Depth::of("", "xterm"), Depth::Sixteen);
    }

    #[test]
    fn without_colours_no_style_has_one() {
        for tone in TONES {
            for style in [theme(Depth::None).ink(tone), theme(Depth::None).ground(tone)] {
                assert_eq!((style.fg, style.bg), (None, None), "{tone:?}");
                assert!(!style.add_modifier.is_empty(), "{tone:?}");
            }
        }
    }

    #[test]
    fn no_tone_uses_a_colour_that_the_terminal_lacks() {
        for tone in TONES {
            assert!(matches!(theme(Depth::True).ground(tone).bg, Some(Color::Rgb(..))));
            assert!(matches!(theme(Depth::Indexed).ground(tone).bg, Some(Color::Indexed(_))));
            let own = Theme { palette: Palette::Terminal, ..theme(Depth::True) };
            for style in [theme(Depth::Sixteen).ground(tone), own.ground(tone)] {
                let bg = style.bg.unwrap();
                assert!(!matches!(bg, Color::Rgb(..) | Color::Indexed(_)), "{tone:?}");
            }
        }
    }

    #[test]
    fn our_colours_have_enough_contrast() {
        for (palette, background) in [(Palette::Light, WHITE), (Palette::Dark, BLACK)] {
            for (depth, contrast) in
                [Depth::Indexed, Depth::True].into_iter().flat_map(|d| [(d, false), (d, true)])
            {
                let theme = Theme { depth, palette, contrast, ..Theme::default() };
                let contrast_of = |style: Style, background| {
                    let ink = style.fg.and_then(rgb).expect("a colour of ours");
                    contrast_ratio(ink, style.bg.and_then(rgb).unwrap_or(background))
                };
                for style in
                    TONES.into_iter().flat_map(|tone| [theme.ink(tone), theme.ground(tone)])
                {
                    let ratio = contrast_of(style, background);
                    assert!(ratio >= 4.5, "{theme:?}, {style:?}: {ratio:.1}");
                }
                assert!(contrast_of(theme.accent(), background) >= 4.5, "{theme:?}");
            }
        }
    }

    #[test]
    fn with_high_contrast_nothing_is_faint() {
        let theme = Theme { contrast: true, ..theme(Depth::Sixteen) };
        for tone in [Tone::Hidden, Tone::Off] {
            assert!(theme.ink(tone).add_modifier.is_empty());
        }
        assert_ne!(theme.ground(Tone::Good).bg, theme.ground(Tone::Near).bg);
    }
}
