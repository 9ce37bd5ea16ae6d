//! The manual page: the options as clap describes them, and the sections of `man.txt`.

use std::io;

use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::source::blocks::blocks;

/// The page in roff, the format of `man`.
///
/// # Errors
/// None in practice: it is written into memory.
pub fn page(command: clap::Command) -> io::Result<Vec<u8>> {
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
    roff.text([bold("help"), roman(" at the prompt, topic by topic, and by docs/manual.md.")]);
    roff.to_writer(&mut text)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use crate::source::blocks::wrong_lines;

    #[test]
    fn every_line_of_the_page_is_read() {
        assert_eq!(wrong_lines(include_str!("man.txt"), &["name", "line"]), Vec::<&str>::new());
    }
}
