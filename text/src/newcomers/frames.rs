//! Builds questions from what a line contains. A question is proposed only if it uses all of it.

use super::collect::{Bracketed, Content, Given};
use super::words;
use crate::syntax::words::{AsksAbout, asks_about};

/// Verbs that any other may stand beside: `show me`, `compute`, `tell me about`, `help me`.
const WEAK: [&str; 5] = ["display", "compute", "about", "help", "games"];

/// The most readings of a line that are offered.
pub const MOST_READINGS: usize = 3;

/// What a line says, by kind.
struct Said<'c> {
    verbs: Vec<&'static str>,
    modes: Vec<&'static str>,
    games: Vec<&'c str>,
    positions: Vec<&'c Given>,
    numbers: Vec<&'c [String]>,
    ranges: Vec<(&'c str, &'c str)>,
    files: Vec<&'c str>,
    /// What is counted or set, with its number.
    counted: Vec<(&'static str, &'c str)>,
    has_texts: bool,
    content: &'c Content,
    is_question: bool,
}

impl<'c> Said<'c> {
    fn of(content: &'c Content, is_question: bool) -> Said<'c> {
        let mut said = Said {
            verbs: Vec::new(),
            modes: Vec::new(),
            games: Vec::new(),
            positions: Vec::new(),
            numbers: Vec::new(),
            ranges: Vec::new(),
            files: Vec::new(),
            counted: Vec::new(),
            has_texts: false,
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
                Given::Text(_) => said.has_texts = true,
                Given::Variable => {}
            }
        }
        // `first player or second player in S(5)?` asks who wins.
        if said.verbs.is_empty() && said.modes == ["first", "second"] {
            said.modes.clear();
            said.verbs.push("winner");
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
        let main = self.verbs.iter().copied().find(|main| self.verbs.iter().all(|other| includes(main, other)))?;
        Some(if main == "compute" { "grundy" } else { main })
    }

    /// Whether nothing was said but verbs and so many things of these kinds, in the order of the fields: games,
    /// positions, groups of numbers, ranges, files.
    fn is_only(&self, games: usize, positions: usize, numbers: usize, ranges: usize, files: usize) -> bool {
        let counts = [self.games.len(), self.positions.len(), self.numbers.len(), self.ranges.len(), self.files.len()];
        counts == [games, positions, numbers, ranges, files]
    }

    fn is_misere(&self) -> bool {
        self.modes.contains(&"misere")
    }

    /// The modes of play, such as `second`.
    fn play_modes(&self) -> String {
        let modes: Vec<&str> =
            self.modes.iter().copied().filter(|mode| *mode != "misere" && !is_format(mode)).collect();
        let counted = |unit: &str, before: &str, behind: &str| {
            let found = self.counted.iter().filter(move |(counted, _)| *counted == unit);
            found.map(|(_, number)| format!("{before}{number}{behind}")).collect::<Vec<_>>()
        };
        let modes = modes.into_iter().map(str::to_owned);
        let sheets = counted("sheets", "for ", " sheets");
        modes
            .chain(counted("questions", "", " questions"))
            .chain(sheets)
            .chain(counted("seed", "seed ", ""))
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// A question about a subject, with what stands behind it: ranges, a level, a number of questions.
    fn question(&self, verb: &str, subject: &str, rest: &str) -> String {
        let misere = if self.is_misere() { "misere" } else { "" };
        let file = self.file().map(|file| format!("to \"{file}\"")).unwrap_or_default();
        let words = [verb, misere, subject, rest, &file];
        words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// The file that is named, or one that is named for the game if only its format was said.
    fn file(&self) -> Option<String> {
        let named = self.files.first().map(|file| (*file).to_owned());
        let format = self.modes.iter().copied().find(|mode| is_format(mode));
        named.or_else(|| Some(format!("{}.{}", self.game_named()?, format?)))
    }

    fn game_named(&self) -> Option<&str> {
        let of_position = |item: &&'c Given| match item {
            Given::Position(heaps) => Some(heaps.game.as_str()),
            _ => None,
        };
        self.games.first().copied().or_else(|| self.positions.iter().find_map(of_position))
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

/// The statements that use all that a line contains, the surest first.
pub fn statements(content: &Content, is_question: bool) -> Vec<String> {
    let said = Said::of(content, is_question);
    let Some(verb) = said.verb().filter(|_| !said.has_texts && said.files.len() < 2) else { return Vec::new() };
    // What is stored without a file could go anywhere.
    if said.verbs.contains(&"save") && said.file().is_none() {
        return Vec::new();
    }
    let has_questions = said.counted.iter().any(|(unit, _)| *unit == "questions");
    let verb = if has_questions && (verb.is_empty() || WEAK.contains(&verb)) { "quiz" } else { verb };
    // What is counted belongs to exercises and to play.
    let is_classroom = matches!(verb, "quiz" | "exam" | "worksheet" | "play" | "tour");
    if !said.counted.is_empty() && !is_classroom {
        return Vec::new();
    }
    let frames: [fn(&Said, &'static str) -> Vec<String>; 6] =
        [of_session, of_values, of_many, of_positions, of_rows, of_games];
    frames.iter().map(|frame| frame(&said, verb)).find(|found| !found.is_empty()).unwrap_or_default()
}

/// About the session: `games`, `help`, `load`, `save`, `forget`, `quit`.
fn of_session(said: &Said, verb: &'static str) -> Vec<String> {
    let is_bare = said.is_only(0, 0, 0, 0, 0) && said.modes.is_empty() && said.counted.is_empty();
    match verb {
        "games" | "help" | "quit" | "tour" | "undo" if is_bare => vec![verb.to_owned()],
        "tour" if said.is_only(0, 0, 0, 0, 0) && said.modes.is_empty() && !said.counted.is_empty() => {
            vec![format!("tour lesson {}", said.counted[0].1)]
        }
        "load" | "save" if said.is_only(0, 0, 0, 0, 1) && said.modes.is_empty() => {
            vec![format!("{verb} \"{}\"", said.files[0])]
        }
        "forget" if said.is_only(said.games.len(), 0, 0, 0, 0) && !said.games.is_empty() && said.modes.is_empty() => {
            vec![format!("forget {}", said.games.join(", "))]
        }
        "lang en" | "lang zh" | "lang de" | "lang es" if is_bare => vec![format!("#| {}", verb.replace(' ', ": "))],
        _ => Vec::new(),
    }
}

/// About numbers, and whether things are equal.
fn of_values(said: &Said, verb: &'static str) -> Vec<String> {
    let flat: Vec<&str> = said.numbers.iter().copied().flatten().map(String::as_str).collect();
    let is_numbers = said.is_only(0, 0, said.numbers.len(), 0, 0) && said.modes.is_empty();
    let items = &said.content.items;
    match verb {
        "mex" if is_numbers && !flat.is_empty() => vec![format!("mex {{{}}}", flat.join(", "))],
        "nimsum" if is_numbers && flat.len() > 1 => vec![flat.join(" xor ")],
        "explain" if is_numbers && said.verbs.contains(&"mex") && !flat.is_empty() => {
            vec![format!("explain mex {{{}}}", flat.join(", "))]
        }
        // `why 27 xor 17 is 10`: the last number is the sum of the others.
        "explain" if is_numbers && flat.len() > 1 && said.verbs.contains(&"nimsum") => {
            let sum = flat.iter().try_fold(0, |sum, number| number.parse::<u64>().ok().map(|number| sum ^ number));
            let count = if flat.len() > 2 && sum == Some(0) { flat.len() - 1 } else { flat.len() };
            vec![format!("explain {}", flat[..count].join(" xor "))]
        }
        "equal" if is_numbers && flat.len() > 1 && said.verbs.contains(&"nimsum") => match items.last() {
            // `the xor of 3, 0 and 1 = 2`
            Some(Given::Numbers(last))
                if last.len() == 1 && items.iter().rev().nth(1) == Some(&Given::Verb("equal")) =>
            {
                vec![format!("{} == {}", flat[..flat.len() - 1].join(" xor "), flat[flat.len() - 1])]
            }
            // `3 xor 5 equals what`
            Some(Given::Verb(_)) => vec![flat.join(" xor ")],
            _ => Vec::new(),
        },
        "equal" if said.is_only(2, 0, 0, 0, 0) && said.modes.is_empty() => {
            vec![format!("{} == {}", said.games[0], said.games[1])]
        }
        "equal"
            if said.is_only(0, said.positions.len(), 0, 0, 0) && said.positions.len() > 1 && said.modes.is_empty() =>
        {
            let between = items.iter().position(|item| *item == Given::Verb("equal")).unwrap_or(0);
            let is_position = |item: &&Given| matches!(item, Given::Position(_));
            let (left, right) = match items[..between].iter().filter(is_position).count() {
                // `are S(3) and T(5) equal` has both on one side.
                0 | 2 if said.positions.len() == 2 => said.positions.split_at(1),
                left => said.positions.split_at(left),
            };
            match (sums(left).first(), sums(right).first()) {
                (Some(left), Some(right)) => vec![format!("{left} == {right}")],
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

/// How many of many there are, and which is the largest or the smallest.
fn of_many(said: &Said, verb: &'static str) -> Vec<String> {
    let function = match verb {
        "how many" | "how many options" => "length",
        "largest" => "max",
        "smallest" => "min",
        _ => return Vec::new(),
    };
    if !said.play_modes().is_empty() || said.file().is_some() {
        return Vec::new();
    }
    let misere = if said.is_misere() { "misere " } else { "" };
    if verb == "how many options" && said.is_only(0, said.positions.len(), 0, 0, 0) {
        let count = |sum: String| format!("{function}(options {misere}{sum})");
        return sums(&said.positions).into_iter().map(count).collect();
    }
    let ([game], [(from, to)], true) = (&said.games[..], &said.ranges[..], said.is_only(1, 0, 0, 1, 0)) else {
        return Vec::new();
    };
    let heaps = format!("n in {}", ordered(from, to));
    let has = |verb: &str| said.verbs.contains(&verb);
    let members = match (has("losing"), has("winning")) {
        (true, false) => format!("n for {heaps} if outcome {misere}{game}(n) == P"),
        (false, true) => format!("n for {heaps} if outcome {misere}{game}(n) == N"),
        (false, false) if function != "length" => format!("grundy {misere}{game}(n) for {heaps}"),
        _ => return Vec::new(),
    };
    vec![format!("{function}([{members}])")]
}

/// Questions about a position.
fn of_positions(said: &Said, verb: &'static str) -> Vec<String> {
    if !said.ranges.is_empty() {
        return Vec::new();
    }
    let asks = match verb {
        "second_wins" => "winner",
        "draw" => "tree",
        "losing" | "winning" => "outcome",
        "display" => "explain",
        "print" => "grundy",
        "" if said.is_question => "winner",
        "" => "",
        _ if asks_about(verb) == Some(AsksAbout::Position) => verb,
        _ => return Vec::new(),
    };
    if matches!(verb, "losing" | "winning" | "second_wins" | "display" | "print" | "draw") && said.positions.is_empty()
    {
        let is_nim = said.content.has_heaps || !said.games.is_empty();
        if !is_nim
            || said.numbers.is_empty()
            || said.numbers.concat().len() < 2 && !said.games.is_empty() && verb != "losing"
        {
            return Vec::new();
        }
    }
    // `losing S 0 30` asks about a row of heaps.
    if matches!(verb, "losing" | "winning")
        && !said.is_question
        && said.is_only(1, 0, 1, 0, 0)
        && said.numbers[0].len() == 2
    {
        return Vec::new();
    }
    let found = positions(said, verb);
    let is_many = found.len() > 1;
    let claim = match verb {
        "losing" => "== P",
        "winning" => "== N",
        _ => "",
    };
    // A position alone is asked for its value, unless it was already written so.
    if asks.is_empty() && !is_many && !said.numbers.is_empty() && said.games.is_empty() && !said.content.has_heaps {
        return Vec::new();
    }
    let mut modes = said.play_modes();
    // `why does the first player lose` is explained for both.
    if asks == "explain" && matches!(modes.as_str(), "first" | "second") && said.verbs.len() > 1 {
        modes.clear();
    }
    if !modes.is_empty() && !matches!(asks, "play" | "winner") {
        return Vec::new();
    }
    let file = said.file();
    if file.is_some() && !matches!(asks, "moves" | "tree" | "explain") {
        return Vec::new();
    }
    let prints = said.verbs.contains(&"print") && matches!(asks, "winner" | "outcome" | "options") && file.is_none();
    let question = |subject: String| {
        let question = said.question(asks, &subject, if claim.is_empty() { &modes } else { claim });
        if prints { format!("print {question}") } else { question }
    };
    found.into_iter().map(question).collect()
}

/// The sums that use all positions, games and numbers of the line.
fn positions(said: &Said, verb: &str) -> Vec<String> {
    let flat: Vec<&str> = said.numbers.iter().copied().flatten().map(String::as_str).collect();
    if !said.positions.is_empty() && said.games.is_empty() && flat.is_empty() {
        return sums(&said.positions);
    }
    if !said.games.is_empty()
        && !flat.is_empty()
        && let Some(pairs) = pairs(&said.content.items)
    {
        return pairs;
    }
    if let ([game], [], false) = (&said.games[..], &said.positions[..], flat.is_empty()) {
        return heaps_of(game, &flat);
    }
    if !said.positions.is_empty() || !said.games.is_empty() {
        return Vec::new();
    }
    if let [one, other] = said.numbers[..]
        && one.len().min(other.len()) == 1
        && one.len() != other.len()
        && !said.content.has_heaps
    {
        let (heap, amounts) = if one.len() == 1 { (one, other) } else { (other, one) };
        return vec![format!("(take <{}>)({})", amounts.join(", "), heap[0])];
    }
    let asks_for_heaps = matches!(verb, "winner" | "play" | "moves") && flat.len() > 1;
    match flat.len() {
        0 => Vec::new(),
        // The heaps of Nim, or of one of the few games of the session.
        _ if said.content.has_heaps || asks_for_heaps => {
            let own = &said.content.own_games[..];
            let own = if own.len() < MOST_READINGS && !said.content.says_nim { own } else { &[] };
            let games = std::iter::once("Nim").chain(own.iter().map(String::as_str));
            games.map(|game| heaps_in_brackets(game, &flat)).collect()
        }
        _ => Vec::new(),
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
            for other in [format!("{game}[{bare}]"), format!("{game}([{bare}])"), format!("{game}({bare})")] {
                push_new(&mut ways, other);
            }
            ways.extend(is_large.then(|| format!("{game}({})", bare.replace(", ", ""))));
            ways
        }
        _ => Vec::new(),
    }
}

/// Questions about many heaps of a game.
fn of_rows(said: &Said, verb: &'static str) -> Vec<String> {
    let asks = match verb {
        "grundy" | "export" | "print" | "display" | "save" | "values" | "" => "values",
        "outcome" | "losing" | "second_wins" | "loses" => "losing",
        "draw" => "plot",
        "compare" if said.games.len() > 1 => "values",
        "table" | "winning" | "plot" | "pattern" | "period" => verb,
        _ => return Vec::new(),
    };
    let numbers: Vec<&str> = said.numbers.iter().copied().flatten().map(String::as_str).collect();
    // The values of several games side by side.
    if let ([_, _, ..], [(from, to)], true) = (&said.games[..], &said.ranges[..], matches!(asks, "values" | "table")) {
        let each: Vec<String> = said.games.iter().map(|game| format!("grundy {game}(n) as {game}")).collect();
        let is_only = said.is_only(said.games.len(), 0, 0, 1, 0) && said.modes.is_empty();
        return is_only
            .then(|| format!("survey {} for n in {}", each.join(", "), ordered(from, to)))
            .into_iter()
            .collect();
    }
    let [game] = said.games[..] else { return Vec::new() };
    // A list of values is printed as a list.
    if verb == "grundy" && said.verbs.contains(&"print") {
        return Vec::new();
    }
    if !said.positions.is_empty() || !said.play_modes().is_empty() || !said.ranges.is_empty() && !numbers.is_empty() {
        return Vec::new();
    }
    let file = said.file();
    let mut rows = match (&said.ranges[..], &numbers[..]) {
        ([], []) => String::new(),
        ([], [to]) => format!("0..{to}"),
        ([], [from, to]) => format!("{from}..{to}"),
        ([], _) => return Vec::new(),
        (ranges, _) => ranges.iter().map(|(from, to)| ordered(from, to)).collect::<Vec<_>>().join(", "),
    };
    let is_vague = matches!(verb, "" | "display" | "print" | "outcome");
    if rows.is_empty() && (is_vague || verb == "grundy") && file.is_none() && !said.verbs.contains(&"values") {
        return Vec::new();
    }
    // The first 20 losing heaps are not those among the first 20.
    if said.content.counts && matches!(asks, "losing" | "winning") {
        return Vec::new();
    }
    // A number alone could be the seconds of a search.
    if asks == "period" && !numbers.is_empty() {
        return Vec::new();
    }
    if file.is_some() && rows.is_empty() && asks != verb && asks == "values" {
        "0..40".clone_into(&mut rows);
    }
    // Games with two coordinates take two ranges.
    let both = format!("{rows}, {rows}");
    let question = |verb: &str, rest: &str| said.question(verb, game, rest);
    match said.ranges.len() {
        // Without a verb the values may be meant, or who wins.
        1 if verb.is_empty() => {
            ["values", "losing"].iter().flat_map(|verb| [question(verb, &rows), question(verb, &both)]).collect()
        }
        1 if !rows.is_empty() => vec![question(asks, &rows), question(asks, &both)],
        _ => vec![question(asks, &rows)],
    }
}

/// A range with the smaller end first.
pub fn ordered(from: &str, to: &str) -> String {
    match (from.parse::<u64>(), to.parse::<u64>()) {
        (Ok(first), Ok(last)) if first > last => format!("{to}..{from}"),
        _ => format!("{from}..{to}"),
    }
}

/// Questions about a game as a whole.
fn of_games(said: &Said, verb: &'static str) -> Vec<String> {
    let [game] = said.games[..] else { return Vec::new() };
    let modes = said.play_modes();
    let asks_for_exercises = matches!(verb, "quiz" | "exam" | "worksheet");
    let files = if asks_for_exercises { said.files.len() } else { 0 };
    let is_alone = said.is_only(1, 0, 0, 0, files) && !said.is_misere() && said.file().is_none() == (files == 0);
    let asks = match verb {
        // A name by itself.
        "" if said.content.items.len() == 1 => "about",
        "help" | "explain" => "about",
        "about" | "show" => verb,
        _ if asks_about(verb) == Some(AsksAbout::Game) => verb,
        _ => return Vec::new(),
    };
    if is_alone && (modes.is_empty() || asks_for_exercises) {
        return vec![said.question(asks, game, &modes.replace("level ", ""))];
    }
    if let ([numbers], true) = (&said.numbers[..], said.is_only(1, 0, 1, 0, 0) && said.modes.is_empty())
        && let [number] = &numbers[..]
        && asks_for_exercises
        && said.counted.is_empty()
    {
        return vec![format!("{asks} {game} {number} questions")];
    }
    Vec::new()
}
