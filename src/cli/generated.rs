//! The completion scripts and the manual page. Both follow from the options, so that a test generates them (with
//! `REWRITE=1`) and compares them: the program itself needs no generator.

use clap::ValueEnum;

/// The manual page in roff, the format of `man`.
pub const MAN_PAGE: &str = include_str!("generated/grundy.1");

/// A shell that can complete the options of the program.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Shell {
    Bash,
    Elvish,
    Fish,
    Powershell,
    Zsh,
}

impl Shell {
    /// The script that makes the shell complete the options.
    pub fn completions(self) -> &'static str {
        match self {
            Shell::Bash => include_str!("generated/grundy.bash"),
            Shell::Elvish => include_str!("generated/grundy.elv"),
            Shell::Fish => include_str!("generated/grundy.fish"),
            Shell::Powershell => include_str!("generated/grundy.ps1"),
            Shell::Zsh => include_str!("generated/grundy.zsh"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::path::Path;

    use clap::{Command, CommandFactory};
    use clap_complete::{Shell, generate};
    use clap_mangen::Man;
    use clap_mangen::roff::{Roff, bold, roman};

    use crate::cli::Cli;
    use crate::source::blocks::{blocks, wrong_lines};

    /// The options as clap describes them, and the sections of `man.txt`.
    fn man_page(command: Command) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        Man::new(command).render(&mut text)?;
        let mut roff = Roff::new();
        for section in blocks(include_str!("man.txt")) {
            for (key, text) in section.lines() {
                match *key {
                    "section" => roff.control("SH", [*text]),
                    "name" => roff.control("TP", []).text([bold(*text)]),
                    _ => roff.text([roman(*text)]),
                };
            }
        }
        roff.control("SH", ["LANGUAGE"]);
        roff.text([roman("The language is described by ")]);
        roff.text([
            bold("help"),
            roman(" at the prompt, topic by topic, and by docs/tutorial.md and docs/reference.md."),
        ]);
        roff.to_writer(&mut text)?;
        Ok(text)
    }

    #[test]
    fn completions_and_the_manual_page_follow_from_the_options() {
        let mut files = vec![("grundy.1", man_page(Cli::command()).unwrap())];
        let shells = [
            ("grundy.bash", Shell::Bash),
            ("grundy.elv", Shell::Elvish),
            ("grundy.fish", Shell::Fish),
            ("grundy.ps1", Shell::PowerShell),
            ("grundy.zsh", Shell::Zsh),
        ];
        for (name, shell) in shells {
            let mut script = Vec::new();
            generate(shell, &mut Cli::command(), "grundy", &mut script);
            files.push((name, script));
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli/generated");
        for (name, generated) in files {
            let path = folder.join(name);
            if std::env::var_os("REWRITE").is_some() {
                std::fs::write(&path, &generated).unwrap();
            }
            let is_same = std::fs::read(&path).is_ok_and(|kept| kept == generated);
            assert!(is_same, "{name} no longer fits the options: `REWRITE=1 cargo test --lib cli::` writes it anew");
        }
    }

    #[test]
    fn every_line_of_the_page_is_read() {
        assert_eq!(wrong_lines(include_str!("man.txt"), &["name", "line"]), Vec::<&str>::new());
    }
}
