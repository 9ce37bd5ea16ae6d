//! Lines of code in one of the languages: loops and conditions.

use std::collections::BTreeSet;

use crate::error::Uncoded;
use crate::show::code::language::CodeLanguage;

/// A part of a program, line by line.
pub(super) struct Writer {
    pub language: CodeLanguage,
    /// The name of the function, with which those of its helpers begin.
    pub name: String,
    pub text: String,
    /// The helpers that are called.
    pub helpers: BTreeSet<&'static str>,
    /// Whether options are looked up with a check that they come before.
    pub calls_at: bool,
    indent: usize,
}

impl Writer {
    pub fn new(language: CodeLanguage, name: String) -> Writer {
        let indent = if language == CodeLanguage::Python { 1 } else { 2 };
        Writer { language, name, text: String::new(), helpers: BTreeSet::new(), calls_at: false, indent }
    }

    pub fn line(&mut self, line: &str) {
        self.text += &format!("{}{line}\n", "    ".repeat(self.indent));
    }

    /// Runs `inside` with the lines one step farther to the right, under this line.
    fn block(&mut self, head: &str, inside: &mut InsideBlock) -> CodeWritten {
        self.line(&format!("{head}{}", if self.language == CodeLanguage::Python { ":" } else { " {" }));
        self.indent += 1;
        inside(self)?;
        self.indent -= 1;
        if self.language != CodeLanguage::Python {
            self.line("}");
        }
        Ok(())
    }

    /// For each number from the first to the last.
    pub fn each(&mut self, name: &str, [first, last]: [&str; 2], step: i128, inside: &mut InsideBlock) -> CodeWritten {
        // C++ would call a function again before each turn.
        let (end, first) = match self.language == CodeLanguage::Cpp && last.contains('(') {
            true => (format!("last_{name}"), format!("{first}, last_{name} = {last}")),
            false => (last.to_owned(), first.to_owned()),
        };
        let head = match (self.language, step) {
            (CodeLanguage::Cpp, 1) => format!("for (std::int64_t {name} = {first}; {name} <= {end}; ++{name})"),
            (CodeLanguage::Cpp, _) => {
                format!("for (std::int64_t {name} = {first}; {name} <= {end}; {name} += {step})")
            }
            (CodeLanguage::Python, 1) => format!("for {name} in range({first}, {last} + 1)"),
            (CodeLanguage::Python, _) => format!("for {name} in range({first}, {last} + 1, {step})"),
            (CodeLanguage::Rust, 1) => format!("for {name} in {first}..={last}"),
            (CodeLanguage::Rust, _) => format!("for {name} in ({first}..={last}).step_by({step})"),
        };
        self.block(&head, inside)
    }

    /// For each of these numbers.
    pub fn each_of(&mut self, name: &str, members: &[u64], inside: &mut InsideBlock) -> CodeWritten {
        let listed = numbers(members.iter().copied(), 4 * self.indent + 4);
        let listed = if listed.contains('\n') {
            format!("\n{listed}\n{}", "    ".repeat(self.indent))
        } else {
            listed.trim().to_owned()
        };
        let head = match self.language {
            CodeLanguage::Cpp => format!("for (const std::int64_t {name} : {{{listed}}})"),
            CodeLanguage::Python | CodeLanguage::Rust => format!("for {name} in [{listed}]"),
        };
        self.block(&head, inside)
    }

    /// Where a condition holds; everywhere if it is empty.
    pub fn when(&mut self, condition: &str, inside: &mut InsideBlock) -> CodeWritten {
        match (self.language, condition) {
            (_, "") => inside(self),
            (CodeLanguage::Cpp, _) => self.block(&format!("if ({condition})"), inside),
            _ => self.block(&format!("if {condition}"), inside),
        }
    }

    /// Notes that an option has this value.
    pub fn lead(&mut self, value: &str) {
        match self.language {
            CodeLanguage::Cpp => self.line(&format!("lead({value});")),
            CodeLanguage::Python => self.line(&format!("seen.add({value})")),
            CodeLanguage::Rust => self.line(&format!("lead(&mut seen, here, {value});")),
        }
    }

    /// The value of a smaller heap.
    pub fn found(&self, heap: &str) -> String {
        match self.language {
            CodeLanguage::Rust if heap.contains(' ') => format!("found[({heap}) as usize]"),
            CodeLanguage::Rust => format!("found[{heap} as usize]"),
            _ => format!("found[{heap}]"),
        }
    }

    /// The value of a position that is asked whether it comes before this one.
    pub fn at(&mut self, coordinates: &[String]) -> String {
        self.calls_at = true;
        let listed = coordinates.join(", ");
        if self.language == CodeLanguage::Rust {
            format!("at(&found, here, {listed})")
        } else {
            format!("at({listed})")
        }
    }

    /// For each position: its options are marked, and its value follows.
    pub fn positions(&mut self, names: &[&str], bounds: &[u64], inside: &mut InsideBlock) -> CodeWritten {
        let ([name, names @ ..], [last, bounds @ ..]) = (names, bounds) else {
            if self.language == CodeLanguage::Python {
                self.line("seen = set()");
            }
            inside(self)?;
            self.language.template("mex").lines().for_each(|line| self.line(line));
            return Ok(());
        };
        let last = if self.language == CodeLanguage::Rust { format!("{last}_i64") } else { last.to_string() };
        self.each(name, ["0", &last], 1, &mut |writer| writer.positions(names, bounds, inside))
    }

    pub fn divided(&self) -> &'static str {
        if self.language == CodeLanguage::Python { "//" } else { "/" }
    }

    pub fn and(&self) -> &'static str {
        if self.language == CodeLanguage::Python { " and " } else { " && " }
    }
}

pub(super) type CodeWritten = Result<(), Uncoded>;
pub(super) type InsideBlock<'a> = dyn FnMut(&mut Writer) -> CodeWritten + 'a;

/// Numbers with commas between them, in lines, all as far to the right.
pub(super) fn numbers(numbers: impl IntoIterator<Item = u64>, indent: usize) -> String {
    const WIDTH: usize = 100;
    let mut lines = vec![" ".repeat(indent)];
    for number in numbers {
        let number = number.to_string();
        if let Some(line) = lines.last_mut() {
            if line.len() > indent {
                *line += ",";
                if line.len() + 1 + number.len() > WIDTH {
                    lines.push(" ".repeat(indent) + &number);
                    continue;
                }
                *line += " ";
            }
            *line += &number;
        }
    }
    lines.join("\n")
}
