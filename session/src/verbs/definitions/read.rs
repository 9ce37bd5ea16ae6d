//! `let edges = read "graph.csv"`: lists of numbers and texts from the text of a file.

use std::iter::Peekable;
use std::path::Path;
use std::str::Chars;

use grundy_engine::game::{Halt, Meter, Value};
use rustc_hash::FxHashSet;

use crate::error::{DataFault, Error, Notice, SemanticError, similar};
use crate::lang::session::{Reply, Session};
use crate::show::told::told;
use crate::syntax::ast::{DataPart, LetDefinition};
use crate::verbs::definitions;

/// What separates the values of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Separator {
    Commas,
    /// Any amount of white space. Lines that begin with `#` are left out.
    Blanks,
}

impl Separator {
    /// The extensions of files of data, each with what separates the values there.
    pub const EXTENSIONS: [(&str, Separator); 2] = [("csv", Separator::Commas), ("txt", Separator::Blanks)];

    /// What separates the values in the file of this name; `None` if it is no file of data.
    pub fn of(file: &Path) -> Option<Separator> {
        let extension = file.extension()?.to_string_lossy().to_lowercase();
        Separator::EXTENSIONS.iter().find(|(known, _)| *known == extension).map(|(_, separator)| *separator)
    }
}

/// Defines a name as the data in `text`, which was read from the file `path`.
///
/// # Errors
/// The place in the text that cannot be read; or the memory is not enough, or the time is up.
pub fn define_data(
    session: &mut Session,
    written: &LetDefinition,
    path: &str,
    text: &str,
    separator: Separator,
) -> Result<Reply, Error> {
    let span = written.body.span;
    session.solver.begin();
    let meter = session.solver.budget().meter().clone();
    let read = rows(text, separator, &meter).map_err(|stop| match stop {
        Stop::Halt(halt) => Error::stopped(halt, span),
        Stop::Fault { fault, line, column } => {
            Error::new(SemanticError::Data { path: path.to_owned(), fault, line, column }, span)
        }
    });
    let mut rows = session.reported(read)?;
    let Some((_, part)) = written.body.data() else { return Ok(Reply::default()) };
    let fault = |fault| Error::new(SemanticError::Data { path: path.to_owned(), fault, line: 1, column: 1 }, span);
    let (value, note) = match part {
        DataPart::Rows => match headings(&rows).filter(|_| has_numbers_below(&rows)) {
            None => (Value::list(rows), None),
            Some(names) => {
                let text = told!(
                    "the first line of {path} is taken as headings: {list}; `read \"{path}\" headings` gives them",
                    path,
                    list = listed(&names)
                );
                rows.remove(0);
                (Value::list(rows), Some(Notice::new(text, None, true)))
            }
        },
        DataPart::Headings => {
            let names = headings(&rows).ok_or_else(|| fault(DataFault::Headings))?;
            (Value::list(names.iter().map(|name| Value::text(name)).collect::<Vec<_>>()), None)
        }
        DataPart::Column(name) => {
            let names = headings(&rows).ok_or_else(|| fault(DataFault::Headings))?;
            let at = names.iter().position(|known| known == name).ok_or_else(|| {
                let error = fault(DataFault::Column);
                match similar(name, names.iter().cloned(), 0.7).first() {
                    Some(near) => error.advise(told!("did you mean `column \"{near}\"`?", near)),
                    None => error.advise(told!("the columns are {list}", list = listed(&names))),
                }
            })?;
            (Value::list(rows[1..].iter().filter_map(|row| member(row, at)).collect::<Vec<_>>()), None)
        }
    };
    Ok(definitions::define_as(session, written.clone().into(), value, note))
}

/// The values of a row: a line of one value is that value.
fn members(row: &Value) -> &[Value] {
    match row {
        Value::List(members) => members,
        only => std::slice::from_ref(only),
    }
}

fn member(row: &Value, at: usize) -> Option<Value> {
    members(row).get(at).cloned()
}

/// The texts of the first line, if it may be one of headings: texts only, all different, and none of them empty.
fn headings(rows: &[Value]) -> Option<Vec<String>> {
    let text = |value: &Value| match value {
        Value::Text(text) if !text.is_empty() => Some(text.to_string()),
        _ => None,
    };
    let names: Vec<String> = members(rows.first()?).iter().map(text).collect::<Option<_>>()?;
    let different: FxHashSet<&String> = names.iter().collect();
    (different.len() == names.len()).then_some(names)
}

/// Whether a column has numbers everywhere below the first line, whose text is then a heading.
fn has_numbers_below(rows: &[Value]) -> bool {
    let Some((first, below)) = rows.split_first().filter(|(_, below)| !below.is_empty()) else { return false };
    let is_number = |row: &Value, at: usize| matches!(members(row).get(at), Some(Value::Integer(_)));
    (0..members(first).len()).any(|at| below.iter().all(|row| is_number(row, at)))
}

/// The first names of a list, for a sentence.
fn listed(names: &[String]) -> String {
    const SHOWN: usize = 8;
    let shown = names.iter().take(SHOWN).map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
    if names.len() > SHOWN { format!("{shown}, …") } else { shown }
}

/// Why a text was not read to its end.
#[derive(Debug, PartialEq, Eq)]
enum Stop {
    Halt(Halt),
    Fault { fault: DataFault, line: usize, column: usize },
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Stop {
        Stop::Halt(halt)
    }
}

/// A member for each line that has values: the line's value if it has only one, otherwise the list of its values. Where numbers stand
/// in lines of different lengths, these are lists of neighbours: then each line is a list, also one of a single number or of none.
fn rows(text: &str, separator: Separator, meter: &Meter) -> Result<Vec<Value>, Stop> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = DataReader { letters: text.chars().peekable(), line: 1, column: 1, separator, meter };
    let mut rows = Vec::new();
    while let Some(row) = reader.row()? {
        meter.push(&mut rows, row)?;
    }
    if are_neighbours(&rows) {
        for row in rows.iter_mut().filter(|row| matches!(row, Value::Integer(_))) {
            *row = list(vec![row.clone()], meter)?;
        }
    } else {
        rows.retain(|row| !members(row).is_empty());
    }
    meter.room(rows.len().saturating_mul(size_of::<Value>()))?;
    Ok(rows)
}

/// Are the lines, of which some may be empty, numbers in different numbers, and more than one in some line?
fn are_neighbours(rows: &[Value]) -> bool {
    let lengths: FxHashSet<usize> = rows.iter().map(|row| members(row).len()).filter(|length| *length > 0).collect();
    let are_numbers = || rows.iter().flat_map(members).all(|value| matches!(value, Value::Integer(_)));
    lengths.len() > 1 && are_numbers()
}

fn list(members: Vec<Value>, meter: &Meter) -> Result<Value, Stop> {
    meter.room(members.len().saturating_mul(size_of::<Value>()))?;
    Ok(Value::list(members))
}

struct DataReader<'t> {
    letters: Peekable<Chars<'t>>,
    /// The place of the next character, counted from 1.
    line: usize,
    column: usize,
    separator: Separator,
    meter: &'t Meter,
}

impl DataReader<'_> {
    /// The next line, an empty list if it is empty; `None` at the end of the text.
    fn row(&mut self) -> Result<Option<Value>, Stop> {
        loop {
            self.skip_blanks();
            match self.letters.peek() {
                None => return Ok(None),
                Some('\n') => {
                    self.next();
                    return Ok(Some(Value::list(Vec::new())));
                }
                Some('#') if self.separator == Separator::Blanks => while self.next().is_some_and(|c| c != '\n') {},
                Some(_) => break,
            }
        }
        let mut values = Vec::new();
        loop {
            let value = self.value()?;
            self.meter.push(&mut values, value)?;
            self.skip_blanks();
            match self.letters.peek() {
                None => break,
                Some('\n') => {
                    self.next();
                    break;
                }
                Some(',') if self.separator == Separator::Commas => {
                    self.next();
                    self.skip_blanks();
                }
                Some(_) => {}
            }
        }
        match values.pop() {
            Some(only) if values.is_empty() => Ok(Some(only)),
            last => {
                values.extend(last);
                list(values, self.meter).map(Some)
            }
        }
    }

    fn value(&mut self) -> Result<Value, Stop> {
        self.meter.spend(1)?;
        let (line, column) = (self.line, self.column);
        let fault = |fault| Stop::Fault { fault, line, column };
        if self.letters.peek() == Some(&'"') {
            return self.quoted();
        }
        let mut text = String::new();
        while let Some(c) = self.letters.next_if(|c| !ends(*c, self.separator)) {
            self.column += 1;
            text.push(c);
        }
        let text = text.trim_end();
        let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(Value::text(text));
        }
        text.parse().map(Value::Integer).map_err(|_| fault(DataFault::Number))
    }

    /// A text in quotation marks, in which a mark that is written twice stands for one.
    fn quoted(&mut self) -> Result<Value, Stop> {
        let (line, column) = (self.line, self.column);
        self.next();
        let mut text = String::new();
        loop {
            match self.next() {
                None => return Err(Stop::Fault { fault: DataFault::Quote, line, column }),
                Some('"') if self.letters.peek() != Some(&'"') => break,
                Some('"') => {
                    self.next();
                    text.push('"');
                }
                Some(c) => text.push(c),
            }
        }
        let separator = self.separator;
        let is_apart = |c: &char| ends(*c, separator) || c.is_whitespace();
        if self.letters.peek().is_some_and(|c| !is_apart(c)) {
            return Err(self.behind());
        }
        self.skip_blanks();
        if separator == Separator::Commas && self.letters.peek().is_some_and(|c| !is_apart(c)) {
            return Err(self.behind());
        }
        Ok(Value::text(&text))
    }

    /// The error for something that stands directly behind a text in quotation marks.
    fn behind(&self) -> Stop {
        let fault = match self.separator {
            Separator::Commas => DataFault::BehindComma,
            Separator::Blanks => DataFault::BehindBlank,
        };
        Stop::Fault { fault, line: self.line, column: self.column }
    }

    fn skip_blanks(&mut self) {
        while self.letters.next_if(|c| c.is_whitespace() && *c != '\n').is_some() {
            self.column += 1;
        }
    }

    fn next(&mut self) -> Option<char> {
        let next = self.letters.next();
        match next {
            Some('\n') => (self.line, self.column) = (self.line + 1, 1),
            _ => self.column += 1,
        }
        next
    }
}

/// Whether a value without quotation marks ends here.
fn ends(c: char, separator: Separator) -> bool {
    match separator {
        Separator::Commas => matches!(c, ',' | '\n'),
        Separator::Blanks => c.is_whitespace(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, separator: Separator) -> Result<String, Stop> {
        rows(text, separator, &Meter::default()).map(|rows| Value::list(rows).to_string())
    }

    #[test]
    fn lines_are_values_or_lists_of_them() {
        use Separator::{Blanks, Commas};
        for (text, separator, expected) in [
            ("", Commas, "[]"),
            ("1,2\n2,3\n", Commas, "[[1, 2], [2, 3]]"),
            ("7\r\n\r\n-8\r\n", Commas, "[7, -8]"),
            ("\u{feff}a b , +3 ,,\"x, \"\"y\"\"\"", Commas, r#"[["a b", 3, "", "x, \"y\""]]"#),
            ("\"1\",1.5,-", Commas, r#"[["1", "1.5", "-"]]"#),
            ("1,\n", Commas, r#"[[1, ""]]"#),
            ("\"a\nb\" ,2", Commas, r#"[["a\nb", 2]]"#),
            ("# a b-file\n0 0\n1\t1 \n\n", Blanks, "[[0, 0], [1, 1]]"),
            ("++-- \"a b\"\n#3\n5", Blanks, r#"[["++--", "a b"], 5]"#),
            ("\n2\n0 1\n\n1\n", Blanks, "[[], [2], [0, 1], [], [1]]"),
            ("3\n\n4\n", Blanks, "[3, 4]"),
            ("1,2\n3\n", Commas, "[[1, 2], [3]]"),
        ] {
            assert_eq!(read(text, separator), Ok(expected.to_owned()), "{text:?}");
        }
    }

    #[test]
    fn headings_are_texts_above_numbers() {
        for (text, expected) in [
            ("heap,value\n3,5\n4,6", true),
            ("n\n3\n4", true),
            ("name,value\na,1\nb,2", true),
            // Edges between names, and a text among numbers.
            ("a,b\nb,c", false),
            ("a,b\n1,x\ny,2", false),
            ("a,a\n1,2", false),
            ("a,\n1,2", false),
            ("a,b", false),
            ("1,2\n3,4", false),
        ] {
            let rows = rows(text, Separator::Commas, &Meter::default()).unwrap();
            assert_eq!(headings(&rows).is_some() && has_numbers_below(&rows), expected, "{text:?}");
        }
    }

    #[test]
    fn what_cannot_be_read_has_a_place() {
        use Separator::{Blanks, Commas};
        for (text, separator, fault, line, column) in [
            ("1\n2, \"a\n", Commas, DataFault::Quote, 2, 4),
            ("\"a\"b", Commas, DataFault::BehindComma, 1, 4),
            ("\"a\" b", Commas, DataFault::BehindComma, 1, 5),
            ("1\n\"a\"\"b\"c", Blanks, DataFault::BehindBlank, 2, 7),
            ("1,170141183460469231731687303715884105728", Commas, DataFault::Number, 1, 3),
        ] {
            assert_eq!(read(text, separator), Err(Stop::Fault { fault, line, column }), "{text:?}");
        }
    }
}
