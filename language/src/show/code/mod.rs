//! `grundy S to "s.cpp"`: a function that gives the values of a game, in a language for programs. Each language has a file of
//! templates; what depends on a rule is written by `marks.rs`.

mod coded;
mod language;
mod marks;
mod writer;

use grundy_engine::game::{Amounts, Game, HeapRules, Rule, Ruleset, System};
use grundy_engine::nim::{Nimber, Period};

use crate::error::Uncoded;
use crate::show::code::marks::Marks;
use crate::show::code::writer::{Writer, numbers};

pub use language::CodeLanguage;
use language::HEAD;
pub use marks::LISTED;

/// From what a function has the values.
#[derive(Clone, Debug)]
pub enum CodeSource<'a> {
    /// A proved period, with the values up to its end and the name of the theorem.
    Period { period: Period, values: Vec<Nimber>, theorem: &'a str },
    /// All amounts from `least` to `most` may be taken: n % (least + most) / least, by the theorem of this name.
    Consecutive { least: u64, most: u64, theorem: &'a str },
    /// The recurrence, up to these bounds if the user has set some.
    Recurrence { wanted: Vec<u64> },
}

/// A function in a language for programs.
#[derive(Clone, Debug)]
pub struct GameCode {
    pub language: CodeLanguage,
    pub text: String,
}

/// Why there is no such function, and where a bound is too large, the largest that would do.
pub type NotCoded = (Uncoded, u64);

/// The bounds that are tried, the largest first. A bound that the user sets may cost so many times as much.
const BOUNDS: [u64; 10] = [1_000_000, 300_000, 100_000, 30_000, 10_000, 3_000, 1_000, 300, 100, 30];
const PATIENCE: u64 = 20;
/// The last number of which a function of a closed form gives the value.
const LAST: &str = "2^63 - 1";

/// The function of this game.
///
/// # Errors
/// The rule has no form that can be said, or the bound is too large.
pub fn code(game: &Game, subject: &str, source: &CodeSource, language: CodeLanguage) -> Result<GameCode, NotCoded> {
    let function = Function { game, subject, name: function_name(&game.name), language };
    let text = match source {
        CodeSource::Period { period, values, theorem } => function.repeating(*period, values, theorem),
        CodeSource::Consecutive { least, most, theorem } => {
            let said = format!("Proved: the value is n % {} / {least} ({theorem}).", least + most);
            let divide = if language == CodeLanguage::Python { "//" } else { "/" };
            let value = if *least == 1 { String::new() } else { format!(" {divide} {least}") };
            function.closed(&said, "", &format!("n % {}{value}", least + most))
        }
        CodeSource::Recurrence { wanted } => function.recurring(wanted)?,
    };
    Ok(GameCode { language, text })
}

/// The name of the function: that of the game in small letters.
fn function_name(game: &str) -> String {
    let is_name = game.starts_with(|c: char| c.is_ascii_alphabetic())
        && game.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let mut name = "grundy".to_owned();
    for letter in game.chars().filter(|_| is_name) {
        if letter.is_ascii_uppercase() || name == "grundy" {
            name.push('_');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
}

/// Writes the lines that mark the values of all options, up to these bounds.
type MarkLines<'a> = dyn Fn(&mut Writer, &[u64]) -> Result<Marks, Uncoded> + 'a;

struct Function<'a> {
    game: &'a Game,
    subject: &'a str,
    name: String,
    language: CodeLanguage,
}

impl Function<'_> {
    /// A template with its parts filled in, and then the name.
    fn filled(&self, template: &str, parts: &[(&str, &str)]) -> String {
        let text = parts.iter().fold(self.language.template(template).to_owned(), |text, (name, part)| {
            text.replace(&format!("${name}"), part)
        });
        text.replace("$name", &self.name)
    }

    /// The comment that begins the file.
    fn head(&self, source: &str) -> String {
        let sign = self.language.comment();
        let subject = self.subject.split_whitespace().collect::<Vec<_>>().join(" ");
        [
            format!("{HEAD}{subject}: the size of the nim-heap that a position equals."),
            source.to_owned(),
            "The value of a sum is the xor of the values of its parts, and who moves first wins if it is not 0."
                .to_owned(),
            format!("Written by grundy {}.", env!("CARGO_PKG_VERSION")),
        ]
        .map(|line| format!("{sign} {line}"))
        .join("\n")
    }

    fn closed(&self, source: &str, table: &str, value: &str) -> String {
        self.filled("closed", &[("head", &self.head(source)), ("table", table), ("value", value)])
    }

    fn repeating(&self, Period { preperiod, period, saltus }: Period, values: &[Nimber], theorem: &str) -> String {
        let rises = if saltus > 0 { format!(", rising by {saltus} each time") } else { String::new() };
        let source = format!(
            "Proved: the values repeat with period {period} from n = {preperiod} on{rises} ({theorem}).\n\
             So n may be any number up to {LAST}."
        );
        let source = source.replace('\n', &format!("\n{} ", self.language.comment()));
        let divide = if self.language == CodeLanguage::Python { "//" } else { "/" };
        let beyond = if preperiod == 0 { "n".to_owned() } else { format!("(n - {preperiod})") };
        let rise = match (saltus, period) {
            (0, _) => String::new(),
            (1, 1) => beyond.clone(),
            (_, 1) => format!("{beyond} * {saltus}"),
            (1, _) => format!("{beyond} {divide} {period}"),
            _ => format!("{beyond} {divide} {period} * {saltus}"),
        };
        let index = match (preperiod, period) {
            (_, 1) => preperiod.to_string(),
            (0, _) => format!("n % {period}"),
            _ => format!("{preperiod} + {beyond} % {period}"),
        };
        let is_zero = period == 1 && values.last().is_some_and(|value| value.0 == 0);
        let looked_up = match self.language {
            CodeLanguage::Rust if period == 1 => format!("u64::from(VALUES[{index}])"),
            CodeLanguage::Rust => format!("u64::from(VALUES[({index}) as usize])"),
            _ => format!("values[{index}]"),
        };
        let value = match (is_zero, rise.is_empty()) {
            (true, false) if preperiod == 0 => return self.closed(&source, "", &rise),
            (_, true) => looked_up,
            (_, false) => format!("{looked_up} + {rise}"),
        };
        let before = match preperiod {
            0 => String::new(),
            first => self.filled("before", &[("first", &first.to_string())]),
        };
        let listed = numbers(values.iter().map(|value| value.0), if self.is_python() { 4 } else { 8 });
        let parts = [("cell", self.cell(values)), ("values", &*listed)];
        let table = self.filled("table", &parts) + &before;
        let text = self.closed(&source, &table, &value);
        match self.is_python() {
            // A tuple inside a function would be made with every call.
            true => text.replacen("\n\n\ndef ", &format!("\n\n{}\n\ndef ", self.filled("values", &parts)), 1),
            false => text,
        }
    }

    fn is_python(&self) -> bool {
        self.language == CodeLanguage::Python
    }

    /// The smallest type that holds all values.
    fn cell(&self, values: &[Nimber]) -> &'static str {
        let most = values.iter().map(|value| value.0).max().unwrap_or(0);
        let is_rust = self.language == CodeLanguage::Rust;
        match most {
            0..=0xff => {
                if is_rust {
                    "u8"
                } else {
                    "uint8"
                }
            }
            0x100..=0xffff => {
                if is_rust {
                    "u16"
                } else {
                    "uint16"
                }
            }
            _ => {
                if is_rust {
                    "u32"
                } else {
                    "uint32"
                }
            }
        }
    }

    /// The fastest recurrence that fits.
    fn recurring(&self, wanted: &[u64]) -> Result<String, NotCoded> {
        match &self.game.ruleset {
            Ruleset::Heap(rules) => match rules.subtraction_set() {
                Some(amounts) if !self.has_few(amounts, wanted)? => self.taking(rules, wanted),
                _ => self.table(wanted, &|writer, bounds| marks::of_heaps(writer, rules, bounds[0]), 1, None),
            },
            Ruleset::Written(system, index) => {
                let rule = &system.rules[*index];
                self.written(system, *index, rule, wanted)
            }
            _ => Err((Uncoded::Rule, 0)),
        }
    }

    fn written(&self, system: &System, index: usize, rule: &Rule, wanted: &[u64]) -> Result<String, NotCoded> {
        let is_plain = rule.family == 0 && rule.signed.is_empty() && rule.factors.is_empty();
        if !is_plain || rule.representative.is_some() || rule.clauses.iter().any(|clause| !clause.binding.is_free()) {
            return Err((if is_plain { Uncoded::Binds } else { Uncoded::Rule }, 0));
        }
        if rule.arity > 2 {
            return Err((Uncoded::Coordinates, 0));
        }
        let marks = |writer: &mut Writer, bounds: &[u64]| marks::of_rule(writer, system, index, bounds);
        self.table(wanted, &marks, rule.arity, rule.domain.as_ref().map(|_| (system, index)))
    }

    /// A table that is filled in order: for each position the least value that no option has.
    fn table(
        &self,
        wanted: &[u64],
        marks: &MarkLines,
        arity: usize,
        domain: Option<(&System, usize)>,
    ) -> Result<String, NotCoded> {
        let written = |bounds: &[u64]| {
            let mut writer = Writer::new(self.language, self.name.clone());
            let found = marks(&mut writer, bounds).map_err(|why| (why, 0))?;
            Ok::<_, NotCoded>((writer, found.work))
        };
        let bounds = self.bounds(wanted, arity, &|bounds| written(bounds).map(|(_, work)| work))?;
        let (writer, _) = written(&bounds)?;
        let last = bounds.iter().map(u64::to_string).collect::<Vec<_>>().join(" and ");
        let side = bounds.last().map_or(1, |last| last + 1);
        let cells = bounds.iter().fold(1, |cells: u64, last| cells.saturating_mul(last + 1)).to_string();
        let names: &[&str] = if arity == 1 { &["n"] } else { &["a", "b"] };
        let place = |names: &[&str]| names.join(&format!(" * {side} + "));
        let domain = match domain {
            Some((system, index)) => {
                let condition = marks::domain(self.language, &self.name, system, index, &bounds);
                self.filled("domain", &[("condition", &condition.map_err(|why| (why, 0))?)])
            }
            None => String::new(),
        };
        let at = self
            .filled("at", &[("arguments", &self.parameters(names, "std::int64_t", "i64")), ("option", &place(names))]);
        let helpers = writer.helpers.iter().map(|helper| self.language.template(helper)).collect::<String>();
        let source =
            format!("A table by the definition, of the positions up to {last}: no period and no law is proved.");
        Ok(self.filled(
            "options",
            &[
                ("head", &self.head(&source)),
                ("helpers", &helpers),
                ("parameters", &self.parameters(names, "std::uint64_t", "u64")),
                ("cells", &cells),
                ("at", if writer.calls_at { &at } else { "" }),
                ("body", &writer.text),
                ("outside", &self.outside(names, &bounds)),
                ("last", &last),
                ("domain", &domain),
                ("cell", &place(names)),
            ],
        ))
    }

    /// The parameters of a function, with the type that C++ or Rust asks for.
    fn parameters(&self, names: &[&str], cpp: &str, rust: &str) -> String {
        let one = |name: &&str| match self.language {
            CodeLanguage::Cpp => format!("{cpp} {name}"),
            CodeLanguage::Python => (*name).to_owned(),
            CodeLanguage::Rust => format!("{name}: {rust}"),
        };
        names.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    /// The condition that an argument is beyond its bound.
    fn outside(&self, names: &[&str], bounds: &[u64]) -> String {
        let one = |(name, last): (&&str, &u64)| {
            if self.is_python() { format!("not 0 <= {name} <= {last}") } else { format!("{name} > {last}") }
        };
        names.iter().zip(bounds).map(one).collect::<Vec<_>>().join(if self.is_python() { " or " } else { " || " })
    }

    /// The bounds that the user wants, or the largest whose table is made soon.
    fn bounds(
        &self,
        wanted: &[u64],
        arity: usize,
        work: &dyn Fn(&[u64]) -> Result<u64, NotCoded>,
    ) -> Result<Vec<u64>, NotCoded> {
        let fits = |bounds: &[u64], most: u64| Ok::<_, NotCoded>(work(bounds)? <= most);
        if !wanted.is_empty() {
            let most = self.language.work() * PATIENCE;
            // Larger bounds would not even be counted.
            if wanted.iter().all(|last| *last <= BOUNDS[0]) && fits(wanted, most)? {
                return Ok(wanted.to_vec());
            }
        }
        let most = self.language.work() * if wanted.is_empty() { 1 } else { PATIENCE };
        for bound in BOUNDS {
            if fits(&vec![bound; arity], most)? {
                return if wanted.is_empty() { Ok(vec![bound; arity]) } else { Err((Uncoded::Bound, bound)) };
            }
        }
        Err((Uncoded::Bound, BOUNDS[BOUNDS.len() - 1]))
    }

    /// Whether it is faster to look at each amount than at the words of a row of bits.
    fn has_few(&self, amounts: &Amounts, wanted: &[u64]) -> Result<bool, NotCoded> {
        /// What an amount costs beside a word.
        const AMOUNT: usize = 3;
        let last = wanted.first().map_or(BOUNDS[2], |last| (*last).min(BOUNDS[0]));
        let amounts = marks::listed(amounts, last).map_err(|why| (why, 0))?;
        Ok(amounts.last().is_none_or(|largest| (amounts.len() * AMOUNT) as u64 <= largest / 64))
    }

    /// A game in which amounts are taken, by rows of bits.
    fn taking(&self, rules: &HeapRules, wanted: &[u64]) -> Result<String, NotCoded> {
        let amounts = |last: u64| {
            let amounts = rules.subtraction_set().map(|amounts| marks::listed(amounts, last)).unwrap_or(Ok(Vec::new()));
            amounts.map_err(|why| (why, 0))
        };
        let work = |bounds: &[u64]| {
            let amounts = amounts(bounds[0])?;
            let words = amounts.last().map_or(1, |largest| largest / 64 + 1);
            // In Python each value that was met has a row, which moves on with every heap.
            let rows = if self.is_python() { 1 + amounts.len().min(64) as u64 } else { 1 };
            let is_listed = amounts.len() as u64 <= LISTED;
            Ok(if is_listed { bounds[0].saturating_mul(words).saturating_mul(rows) } else { u64::MAX })
        };
        let last = self.bounds(wanted, 1, &work)?[0];
        let amounts = amounts(last)?;
        let largest = amounts.last().copied().unwrap_or(0).to_string();
        let listed = numbers(amounts, if self.is_python() { 4 } else { 12 });
        let source =
            format!("A table by rows of bits, of the heaps up to {last}: no period is proved that is short enough.");
        let (head, last) = (self.head(&source), last.to_string());
        Ok(self.filled("taking", &[("head", &head), ("amounts", &listed), ("largest", &largest), ("last", &last)]))
    }
}
