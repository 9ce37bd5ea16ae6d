//! The colours of roles, for a light and for a dark background.
//!
//! Each terminal defines the 16 basic colours for itself: not one of them can be read on the backgrounds of xterm,
//! GNOME, Solarized and Windows Terminal alike. So the colours of the palette of 256 are used, which are the same
//! everywhere. If the background is not known, no colour is used, since no colour has a contrast of 4.5 : 1 with both
//! a light and a dark background.

use colored::Color;

use crate::show::document::Role;

/// The background of the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Unknown: bold letters, and no colours.
    #[default]
    Mono,
    Light,
    Dark,
}

impl Theme {
    /// The names of the themes, as they are typed.
    pub const NAMES: [&'static str; 3] = ["light", "dark", "mono"];

    /// The theme of this name.
    pub fn named(name: &str) -> Option<Theme> {
        match name {
            "light" => Some(Theme::Light),
            "dark" => Some(Theme::Dark),
            "mono" => Some(Theme::Mono),
            _ => None,
        }
    }

    /// The theme for a value of the environment variable COLORFGBG, whose last number is the colour of the
    /// background.
    pub fn for_background(colors: &str) -> Option<Theme> {
        match colors.rsplit(';').next()?.parse().ok()? {
            7 | 15 => Some(Theme::Light),
            0..=6 | 8 => Some(Theme::Dark),
            _ => None,
        }
    }

    /// The colour of a role, as a number of the palette of 256 colours; `None` for the default colour of the
    /// terminal.
    pub fn color(self, role: Role) -> Option<u8> {
        let (light, dark) = match role {
            Role::Plain | Role::Verdict | Role::Heading => return None,
            Role::Nimber => (90, 177),
            Role::Number | Role::Code => (25, 111),
            Role::Name => (23, 80),
            Role::Good => (22, 114),
            Role::Bad | Role::Error => (124, 210),
            Role::Muted => (240, 249),
            Role::Warning => (94, 222),
            Role::Help => (23, 80),
        };
        match self {
            Theme::Mono => None,
            Theme::Light => Some(light),
            Theme::Dark => Some(dark),
        }
    }

    /// Whether a role is written in bold letters.
    pub fn is_bold(role: Role) -> bool {
        use Role::{Error, Good, Heading, Help, Verdict, Warning};
        matches!(role, Verdict | Heading | Good | Error | Warning | Help)
    }

    /// The parameters of the escape sequence that begins a role, without `ESC [` and `m`; empty for a role that looks
    /// like plain text.
    pub fn codes(self, role: Role) -> String {
        let bold = Theme::is_bold(role).then(|| "1".to_owned());
        let color = self.color(role).map(|color| Color::AnsiColor(color).to_fg_str().into_owned());
        bold.into_iter().chain(color).collect::<Vec<_>>().join(";")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROLES: [Role; 13] = [
        Role::Plain,
        Role::Verdict,
        Role::Nimber,
        Role::Number,
        Role::Name,
        Role::Good,
        Role::Bad,
        Role::Heading,
        Role::Muted,
        Role::Code,
        Role::Error,
        Role::Warning,
        Role::Help,
    ];

    /// The light backgrounds of common terminals.
    const LIGHT: [(&str, u32); 4] = [
        ("xterm, GNOME", 0xff_ff_ff),
        ("Solarized Light", 0xfd_f6_e3),
        ("One Half Light of Windows Terminal", 0xfa_fa_fa),
        ("Tango Light of Windows Terminal", 0xff_ff_ff),
    ];
    /// The dark backgrounds of common terminals.
    const DARK: [(&str, u32); 7] = [
        ("xterm -rv", 0x00_00_00),
        ("GNOME", 0x17_14_21),
        ("GNOME Console", 0x1e_1e_1e),
        ("Ubuntu", 0x30_0a_24),
        ("Solarized Dark", 0x00_2b_36),
        ("Campbell of Windows Terminal", 0x0c_0c_0c),
        ("One Half Dark of Windows Terminal", 0x28_2c_34),
    ];

    /// The RGB value of a colour of the 6×6×6 cube, or of the greys after it.
    fn rgb(number: u8) -> u32 {
        const STEPS: [u32; 6] = [0, 95, 135, 175, 215, 255];
        match u32::from(number) {
            grey @ 232.. => (8 + 10 * (grey - 232)) * 0x01_01_01,
            cube @ 16.. => {
                let step = |place: u32| STEPS[((cube - 16) / place % 6) as usize];
                step(36) << 16 | step(6) << 8 | step(1)
            }
            own => panic!("{own} is a colour that each terminal chooses itself"),
        }
    }

    /// The relative luminance of WCAG 2.
    fn luminance(rgb: u32) -> f64 {
        let part = |shift: u32| {
            let part = f64::from(rgb >> shift & 255) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0)
    }

    fn contrast(one: u32, other: u32) -> f64 {
        let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
        one.max(other) / one.min(other)
    }

    #[test]
    fn every_colour_can_be_read_on_every_ground() {
        assert!((contrast(0, 0xff_ff_ff) - 21.0).abs() < 1e-9);
        for (theme, grounds) in [(Theme::Light, &LIGHT[..]), (Theme::Dark, &DARK)] {
            for (role, color) in ROLES.iter().filter_map(|role| Some((role, theme.color(*role)?))) {
                for (name, ground) in grounds {
                    let found = contrast(rgb(color), *ground);
                    assert!(found >= 4.5, "{role:?} on {name}: {found:.2}");
                }
            }
        }
    }

    #[test]
    fn without_a_known_ground_there_are_no_colours() {
        assert!(ROLES.iter().all(|role| ["", "1"].contains(&&*Theme::Mono.codes(*role))));
        assert!(ROLES.iter().any(|role| !Theme::Mono.codes(*role).is_empty()));
    }

    #[test]
    fn the_ground_is_told_by_the_terminal() {
        for (colors, expected) in [
            ("15;0", Some(Theme::Dark)),
            ("0;15", Some(Theme::Light)),
            ("0;default;15", Some(Theme::Light)),
            ("12;8", Some(Theme::Dark)),
            ("default", None),
            ("0;99", None),
            ("", None),
        ] {
            assert_eq!(Theme::for_background(colors), expected, "{colors}");
        }
        assert!(Theme::NAMES.iter().all(|name| Theme::named(name).is_some()));
    }
}
