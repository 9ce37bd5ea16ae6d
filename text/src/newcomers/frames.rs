//! Builds questions from what a line contains: the first row of `frames.txt` that uses all of it.

use super::collect::{Bracketed, Content, Given};
use super::words;
use crate::source::blocks::blocks;
use crate::syntax::words::{AsksAbout, asks_about};

/// Verbs that any other may stand beside: `show me`, `compute`, `tell me about`, `help me`.
const WEAK: [&str; 5] = ["display", "compute", "about", "help", "games"];

/// The most readings of a line that are offered.
pub const MOST_READINGS: usize = 3;

/// A question, as a row of `frames.txt` says it.
#[derive(Clone, Copy)]
struct Frame {
    verbs: &'static str,
    contains: &'static str,
    statements: &'static str,
    #[cfg_attr(not(test), expect(dead_code))]
    example: &'static str,
}

fn frames() -> Vec<Frame> {
    let frame = |&(verbs, row): &(&'static str, &'static str)| {
        let (contains, rest) = row.split_once('⇒')?;
        let (statements, example) = rest.split_once('‥')?;
        Some(Frame { verbs, contains, statements, example })
    };
    let blocks = blocks(include_str!("frames.txt"));
    blocks.iter().flat_map(|block| block.lines()).filter_map(frame).collect()
}

/// What a line says, by kind.
struct Said<'c> {
    verbs: Vec<&'static str>,
    modes: Vec<&'static str>,
    games: Vec<&'c str>,
    positions: Vec<&'c Given>,
    /// Groups of numbers, and the numbers of all of them.
    numbers: Vec<&'c [String]>,
    flat: Vec<&'c str>,
    ranges: Vec<(&'c str, &'c str)>,
    files: Vec<&'c str>,
    /// What is counted or set, with its number.
    counted: Vec<(&'static str, &'c str)>,
    content: &'c Content,
    is_question: bool,
}

/// The statements that use all that a line contains, the surest first.
pub fn statements(content: &Content, is_question: bool) -> Vec<String> {
    framed(content, is_question, &frames())
}

fn framed(content: &Content, is_question: bool, frames: &[Frame]) -> Vec<String> {
    let said = Said::of(content, is_question);
    let has_texts = content.items.iter().any(|item| matches!(item, Given::Text(_)));
    let Some(verb) = said.verb().filter(|_| !has_texts && said.files.len() < 2) else { return Vec::new() };
    // What is stored without a file could go anywhere.
    if said.verbs.contains(&"save") && said.file().is_none() {
        return Vec::new();
    }
    let has_questions = said.counted.iter().any(|(unit, _)| *unit == "questions");
    let verb = if has_questions && (verb.is_empty() || WEAK.contains(&verb)) { "quiz" } else { verb };
    // What is counted belongs to exercises and to play.
    if !said.counted.is_empty() && !matches!(verb, "quiz" | "exam" | "worksheet" | "play" | "tour") {
        return Vec::new();
    }
    frames.iter().map(|frame| said.in_frame(frame, verb)).find(|found| !found.is_empty()).unwrap_or_default()
}

impl<'c> Said<'c> {
    fn of(content: &'c Content, is_question: bool) -> Said<'c> {
        let mut said = Said {
            verbs: Vec::new(),
            modes: Vec::new(),
            games: Vec::new(),
            positions: Vec::new(),
            numbers: Vec::new(),
            flat: Vec::new(),
            ranges: Vec::new(),
            files: Vec::new(),
            counted: Vec::new(),
            content,
            is_question,
        };
        for item in &content.items {
            match item {
                Given::Verb(verb) => push_new(&mut said.verbs, verb),
                Given::Mode(mode) => push_new(&mut said.modes, mode),
                Given::Game(game) => push_new(&mut said.games, game.as_str()),
                Given::Position(_) => said.positions.push(item),
                Given::Numbers(numbers) => said.numbers.push(numbers),
                Given::Range(from, to) => said.ranges.push((from, to)),
                Given::File(file) => said.files.push(file),
                Given::Counted(unit, number) => said.counted.push((unit, number)),
                Given::Text(_) | Given::Variable => {}
            }
        }
        said.flat = said.numbers.iter().copied().flatten().map(String::as_str).collect();
        // `first player or second player in S(5)?` asks who wins.
        if said.verbs.is_empty() && said.modes == ["first", "second"] {
            said.modes.clear();
            said.verbs.push("winner");
        }
        // `why does the first player lose` is explained for both.
        if said.verbs.len() > 1 && said.verbs.contains(&"explain") {
            said.modes.retain(|mode| !matches!(*mode, "first" | "second"));
        }
        said
    }

    /// The verb that includes all others, if there is one; "" if no verb was said.
    fn verb(&self) -> Option<&'static str> {
        let includes = |main: &str, other: &str| {
            main == other
                || WEAK.contains(&other) && (!WEAK.contains(&main) || matches!(other, "display" | "compute"))
                || words::includes(main, other)
        };
        if self.verbs.is_empty() {
            return Some("");
        }
        let includes_all = |main: &&str| self.verbs.iter().all(|other| includes(main, other));
        let (weak, strong): (Vec<&str>, Vec<&str>) = self.verbs.iter().partition(|verb| WEAK.contains(verb));
        let main = strong.into_iter().chain(weak).find(includes_all)?;
        Some(if main == "compute" { "grundy" } else { main })
    }

    /// The statements that a frame makes, if it is for what was said.
    fn in_frame(&self, frame: &Frame, verb: &'static str) -> Vec<String> {
        let (verbs, beside) = frame.verbs.split_once(" & ").unwrap_or((frame.verbs, ""));
        let written = verbs.split(' ').find_map(|own| {
            let (own, written) = own.split_once('=').unwrap_or((own, own));
            match own {
                "-" => verb.is_empty().then_some(if written == "-" { "" } else { written }),
                "position" => (asks_about(verb) == Some(AsksAbout::Position)).then_some(verb),
                "game" => (asks_about(verb) == Some(AsksAbout::Game)).then_some(verb),
                _ => (own == verb.replace(' ', "_")).then_some(written),
            }
        });
        let Some(written) = written.filter(|_| beside.is_empty() || self.verbs.contains(&beside)) else {
            return Vec::new();
        };
        let contains: Vec<&str> = frame.contains.split_whitespace().collect();
        let counts = [
            ("game", self.games.len()),
            ("position", self.positions.len()),
            ("number", self.flat.len()),
            ("range", self.ranges.len()),
            ("file", self.files.len()),
        ];
        let fits = |&(kind, count): &(&str, usize)| match contains.iter().find_map(|own| own.strip_prefix(kind)) {
            None => count == 0,
            Some("") => count == 1,
            Some("+") => count > 0,
            Some("++") => count > 1,
            Some(_) => true,
        };
        let has = |hole: &str| frame.statements.contains(hole);
        let allows = [
            ("$misere", !self.is_misere()),
            ("$modes", self.play_modes().is_empty() || has("$lesson")),
            ("$to", self.format().is_none()),
        ];
        let is_meant = counts.iter().all(fits)
            && allows.iter().all(|(hole, is_unsaid)| *is_unsaid || has(hole))
            && (!contains.contains(&"question") || self.is_question)
            && (!contains.contains(&"alone") || self.content.items.len() == 1);
        let readings = frame.statements.split(" / ").filter(|_| is_meant);
        let tidy = |statement: String| statement.split_whitespace().collect::<Vec<_>>().join(" ");
        readings.flat_map(|reading| self.filled(reading, verb, written)).map(tidy).collect()
    }

    /// A statement with all ways to fill its holes.
    fn filled(&self, statement: &str, verb: &'static str, written: &str) -> Vec<String> {
        let Some((before, behind)) = statement.split_once('$') else { return vec![statement.to_owned()] };
        let end = behind.find(|letter: char| !letter.is_alphabetic()).unwrap_or(behind.len());
        let rests = self.filled(&behind[end..], verb, written);
        let ways = match &behind[..end] {
            "verb" => vec![written.to_owned()],
            "heaps" => self.heaps(verb),
            "rows" => self.rows(verb).unwrap_or_default(),
            "positions" => sums(&self.positions),
            hole => self.hole(hole).into_iter().collect(),
        };
        let joined = |way: &String| rests.iter().map(|rest| format!("{before}{way}{rest}")).collect::<Vec<_>>();
        ways.iter().flat_map(joined).collect()
    }

    /// What stands in a hole that is filled in one way; `None` if nothing can.
    fn hole(&self, hole: &str) -> Option<String> {
        Some(match hole {
            "misere" => if self.is_misere() { "misere" } else { "" }.to_owned(),
            "modes" => self.play_modes().replace("level ", if self.verbs.contains(&"play") { "level " } else { "" }),
            "to" => self.file().map_or(String::new(), |file| format!("to \"{file}\"")),
            "file" => (*self.files.first()?).to_owned(),
            "lesson" => self.counted.first()?.1.to_owned(),
            "game" => (*self.games.first()?).to_owned(),
            "games" => self.games.join(", "),
            "numbers" => self.flat.join(", "),
            "xor" => self.flat.join(" xor "),
            // `why 27 xor 17 is 10`: the last number is the sum of the others.
            "summands" => {
                let add = |sum: u64, number: &&str| number.parse::<u64>().ok().map(|number| sum ^ number);
                let sum = self.flat.iter().try_fold(0, add);
                let has_sum = self.flat.len() > 2 && sum == Some(0);
                self.flat[..self.flat.len() - usize::from(has_sum)].join(" xor ")
            }
            "sum" => self.asked_sum()?,
            "sides" => self.sides()?,
            "columns" => {
                let column = |game: &&str| format!("grundy {game}(n) as {game}");
                self.games.iter().map(column).collect::<Vec<_>>().join(", ")
            }
            "range" => self.ranges.first().map(|(from, to)| ordered(from, to))?,
            _ => return None,
        })
    }

    /// `the xor of 3, 0 and 1 = 2`, `3 xor 5 equals what`
    fn asked_sum(&self) -> Option<String> {
        match &self.content.items[..] {
            [.., Given::Verb("equal"), Given::Numbers(last)] if last.len() == 1 => {
                let (last, summands) = self.flat.split_last()?;
                Some(format!("{} == {last}", summands.join(" xor ")))
            }
            [.., Given::Verb(_)] => Some(self.flat.join(" xor ")),
            _ => None,
        }
    }

    /// Two games, or two sums of positions, that are compared.
    fn sides(&self) -> Option<String> {
        if let [one, other] = &self.games[..] {
            return Some(format!("{one} == {other}"));
        }
        let items = &self.content.items;
        let between = items.iter().position(|item| *item == Given::Verb("equal")).unwrap_or(0);
        let before = items[..between].iter().filter(|item| matches!(item, Given::Position(_))).count();
        let (left, right) = match before {
            // `are S(3) and T(5) equal` has both on one side.
            0 | 2 if self.positions.len() == 2 => self.positions.split_at(1),
            left => self.positions.split_at(left),
        };
        Some(format!("{} == {}", sums(left).first()?, sums(right).first()?))
    }

    fn is_misere(&self) -> bool {
        self.modes.contains(&"misere")
    }

    /// The format of a file that was said instead of its name.
    fn format(&self) -> Option<&'static str> {
        self.modes.iter().copied().find(|mode| is_format(mode))
    }

    /// The modes of play, such as `second`.
    fn play_modes(&self) -> String {
        let modes = self.modes.iter().filter(|mode| **mode != "misere" && !is_format(mode));
        let mut modes: Vec<String> = modes.map(|mode| (*mode).to_owned()).collect();
        for (unit, before, behind) in
            [("questions", "", " questions"), ("sheets", "for ", " sheets"), ("seed", "seed ", "")]
        {
            let counted = self.counted.iter().filter(|(counted, _)| *counted == unit);
            modes.extend(counted.map(|(_, number)| format!("{before}{number}{behind}")));
        }
        modes.join(" ")
    }

    /// The file that is named, or one that is named for the game if only its format was said.
    fn file(&self) -> Option<String> {
        let of_position = |item: &&'c Given| match item {
            Given::Position(heaps) => Some(heaps.game.as_str()),
            _ => None,
        };
        let game = self.games.first().copied().or_else(|| self.positions.iter().find_map(of_position));
        let named = self.files.first().map(|file| (*file).to_owned());
        named.or_else(|| Some(format!("{}.{}", game?, self.format()?)))
    }

    /// The sums that use all positions, games and numbers of the line.
    fn heaps(&self, verb: &str) -> Vec<String> {
        let Said { games, positions, numbers, flat, content, .. } = self;
        let needs_position =
            matches!(verb, "losing" | "winning" | "second_wins" | "display" | "print" | "draw") && positions.is_empty();
        let is_nim = content.has_heaps || !games.is_empty();
        if needs_position && (!is_nim || flat.is_empty() || flat.len() < 2 && !games.is_empty() && verb != "losing") {
            return Vec::new();
        }
        // `losing S 0 30` asks about a row of heaps.
        let is_row = games.len() == 1 && positions.is_empty() && numbers.len() == 1 && flat.len() == 2;
        if matches!(verb, "losing" | "winning") && !self.is_question && is_row {
            return Vec::new();
        }
        if !positions.is_empty() && games.is_empty() && flat.is_empty() {
            return sums(positions);
        }
        if !games.is_empty()
            && !flat.is_empty()
            && let Some(pairs) = pairs(&content.items)
        {
            return pairs;
        }
        if let ([game], [], false) = (&games[..], &positions[..], flat.is_empty()) {
            return heaps_of(game, flat);
        }
        if !positions.is_empty() || !games.is_empty() {
            return Vec::new();
        }
        if let [one, other] = numbers[..]
            && one.len().min(other.len()) == 1
            && one.len() != other.len()
            && !content.has_heaps
            && (!verb.is_empty() || self.is_question)
        {
            let (heap, amounts) = if one.len() == 1 { (one, other) } else { (other, one) };
            return vec![format!("(take <{}>)({})", amounts.join(", "), heap[0])];
        }
        // The heaps of Nim, or of one of the few games of the session.
        let asks_for_heaps = matches!(verb, "winner" | "play" | "moves") && flat.len() > 1;
        if flat.is_empty() || !content.has_heaps && !asks_for_heaps {
            return Vec::new();
        }
        let own = &content.own_games[..];
        let own = if own.len() < MOST_READINGS && !content.says_nim { own } else { &[] };
        let games = std::iter::once("Nim").chain(own.iter().map(String::as_str));
        games.map(|game| heaps_in_brackets(game, flat)).collect()
    }

    /// The rows of heaps that a question about a game names; `None` if it is none.
    fn rows(&self, verb: &str) -> Option<Vec<String>> {
        let has = |verb| self.verbs.contains(&verb);
        let is_list = matches!(verb, "grundy" | "export" | "print" | "display" | "save" | "values" | "");
        let has_file = self.file().is_some();
        let mut rows = match (&self.ranges[..], &self.flat[..]) {
            ([], []) => String::new(),
            ([], [to]) => format!("0..{to}"),
            ([], [from, to]) => format!("{from}..{to}"),
            (ranges, []) => ranges.iter().map(|(from, to)| ordered(from, to)).collect::<Vec<_>>().join(", "),
            _ => return None,
        };
        let is_vague = matches!(verb, "" | "display" | "print" | "outcome" | "grundy");
        let is_lost = matches!(verb, "outcome" | "losing" | "second_wins" | "loses" | "winning");
        if rows.is_empty() && is_vague && !has_file && !has("values")
            // A list of values is printed as a list.
            || verb == "grundy" && has("print")
            // The first 20 losing heaps are not those among the first 20.
            || self.content.counts && is_lost
            // A number alone could be the seconds of a search.
            || verb == "period" && !self.flat.is_empty()
        {
            return None;
        }
        if has_file && rows.is_empty() && is_list && verb != "values" {
            "0..40".clone_into(&mut rows);
        }
        // Games with two coordinates take two ranges.
        let both = format!("{rows}, {rows}");
        Some(if self.ranges.len() == 1 { vec![rows, both] } else { vec![rows] })
    }
}

fn is_format(mode: &str) -> bool {
    matches!(mode, "csv" | "svg" | "tex" | "md")
}

fn push_new<T: PartialEq>(list: &mut Vec<T>, new: T) {
    if !list.contains(&new) {
        list.push(new);
    }
}

/// Each game with the numbers behind it, and the other positions: `S five plus T three`.
fn pairs(items: &[Given]) -> Option<Vec<String>> {
    let content: Vec<&Given> = items.iter().filter(|item| !matches!(item, Given::Verb(_) | Given::Mode(_))).collect();
    let mut parts = Vec::new();
    let mut rest = &content[..];
    while let Some((first, behind)) = rest.split_first() {
        rest = behind;
        parts.push(match (first, behind.first()) {
            (Given::Position(_), _) => sums(&[first]),
            (Given::Game(game), Some(Given::Numbers(numbers))) => {
                rest = &behind[1..];
                heaps_of(game, &numbers.iter().map(String::as_str).collect::<Vec<_>>())
            }
            _ => return None,
        });
    }
    Some(joined(&parts))
}

fn heaps_in_brackets(game: &str, sizes: &[&str]) -> String {
    if let [size] = sizes { format!("{game}({size})") } else { format!("{game}[{}]", sizes.join(", ")) }
}

/// The ways to write heaps of a game.
fn heaps_of(game: &str, sizes: &[&str]) -> Vec<String> {
    let listed = sizes.join(", ");
    if sizes.len() == 1 || game.starts_with('(') {
        return vec![format!("{game}({listed})")];
    }
    vec![format!("{game}({listed})"), format!("{game}[{listed}]"), format!("{game}([{listed}])")]
}

/// The sums of positions, in each way in which the brackets of each may have been meant.
fn sums(positions: &[&Given]) -> Vec<String> {
    joined(&positions.iter().map(|position| ways(position)).collect::<Vec<_>>())
}

/// One way for each part, joined; parts beyond the first few are written in their first way only.
fn joined(parts: &[Vec<String>]) -> Vec<String> {
    const MOST: usize = 12;
    let mut sums = vec![String::new()];
    for part in parts {
        let ways = if sums.len() * part.len() > MOST { &part[..1] } else { &part[..] };
        let with = |sum: &String, way: &String| if sum.is_empty() { way.clone() } else { format!("{sum} + {way}") };
        sums = sums.iter().flat_map(|sum| ways.iter().map(move |way| with(sum, way))).collect();
    }
    sums
}

fn ways(position: &Given) -> Vec<String> {
    match position {
        Given::Position(Bracketed { game, inside, open }) => {
            let bare = inside.trim_start_matches(['[', '{']).trim_end_matches([']', '}']);
            // `S(12,345)` is two heaps or a large one.
            let mut groups = bare.split(", ");
            let is_number =
                |group: &str, most: usize| group.len() <= most && group.bytes().all(|byte| byte.is_ascii_digit());
            let is_large = groups.next().is_some_and(|first| !first.is_empty() && is_number(first, 3))
                && bare.contains(", ")
                && groups.all(|group| group.len() == 3 && is_number(group, 3));
            let written = if *open == '[' { format!("{game}[{inside}]") } else { format!("{game}({inside})") };
            let mut ways = vec![written];
            // A single heap is no list of heaps.
            let is_single = *open == '(' && !inside.contains([',', '[', '{']);
            let in_list = Some(format!("{game}[{bare}]")).filter(|_| !is_single);
            for other in in_list.into_iter().chain([format!("{game}([{bare}])"), format!("{game}({bare})")]) {
                push_new(&mut ways, other);
            }
            ways.extend(is_large.then(|| format!("{game}({})", bare.replace(", ", ""))));
            ways
        }
        _ => Vec::new(),
    }
}

/// A range with the smaller end first.
pub fn ordered(from: &str, to: &str) -> String {
    match (from.parse::<u64>(), to.parse::<u64>()) {
        (Ok(first), Ok(last)) if first > last => format!("{to}..{from}"),
        _ => format!("{from}..{to}"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::collect::collect;
    use super::super::lexemes::{lexemes, plain};
    use super::super::tests::Few;
    use super::super::trimmed;
    use super::*;

    /// Each row of the table has a line that is read otherwise without it.
    #[test]
    fn every_frame_changes_something() {
        let frames = frames();
        let mut idle = Vec::new();
        for (at, frame) in frames.iter().enumerate() {
            let line = plain(frame.example.trim());
            let (line, is_question) = trimmed(&line);
            let content = collect(&lexemes(line).unwrap(), &Few);
            let without = [&frames[..at], &frames[at + 1..]].concat();
            let found = framed(&content, is_question, &frames);
            if !content.unknown.is_empty() || found.is_empty() || found == framed(&content, is_question, &without) {
                idle.push(format!("{}: {found:?}, {:?}", frame.example, content));
            }
        }
        assert!(idle.is_empty() && frames.len() > 30, "{} rows:\n{}", frames.len(), idle.join("\n"));
    }
}
