//! Reads the lexemes of a line for what is certain: games, positions, numbers, ranges, files, and words of the tables.
//! Every lexeme ends up in an item, or is a word that carries nothing, or was not understood.

use super::lexemes::{Lexeme, LexemeKind, behind_group, longest, written};
use super::words::{self, Known, meaning};
use crate::syntax::words::{AsksAbout, Group, asks_about, find, is_keyword};

/// A position as it was written: a game, and what stands in the brackets behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bracketed {
    pub game: String,
    pub inside: String,
    /// The bracket that opens.
    pub open: char,
}

/// A piece of content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// A verb, by its name in this language or in `words.txt`.
    Verb(&'static str),
    /// How to ask or to play.
    Mode(&'static str),
    Game(String),
    Position(Bracketed),
    /// Numbers that stand together.
    Numbers(Vec<String>),
    /// From a number to another, both included.
    Range(String, String),
    File(String),
    /// A number with what it counts or sets: `8 questions`, `seed 7`.
    Counted(&'static str, String),
    Text(String),
    /// A variable such as `n` in `S(n)`.
    Variable,
}

/// What a line contains.
#[derive(Debug, Default)]
pub struct Content {
    pub items: Vec<Given>,
    /// The words and signs that were not understood.
    pub unknown: Vec<String>,
    /// Whether it speaks of heaps.
    pub has_heaps: bool,
    /// Whether it names Nim.
    pub says_nim: bool,
    /// Whether it counts: `the first 20`.
    pub counts: bool,
    /// Whether it has a word that this language does not have.
    pub is_translated: bool,
    /// The games of the session that heaps without a game may be of.
    pub own_games: Vec<String>,
    /// How many heaps it says there are, where their sizes stand elsewhere.
    counted_heaps: Option<(String, String)>,
    /// The rows and columns of a board that stand before its game: `a 3 by 4 game of Cram`.
    size: Option<(String, String)>,
}

/// The most heaps of one size that are written out.
const MOST_ALIKE: usize = 20;

/// Reads the lexemes of a line.
pub fn collect(lexemes: &[Lexeme], known: &dyn Known) -> Content {
    let mut content = Content { own_games: known.own_games(), ..Content::default() };
    let mut at = 0;
    while at < lexemes.len() {
        let lexeme = &lexemes[at];
        content.has_heaps |= words::meaning("heaps", &lexeme.low).is_some();
        content.says_nim |= matches!(lexeme.low.as_str(), "nim" | "ним" | "尼姆" | "尼姆堆");
        content.counts |= longest("first", lexemes, at).is_some();
        content.is_translated |= lexeme.kind == LexemeKind::Word
            && !is_keyword(&lexeme.text)
            && known.game(&lexeme.text).as_ref() != Some(&lexeme.text);
        at = step(lexemes, at, known, &mut content);
    }
    // `exam for Anna, to anna.json`
    let is_of_file = |word: &str| {
        let names =
            |item: &Given| matches!(item, Given::File(file) if file.split('.').next() == Some(&word.to_lowercase()));
        content.items.iter().any(names)
    };
    content.unknown.retain(|word| !is_of_file(word));
    // `who invented nim`
    let names_none = content.items.iter().all(|item| matches!(item, Given::Verb(_)));
    content.items.extend(known.game("Nim").filter(|_| content.says_nim && names_none).map(Given::Game));
    content.give_size(known);
    if let Some((count, said)) = content.counted_heaps.take()
        && content.sizes().to_string() != count
    {
        content.unknown.push(said);
    }
    content
}

impl Content {
    /// Makes a position of the game and of the size that was said before it.
    fn give_size(&mut self, known: &dyn Known) {
        let Some((rows, columns)) = self.size.take() else { return };
        let games = self.items.iter().enumerate().filter_map(|(at, item)| match item {
            Given::Game(game) => Some((at, game.clone())),
            _ => None,
        });
        let found = match &games.collect::<Vec<_>>()[..] {
            [(at, game)] => known.sized(game, &rows, &columns).map(|inside| (*at, game.clone(), inside)),
            _ => None,
        };
        match found {
            Some((at, game, inside)) => self.items[at] = Given::Position(Bracketed { game, inside, open: '(' }),
            None => self.unknown.push(format!("{rows} by {columns}")),
        }
    }

    /// How many heaps have a size.
    fn sizes(&self) -> usize {
        let sizes = |item: &Given| match item {
            Given::Numbers(numbers) => numbers.len(),
            _ => 0,
        };
        self.items.iter().map(sizes).sum()
    }
}

/// Reads what stands at a lexeme, and returns the index behind it.
fn step(lexemes: &[Lexeme], at: usize, known: &dyn Known, content: &mut Content) -> usize {
    let lexeme = &lexemes[at];
    if let Some(Given::Game(game)) = content.items.last()
        && let Some((inside, end)) = board(lexemes, at, |rows, columns| known.sized(game, rows, columns))
    {
        let position = Bracketed { game: game.clone(), inside, open: '(' };
        content.items.pop();
        content.items.push(Given::Position(position));
        return end;
    }
    let mut took = |items: Vec<Given>, end: usize| {
        content.items.extend(items);
        end
    };
    match lexeme.kind {
        LexemeKind::File => return took(vec![Given::File(lexeme.text.clone())], at + 1),
        LexemeKind::Text => {
            let is_file = lexeme.text.contains('.') && !lexeme.text.contains(' ');
            let text = lexeme.text.clone();
            return took(vec![if is_file { Given::File(text) } else { Given::Text(text) }], at + 1);
        }
        LexemeKind::Code => return took(vec![Given::Game(format!("octal {}", lexeme.text))], at + 1),
        _ => {}
    }
    if let Some((items, end)) = game_with_heaps(lexemes, at, known) {
        return took(items, end);
    }
    if let Some((items, end)) = counted(lexemes, at).or_else(|| who_loses(lexemes, at)) {
        return took(items, end);
    }
    if let Some((from, to, end)) = range(lexemes, at) {
        // `up to 8 by 8`
        let other = number(lexemes, end + 1).filter(|_| joins_sizes(lexemes, end));
        let first = Given::Range(from.clone(), to);
        return match other {
            Some((other, end)) => took(vec![first, Given::Range(from, other)], end),
            None => took(vec![first], end),
        };
    }
    if let Some((items, end)) = numbers_of_heaps(lexemes, at).or_else(|| amounts(lexemes, at)) {
        return took(items, end);
    }
    if let Some((count, end)) = heaps_without_sizes(lexemes, at) {
        let said = lexemes[at..end].iter().map(|lexeme| lexeme.text.as_str()).collect::<Vec<_>>().join(" ");
        content.counted_heaps = Some((count, said));
        return end;
    }
    if let Some((rows, columns, end)) = size_of_board(lexemes, at) {
        content.size = Some((rows, columns));
        return end;
    }
    // `a 4 by 5 Chomp board`
    if content.size.is_some() && meaning("board", &lexeme.low).is_some() {
        return at + 1;
    }
    // `when n = 11`
    let is_listed = lexemes[..at].iter().any(|lexeme| lexeme.text == "[");
    let named = at + if is_listed { 0 } else { length_of_name(lexemes, at) };
    if let Some((numbers, end)) = numbers(lexemes, named) {
        return took(vec![Given::Numbers(numbers)], end);
    }
    word(lexemes, at, known, content)
}

/// `8 easy questions`, `25 copies`, `seed = 7`, `lesson 4`
fn counted(lexemes: &[Lexeme], at: usize) -> Option<(Vec<Given>, usize)> {
    if let Some((unit, length)) = longest("setting", lexemes, at) {
        let opens =
            |at: &usize| lexemes.get(*at).is_some_and(|next| matches!(next.text.as_str(), "=" | ":" | "(" | "number"));
        let from = at + length + usize::from(opens(&(at + length)));
        let (number, end) = number(lexemes, from)?;
        let closes = lexemes.get(end).is_some_and(|next| next.text == ")" && lexemes[from - 1].text == "(");
        return Some((vec![Given::Counted(unit, number)], end + usize::from(closes)));
    }
    let (number, mut end) = number(lexemes, at).filter(|_| longest("mod", lexemes, at).is_none())?;
    let mut items = Vec::new();
    while let Some((mode, length)) = longest("mod", lexemes, end) {
        items.push(Given::Mode(mode));
        end += length;
    }
    let (unit, length) = longest("unit", lexemes, end)?;
    items.push(Given::Counted(unit, number));
    Some((items, end + length))
}

/// `whoever takes the last stone loses`, which is misère play, and `… wins`, which needs no word.
fn who_loses(lexemes: &[Lexeme], at: usize) -> Option<(Vec<Given>, usize)> {
    const MOST: usize = 14;
    let (mut is_last, mut who) = (false, None);
    for end in at..lexemes.len().min(at + MOST) {
        is_last |= longest("last", lexemes, end).is_some();
        who = who.or(longest("wins", lexemes, end).map(|(who, length)| (who, end + length)));
        match who {
            Some(("loses", end)) if is_last => return Some((vec![Given::Mode("misere")], end)),
            Some(("wins", end)) if is_last => return Some((Vec::new(), end)),
            _ => {}
        }
        let carries = |kind| longest(kind, lexemes, end).is_some();
        let is_part = ["last", "wins", "nothing", "thing", "move", "amount"].into_iter().any(carries);
        if !is_part && (end > at || lexemes[at].low != "but") || lexemes[end].text == "," {
            return None;
        }
    }
    None
}

/// Reads a word: a verb, a mode, a game in any case, or one that carries nothing.
fn word(lexemes: &[Lexeme], at: usize, known: &dyn Known, content: &mut Content) -> usize {
    let lexeme = &lexemes[at];
    let own_verb = || {
        find(&lexeme.text).map(|word| (word.word, 1)).filter(|(name, _)| asks_about(name) == Some(AsksAbout::Position))
    };
    let verb = longest("verb", lexemes, at).or_else(own_verb);
    let mode = longest("mod", lexemes, at);
    let stones = longest("thing", lexemes, at).filter(|found| found.0 == "stone");
    // A function of the language asks for something, though its name may be said without meaning: `length(h)`.
    let is_call = find(&lexeme.text).is_some_and(|word| word.group == Group::Function)
        && lexemes.get(at + 1).is_some_and(|next| next.text == "(" && next.is_glued);
    let nothing = longest("nothing", lexemes, at).or(stones).filter(|_| !is_call).map_or(0, |found| found.1);
    let length = |found: Option<(&str, usize)>| found.map_or(0, |found| found.1);
    let has_verb = content.items.iter().any(|item| matches!(item, Given::Verb(_)));
    if let Some((mode, length)) = mode.filter(|mode| mode.1 >= length(verb) && mode.1 >= nothing) {
        content.items.push(Given::Mode(mode));
        return at + length;
    }
    // `but he starts`
    if lexeme.low == "but" && longest("mod", lexemes, at + 1).is_some() {
        return at + 1;
    }
    let exact = known
        .game(&lexeme.text)
        .filter(|name| *name == lexeme.text || name.len() > 2 && content.own_games.contains(name));
    let exact = exact.or_else(|| letter_of_game(lexemes, at, known));
    if let Some(name) = exact.filter(|_| length(verb) < 2) {
        content.items.push(Given::Game(name));
        return at + 1;
    }
    // Books call the function of Grundy values G.
    if matches!(lexeme.text.as_str(), "G" | "g" | "SG" | "sg")
        && lexemes.get(at + 1).is_some_and(|next| next.text == "(")
        && game_with_heaps(lexemes, at + 2, known).is_some()
    {
        content.items.push(Given::Verb("grundy"));
        return at + 1;
    }
    if let Some((verb, length)) = verb
        && nothing <= length.max(1)
        && !(has_verb && nothing >= length && verb != "equal")
    {
        content.items.push(Given::Verb(verb));
        return at + length;
    }
    if let Some(name) = known.game(&lexeme.text).filter(|_| nothing == 0) {
        content.items.push(Given::Game(name));
        return at + 1;
    }
    if nothing > 0 && !joins_positions(lexemes, at, known) {
        return at + nothing;
    }
    // `first player or second player`
    let is_mode = matches!(content.items.last(), Some(Given::Mode(_)));
    let either =
        longest("or", lexemes, at).filter(|(_, length)| is_mode && longest("mod", lexemes, at + length).is_some());
    if let Some(length) = joint(lexemes, at, known).or(either.map(|(_, length)| length)) {
        return at + length;
    }
    if matches!(lexeme.text.as_str(), "n" | "i" | "k") {
        content.items.push(Given::Variable);
        return at + 1;
    }
    if matches!(lexeme.text.as_str(), "=" | "==") && has_verb {
        content.items.push(Given::Verb("equal"));
        return at + 1;
    }
    content.unknown.push(lexeme.text.clone());
    at + 1
}

/// The game that a small letter stands for, as in `the values of s`, though it may also be what is left of a French or an
/// English word: no game is written as it was defined, and no word is joined to the letter.
fn letter_of_game(lexemes: &[Lexeme], at: usize, known: &dyn Known) -> Option<String> {
    let lexeme = &lexemes[at];
    let may_be_left = matches!(lexeme.text.as_str(), "s" | "t" | "d" | "g" | "m" | "c" | "l" | "j");
    let is_joined = lexemes.get(at + 1).is_some_and(|next| next.is_glued && next.kind == LexemeKind::Word);
    let is_exact = |lexeme: &Lexeme| known.game(&lexeme.text).as_ref() == Some(&lexeme.text);
    known.game(&lexeme.text).filter(|_| may_be_left && !is_joined && !lexemes.iter().any(is_exact))
}

/// Whether a game and its heaps stand at a lexeme.
fn is_position(lexemes: &[Lexeme], at: usize, known: &dyn Known) -> bool {
    game_with_heaps(lexemes, at, known).is_some_and(|(items, _)| matches!(items[..], [Given::Position(_)]))
}

/// Whether a word stands between two positions, so that it says what is done with them.
fn joins_positions(lexemes: &[Lexeme], at: usize, known: &dyn Known) -> bool {
    let joins = ["to", "into", "is", "against", "in", "for", "vs", "versus", "by", "from", "if", "then", "when"];
    let closes = at > 0 && matches!(lexemes[at - 1].text.as_str(), ")" | "]");
    closes && joins.contains(&lexemes[at].low.as_str()) && is_position(lexemes, at + 1, known)
}

/// How many lexemes are taken by what only stands between others: commas, `and`, brackets round everything.
fn joint(lexemes: &[Lexeme], at: usize, known: &dyn Known) -> Option<usize> {
    let lexeme = &lexemes[at];
    let next = lexemes.get(at + 1);
    if let Some((_, length)) = longest("and", lexemes, at) {
        return Some(length);
    }
    match lexeme.text.as_str() {
        "(" | ")" | "[" | "]" | "{" | "}" | "," | ":" | ";" | "?" | "!" | "." => Some(1),
        // A sum of positions, or of games with their heaps behind them.
        "+" | "xor" | "&" => {
            let is_game = next.is_some_and(|next| known.game(&next.text).is_some() || next.text == "*");
            is_game.then_some(1)
        }
        ">" | "=>" | "->" | "to" | "into" => {
            let is_file = next.is_some_and(|next| matches!(next.kind, LexemeKind::File | LexemeKind::Text));
            is_file.then_some(1)
        }
        _ => longest("to", lexemes, at)
            .filter(|(_, length)| {
                let next = lexemes.get(at + length);
                next.is_some_and(|next| matches!(next.kind, LexemeKind::File | LexemeKind::Text))
                    || longest("mod", lexemes, at + length).is_some()
            })
            .map(|(_, length)| length),
    }
}

/// `S(5)`, `S[3, 4]`, `S(n)`, `S(0..9)`, `*5`, `star 5`, `octal 0.77`
fn game_with_heaps(lexemes: &[Lexeme], at: usize, known: &dyn Known) -> Option<(Vec<Given>, usize)> {
    let lexeme = lexemes.get(at)?;
    let next = lexemes.get(at + 1);
    if meaning("octal", &lexeme.low) == Some("game") {
        // The code itself is the game.
        let is_said = |next: &&Lexeme| meaning("octal", &next.low).is_some();
        let code = at + 1 + lexemes[at + 1..].iter().take_while(is_said).count();
        return lexemes.get(code).filter(|code| code.kind == LexemeKind::Code).map(|_| (Vec::new(), code));
    }
    // `Nim of five`
    if let Some(game) = known.game(&lexeme.text)
        && next.is_some_and(|next| next.low == "of")
        && range(lexemes, at + 2).is_none()
        && let Some((heaps, end)) = numbers(lexemes, at + 2)
    {
        let open = if heaps.len() == 1 { '(' } else { '[' };
        return Some((vec![Given::Position(Bracketed { game, inside: heaps.join(", "), open })], end));
    }
    let next = next.filter(|next| matches!(next.text.as_str(), "(" | "[" | "{") && next.kind == LexemeKind::Sign)?;
    let game = known.game(&lexeme.text)?;
    let end = behind_group(lexemes, at + 1)?;
    let inside = &lexemes[at + 2..end - 1];
    let text = written(&with_digits(inside));
    if text.is_empty() || text.len() == 1 && text.starts_with(|letter: char| letter.is_ascii_lowercase()) {
        return Some((vec![Given::Game(game), Given::Variable], end));
    }
    let open = next.text.chars().next()?;
    Some((vec![Given::Position(Bracketed { game, inside: text, open })], end))
}

/// The lexemes with digits in place of numbers in words.
pub fn with_digits(lexemes: &[Lexeme]) -> Vec<Lexeme> {
    let (mut digits, mut at) = (Vec::new(), 0);
    while let Some(lexeme) = lexemes.get(at) {
        let number = number(lexemes, at).filter(|_| lexeme.kind == LexemeKind::Word);
        let (text, end) = number.unwrap_or_else(|| (lexeme.text.clone(), at + 1));
        digits.push(Lexeme { text, ..lexeme.clone() });
        at = end;
    }
    digits
}

/// A number at a lexeme, in digits or in words, and the index behind it: `12`, `twenty five`, `two hundred`.
pub fn number(lexemes: &[Lexeme], at: usize) -> Option<(String, usize)> {
    let lexeme = lexemes.get(at)?;
    if lexeme.kind == LexemeKind::Number {
        return Some((lexeme.text.clone(), at + 1));
    }
    let word = |at: usize| words::meaning("number", &lexemes.get(at)?.low)?.parse::<u64>().ok();
    let mut value = word(at)?;
    let mut end = at + 1;
    if let Some(units) = word(end).filter(|units| (20..100).contains(&value) && (1..10).contains(units)) {
        value += units;
        end += 1;
    }
    if let Some(unit) = word(end).filter(|unit| value < 100 && *unit >= 100) {
        value *= unit;
        end += 1;
    }
    Some((value.to_string(), end))
}

/// Numbers that stand together, with or without brackets: `3, 4 and 5`, `3 4 5`, `[3,4,5]`.
pub fn numbers(lexemes: &[Lexeme], at: usize) -> Option<(Vec<String>, usize)> {
    let close = match lexemes.get(at)?.text.as_str() {
        "(" => ")",
        "[" => "]",
        "{" => "}",
        "<" => ">",
        _ => "",
    };
    if !close.is_empty() {
        let (inside, end) = numbers(lexemes, at + 1)?;
        return lexemes.get(end).is_some_and(|lexeme| lexeme.text == close).then_some((inside, end + 1));
    }
    let (first, mut end) = number(lexemes, at)?;
    let mut found = vec![first];
    loop {
        let mut next = end;
        while let Some(length) = separator(lexemes, next) {
            next += length;
        }
        // What follows may be a range, as in `3, 0..5`.
        let Some((number, behind)) = number(lexemes, next).filter(|_| range(lexemes, next).is_none()) else { break };
        found.push(number);
        end = behind;
    }
    Some((found, end))
}

/// `3 by 4`, `3x4`: rows, columns, and the index behind them.
fn size_of_board(lexemes: &[Lexeme], at: usize) -> Option<(String, String, usize)> {
    let (rows, by) = number(lexemes, at)?;
    let (columns, end) = number(lexemes, by + 1).filter(|_| joins_sizes(lexemes, by))?;
    Some((rows, columns, end))
}

/// Whether a word stands between the sizes of a board.
fn joins_sizes(lexemes: &[Lexeme], at: usize) -> bool {
    lexemes.get(at).is_some_and(|by| matches!(by.low.as_str(), "by" | "x" | "auf" | "par" | "por" | "на"))
}

/// `board 4 5`, `on a 3 by 4 board`, `3x4`, where the game has such positions: what stands in its brackets, and the index behind it.
fn board(lexemes: &[Lexeme], at: usize, sized: impl Fn(&str, &str) -> Option<String>) -> Option<(String, usize)> {
    let is_board = |at: usize| lexemes.get(at).is_some_and(|next| meaning("board", &next.low).is_some());
    let is_of = |at: usize| lexemes.get(at).is_some_and(|next| matches!(next.low.as_str(), "of" | "von" | "de"));
    let named = if is_board(at) { 1 + usize::from(is_of(at + 1)) } else { 0 };
    let (rows, behind) = number(lexemes, at + named)?;
    let is_comma = lexemes.get(behind).is_some_and(|comma| comma.text == ",");
    let joins = joins_sizes(lexemes, behind);
    let (columns, end) = number(lexemes, behind + usize::from(is_comma || joins))?;
    let is_said = named > 0 || is_board(end);
    let inside = sized(&rows, &columns).filter(|_| is_said || joins);
    Some((inside?, end + usize::from(is_board(end))))
}

/// How many lexemes a separator of numbers takes.
fn separator(lexemes: &[Lexeme], at: usize) -> Option<usize> {
    match lexemes.get(at)?.text.as_str() {
        "," | "&" | "|" => Some(1),
        _ => longest("and", lexemes, at).or_else(|| longest("or", lexemes, at)).map(|(_, length)| length),
    }
}

/// A range at a lexeme, and the index behind it: `0..20`, `from 0 to 20`, `up to 20`, `first 20`.
pub fn range(lexemes: &[Lexeme], at: usize) -> Option<(String, String, usize)> {
    let text = |at: usize| lexemes.get(at).map_or("", |lexeme| lexeme.low.as_str());
    let is_open = matches!(text(at), "(" | "[" | "{" | "<");
    if is_open && let Some((from, to, end)) = range(lexemes, at + 1) {
        return matches!(text(end), ")" | "]" | "}" | ">").then_some((from, to, end + 1));
    }
    if matches!(text(at), "n" | "i" | "k") && matches!(text(at + 1), "=" | "in" | "from" | "<" | "<=") {
        return below(lexemes, at + 1).or_else(|| range(lexemes, at + 2));
    }
    // `0 <= n <= 20`
    if let Some((from, end)) = number(lexemes, at).filter(|(_, end)| text(*end) == "<=")
        && matches!((text(end + 1), text(end + 2)), ("n" | "i" | "k", "<" | "<="))
        && let Some((to, behind)) = number(lexemes, end + 3)
    {
        return Some((from, less(&to, u64::from(text(end + 2) == "<"))?, behind));
    }
    let start = at + longest("from", lexemes, at).map_or(0, |(_, length)| length);
    if let Some((from, behind)) = number(lexemes, start) {
        let dash = matches!(text(behind), "-" | ":" | "~") as usize;
        // `0, …, 9`, but `1, 3, …, 9` leaves numbers out.
        let follows_comma = at.checked_sub(1).is_some_and(|before| text(before) == ",");
        let is_dotted = text(behind) == "," && text(behind + 1) == "..";
        let dots = if is_dotted { 2 + usize::from(text(behind + 2) == "," && !follows_comma) } else { 0 };
        let to = longest("to", lexemes, behind).map_or(dash.max(dots), |(_, length)| length);
        if to > 0
            && let Some((to, end)) = number(lexemes, behind + to)
            // `3-1` is a difference.
            && (text(behind) != "-" || from.parse::<u64>().ok() <= to.parse::<u64>().ok())
        {
            return Some((from, to, end));
        }
        // `20 first values`, and in Chinese and Japanese the word for `up to` behind the number.
        let is_unspaced = lexemes.get(behind).is_some_and(|next| next.text.starts_with(words::is_unspaced));
        let ends = [("first", 1), ("upto", 0), ("below", 1)].into_iter().take(if is_unspaced { 3 } else { 1 });
        let end = ends.filter_map(|(kind, fewer)| Some((longest(kind, lexemes, behind)?.1, fewer))).next();
        if let Some((length, fewer)) = end.filter(|_| start == at) {
            return Some(("0".to_owned(), less(&from, fewer)?, behind + length));
        }
    }
    between(lexemes, at).or_else(|| {
        [("below", 1), ("upto", 0), ("first", 1)].into_iter().find_map(|(kind, fewer)| {
            let (_, length) = longest(kind, lexemes, at)?;
            let (to, end) = number(lexemes, at + length + length_of_name(lexemes, at + length))?;
            (text(end) != "..").then_some(("0".to_owned(), less(&to, fewer)?, end))
        })
    })
}

/// `< 9`, `<= 9`, behind a name
pub fn below(lexemes: &[Lexeme], at: usize) -> Option<(String, String, usize)> {
    let sign = lexemes.get(at).filter(|sign| matches!(sign.text.as_str(), "<" | "<="))?;
    let (to, end) = number(lexemes, at + 1)?;
    Some(("0".to_owned(), less(&to, u64::from(sign.text == "<"))?, end))
}

/// `between 3 and 5`
fn between(lexemes: &[Lexeme], at: usize) -> Option<(String, String, usize)> {
    let (_, length) = longest("between", lexemes, at)?;
    let (from, behind) = number(lexemes, at + length)?;
    let (_, length) = ["and", "to"].into_iter().find_map(|kind| longest(kind, lexemes, behind))?;
    let (to, end) = number(lexemes, behind + length)?;
    Some((from, to, end))
}

/// A number less one, or as it is.
fn less(number: &str, fewer: u64) -> Option<String> {
    match number.parse::<u64>() {
        Ok(value) => value.checked_sub(fewer).map(|value| value.to_string()),
        Err(_) if fewer == 0 => Some(number.to_owned()),
        Err(_) => Some(format!("{number}-{fewer}")),
    }
}

/// `three heaps of 3, 5 and 6`, where the number of heaps is said twice, and `two heaps of 5`.
fn numbers_of_heaps(lexemes: &[Lexeme], at: usize) -> Option<(Vec<Given>, usize)> {
    let (count, behind) = number(lexemes, at)?;
    let heaps = words::meaning("heaps", &lexemes.get(behind)?.low)?;
    let mut next = behind + 1;
    while lexemes.get(next).is_some_and(|lexeme| matches!(lexeme.low.as_str(), "of" | "with" | ":" | "size" | "sizes"))
    {
        next += 1;
    }
    let (mut sizes, end) = numbers(lexemes, next)?;
    let count: usize = count.parse().ok()?;
    if sizes.len() == 1 && heaps == "counted" && count <= MOST_ALIKE {
        sizes = vec![sizes.swap_remove(0); count];
    }
    (sizes.len() > 1 && sizes.len() == count).then_some((vec![Given::Numbers(sizes)], end))
}

/// `two heaps`, without their sizes, also said as `two heap`: how many, and the index behind it.
fn heaps_without_sizes(lexemes: &[Lexeme], at: usize) -> Option<(String, usize)> {
    let (count, behind) = number(lexemes, at)?;
    let heaps = words::meaning("heaps", &lexemes.get(behind)?.low)?;
    let is_count = heaps == "counted" || count != "1" && lexemes[at].kind == LexemeKind::Word;
    is_count.then_some((count, behind + 1))
}

/// How many lexemes say what a number is: `n =`.
fn length_of_name(lexemes: &[Lexeme], at: usize) -> usize {
    let text = |at: usize| lexemes.get(at).map_or("", |lexeme| lexeme.text.as_str());
    if matches!((text(at), text(at + 1)), ("n" | "i" | "k", "=" | "==")) { 2 } else { 0 }
}

/// `picks {5, 1, 4}`, `take 1 2 3`, `the subtraction game S(1, 2, 5)`: the amounts of a game without a name.
fn amounts(lexemes: &[Lexeme], at: usize) -> Option<(Vec<Given>, usize)> {
    let is_verb = matches!(lexemes.get(at)?.low.as_str(), "take" | "takes" | "pick" | "picks" | "subtract");
    let sign = lexemes.get(at + 1).is_some_and(|next| matches!(next.text.as_str(), "=" | ":")) as usize;
    let (amounts, end) = if is_verb { numbers(lexemes, at + 1 + sign)? } else { subtraction_set(lexemes, at)? };
    // Haskell: the first so many of a list.
    if lexemes.get(end).is_some_and(|next| next.text == "[") {
        return None;
    }
    Some((vec![Given::Game(format!("(take <{}>)", amounts.join(", ")))], end))
}

/// The amounts of a game that is called by its kind, `subtraction game with subtraction set S = {1, 3}`, and the index behind them.
pub fn subtraction_set(lexemes: &[Lexeme], at: usize) -> Option<(Vec<String>, usize)> {
    let is_kind = |lexeme: &&Lexeme| meaning("subtraction", &lexeme.low).is_some();
    let kind = lexemes.get(at..)?.iter().take_while(is_kind).count();
    lexemes.get(at).filter(|first| kind > 0 && meaning("subtraction", &first.low) == Some("game"))?;
    set_behind(lexemes, at + kind)
}

/// The set of a subtraction game, behind what calls it so: `with S = {1, 3}`, and the index behind it.
pub fn set_behind(lexemes: &[Lexeme], at: usize) -> Option<(Vec<String>, usize)> {
    let is_between = |lexeme: &&Lexeme| {
        meaning("subtraction", &lexeme.low).is_some()
            || lexeme.kind == LexemeKind::Word && lexeme.text.len() == 1
            || matches!(lexeme.text.as_str(), "=" | ":" | "is" | "are" | ",")
    };
    numbers(lexemes, at + lexemes.get(at..)?.iter().take_while(is_between).count())
}
