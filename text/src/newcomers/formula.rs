//! Reads expressions in the notation of books and of other languages: Python, C, R, Excel, LaTeX made plain.

use super::collect::{number, range};
use super::expression::{FormulaTree, MINUS, NOT, PRODUCT, binding};
use super::lexemes::{Lexeme, LexemeKind, longest};
use super::words::{Known, is_function, meaning};
use crate::syntax::spelling;
use crate::syntax::words::{AsksAbout, Group, asks_about, find, is_reserved};

mod members;
mod predicates;

/// The deepest nesting that is read.
const DEEPEST: usize = 40;

/// How many values of an expression are read at most, those that are read again included: far more than it can have.
const STEPS: usize = 5_000;

/// Where a reader of expressions stands.
pub struct Formula<'l> {
    pub lexemes: &'l [Lexeme],
    pub at: usize,
    known: &'l dyn Known,
    depth: usize,
    /// How many more values are read, so that what is read in two ways, one inside the other, comes to an end.
    steps: usize,
    /// Whether what is read may be said in words, as in a claim: `S(n) losing`.
    is_said: bool,
    /// What was said of last, of which more may be said: `n is prime and odd`.
    subject: Option<FormulaTree>,
}

/// The expression that all lexemes make up.
pub fn whole(lexemes: &[Lexeme], known: &dyn Known) -> Option<FormulaTree> {
    let mut formula = Formula::new(lexemes, known);
    let tree = formula.expression()?;
    let tree = formula.cases('(', tree)?;
    (formula.at == lexemes.len()).then_some(tree)
}

impl<'l> Formula<'l> {
    pub fn new(lexemes: &'l [Lexeme], known: &'l dyn Known) -> Formula<'l> {
        Formula { lexemes, at: 0, known, depth: 0, steps: STEPS, is_said: false, subject: None }
    }

    /// A reader of what is said, and not only written.
    pub fn in_words(lexemes: &'l [Lexeme], known: &'l dyn Known) -> Formula<'l> {
        Formula { is_said: true, ..Formula::new(lexemes, known) }
    }

    /// What the longest phrase of a kind that stands here is called.
    pub fn phrase(&self, kind: &'static str) -> Option<&'static str> {
        longest(kind, self.lexemes, self.at).map(|(called, _)| called)
    }

    /// Takes the longest phrase of a kind: what it is called.
    pub fn takes_phrase(&mut self, kind: &'static str) -> Option<&'static str> {
        let (called, length) = longest(kind, self.lexemes, self.at)?;
        self.at += length;
        Some(called)
    }

    fn text(&self, ahead: usize) -> &'l str {
        self.lexemes.get(self.at + ahead).filter(|lexeme| lexeme.kind != LexemeKind::Text).map_or("", |next| &next.text)
    }

    fn kind(&self) -> Option<LexemeKind> {
        self.lexemes.get(self.at).map(|lexeme| lexeme.kind)
    }

    /// Takes a sign or a word, if it stands here.
    pub fn takes(&mut self, text: &str) -> bool {
        let stands = self.text(0) == text || meaning("keyword", self.text(0)) == Some(text);
        self.at += usize::from(stands);
        stands
    }

    /// What is read here; if it cannot be read, nothing is taken.
    pub fn attempt(&mut self, read: impl FnOnce(&mut Self) -> Option<FormulaTree>) -> Option<FormulaTree> {
        let before = self.at;
        let found = read(self);
        if found.is_none() {
            self.at = before;
        }
        found
    }

    /// An expression, with what may stand behind it: `c ? a : b`, `a if c else b`.
    pub fn expression(&mut self) -> Option<FormulaTree> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let tree = self.expression_inside();
        self.depth -= 1;
        tree
    }

    fn expression_inside(&mut self) -> Option<FormulaTree> {
        if self.takes("if") {
            return self.condition_first();
        }
        if self.takes("|") {
            return self.guarded();
        }
        if let Some(lambda) = self.attempt(Self::lambda) {
            return Some(lambda);
        }
        let first = self.operators(1)?;
        let before = self.at;
        if self.takes("?") {
            let then = self.expression()?;
            let otherwise = self.takes(":").then(|| self.expression())??;
            return Some(FormulaTree::choice(first, then, otherwise));
        }
        if self.takes("if") {
            let condition = self.operators(1)?;
            if self.takes("else") {
                let otherwise = self.expression()?;
                return Some(FormulaTree::choice(condition, first, otherwise));
            }
            self.at = before;
        }
        Some(first)
    }

    /// `if c then a else b`, `if c: a else: b`, `if (c) a else b`; the `if` has been taken.
    fn condition_first(&mut self) -> Option<FormulaTree> {
        let condition = self.operators(1)?;
        let _ = self.takes("then") || self.takes(":") || self.takes(",");
        let then = self.block()?;
        let _ = self.takes(";");
        let _ = self.takes("else") || self.takes("otherwise");
        let _ = self.takes(":");
        let otherwise = self.block()?;
        let _ = self.takes("end") || self.takes("fi");
        Some(FormulaTree::choice(condition, then, otherwise))
    }

    /// Haskell's `| n < 2 = 0 | otherwise = n`; the first bar has been taken.
    fn guarded(&mut self) -> Option<FormulaTree> {
        if self.takes("otherwise") {
            return self.takes("=").then(|| self.expression())?;
        }
        let length = self.lexemes[self.at..].iter().position(|lexeme| lexeme.text == "=")?;
        let condition = Formula::in_words(&self.lexemes[self.at..self.at + length], self.known).condition()?;
        self.at += length + 1;
        let then = self.expression()?;
        let otherwise = self.takes("|").then(|| self.guarded())??;
        Some(FormulaTree::choice(condition, then, otherwise))
    }

    /// What one side of a condition gives: `return x`, `{ x }`.
    fn block(&mut self) -> Option<FormulaTree> {
        match self.body()? {
            FormulaTree::Listed('{', mut members) if members.len() == 1 => members.pop(),
            value => Some(value),
        }
    }

    /// `lambda n: …`, `n -> …`, `\x y -> …`, `(n) => …`, `function(n) …`, `[](int n) { … }`
    fn lambda(&mut self) -> Option<FormulaTree> {
        let captures = ["[]", "[=]", "[&]"].iter().find(|signs| {
            let mut signs = signs.chars().enumerate();
            signs.all(|(ahead, sign)| self.text(ahead).chars().eq([sign]))
        });
        self.at += captures.map_or(0, |signs| signs.len());
        let is_function = self.takes("lambda") || self.takes("function") || captures.is_some();
        let names = self.names()?;
        let arrow =
            self.takes("->") || self.takes("=>") || is_function && (self.takes(":") || !self.text(0).is_empty());
        let body = arrow.then(|| self.body())??;
        Some(FormulaTree::Lambda(names, body.into()))
    }

    /// Names between commas, with or without brackets.
    fn names(&mut self) -> Option<Vec<String>> {
        let opens = self.takes("(");
        let mut names = Vec::new();
        while self.kind() == Some(LexemeKind::Word) {
            // A type may stand before a name: `int n`.
            let is_typed =
                self.text(1) != "," && self.text(1) != ")" && meaning("define", self.text(0)) == Some("type");
            self.at += usize::from(is_typed);
            names.push(self.text(0).to_owned());
            self.at += 1;
            // Haskell puts nothing between them.
            if !self.takes(",") && self.kind() != Some(LexemeKind::Word) {
                break;
            }
        }
        (!names.is_empty() && (!opens || self.takes(")"))).then_some(names)
    }

    /// The value of a function: an expression, also behind `return` and in braces.
    pub fn body(&mut self) -> Option<FormulaTree> {
        let before = self.at;
        let opens = self.takes("{");
        let returns = self.takes("return");
        if opens && !returns {
            // Braces without `return` are a set, unless no set can be read.
            self.at = before;
            if let Some(set) = self.expression() {
                return Some(set);
            }
            self.at = before + 1;
        }
        let value = self.expression()?;
        let _ = self.takes(";");
        (!opens || self.takes("}")).then_some(value)
    }

    /// Something that is true or false, or any other value.
    pub fn condition(&mut self) -> Option<FormulaTree> {
        self.operators(1)
    }

    /// An expression of operators that bind at least so tightly.
    pub fn operators(&mut self, least: u8) -> Option<FormulaTree> {
        let first = self.prefixed()?;
        self.operators_behind(first, least)
    }

    /// The expression that begins with `left`, which has been read, and goes on with operators that bind at least so tightly.
    pub fn operators_behind(&mut self, mut left: FormulaTree, least: u8) -> Option<FormulaTree> {
        loop {
            if self.text(0) == "≡" && least <= NOT + 1 {
                left = self.congruent(left)?;
                continue;
            }
            if least <= NOT + 1
                && let Some(said) = self.attempt(|formula| formula.predicate(&left))
            {
                left = said;
                continue;
            }
            let Some((operator, length)) = self.operator() else { break };
            if operator == "iff" && least <= 1 {
                self.at += length;
                let sides = [left, self.operators(2)?].map(|side| FormulaTree::Listed('(', vec![side]));
                let [one, other] = sides;
                left = FormulaTree::infix("==", one, other);
                continue;
            }
            let Some(binds) = binding(operator).filter(|binds| *binds >= least) else { break };
            self.at += length;
            if operator == ".." {
                left = self.range(left)?;
                continue;
            }
            let subject = self.subject.clone().filter(|_| matches!(operator, "and" | "or"));
            let right = match subject.and_then(|subject| self.attempt(|formula| formula.predicate(&subject))) {
                Some(said) => said,
                None => self.operators(if matches!(operator, "^" | "**") { binds } else { binds + 1 })?,
            };
            left = FormulaTree::infix(operator, left, right);
        }
        Some(left)
    }

    /// `n ≡ 0 (mod 4)`, whose left side has been read.
    fn congruent(&mut self, left: FormulaTree) -> Option<FormulaTree> {
        self.at += 1;
        let right = self.operators(MINUS)?;
        let opens = self.text(0) == "(" && self.text(1) == "mod" && self.takes("(");
        (self.takes("mod") || self.takes("%")).then_some(())?;
        let modulus = self.operators(MINUS)?;
        // A remainder is its own remainder; anything else has one of its own.
        let is_remainder = match (&right, &modulus) {
            (FormulaTree::Number(right), FormulaTree::Number(modulus)) => {
                matches!((right.parse::<u64>(), modulus.parse::<u64>()), (Ok(right), Ok(modulus)) if right < modulus)
            }
            _ => false,
        };
        let right = if is_remainder { right } else { FormulaTree::infix("%", right, modulus.clone()) };
        let remainder = FormulaTree::infix("%", left, modulus);
        (!opens || self.takes(")")).then(|| FormulaTree::infix("==", remainder, right))
    }

    /// The range that begins with `from`; its dots have been taken.
    fn range(&mut self, from: FormulaTree) -> Option<FormulaTree> {
        let ends = matches!(self.text(0), "" | ")" | "]" | "}" | ">" | ",");
        let to = if ends { None } else { Some(Box::new(self.operators(7)?)) };
        let step = if self.takes("step") { Some(Box::new(self.operators(7)?)) } else { None };
        Some(FormulaTree::Range(from.into(), to, step))
    }

    /// The operator that stands here, as this language writes it, and how many lexemes it takes: `divided by` is one.
    fn operator(&self) -> Option<(&'static str, usize)> {
        const OWN: [&str; 22] = [
            "<<", ">>", "or", "and", "==", "!=", "<", "<=", ">", ">=", "in", "except", "..", "xor", "+", "-", "++",
            "*", "/", "%", "^", "**",
        ];
        let own = |text: &str| OWN.into_iter().find(|own| *own == text);
        let sign = match self.text(0) {
            "=" | "~" => Some("=="),
            "is" if !self.is_said => Some("=="),
            sign @ ("|" | "&") if self.at > 0 && self.is_number(self.at + 1) && self.ends_number() => {
                Some(if sign == "|" { "or" } else { "and" })
            }
            // Haskell's `7 /= 8`; C divides what a name stands for.
            "/=" if self.at > 1 || self.at == 1 && self.is_number(0) => Some("!="),
            // `4 x 7`
            "x" if self.at > 0 && [self.at - 1, self.at + 1].iter().all(|&at| self.is_number(at)) => Some("*"),
            "(+)" => Some("xor"),
            // `zero to thirty`
            "to" | "through" | "until"
                if self.at > 0 && [self.at - 1, self.at + 1].iter().all(|&at| self.is_number(at)) =>
            {
                Some("..")
            }
            text => own(text).or_else(|| own(spelling("operator", text)?)).or_else(|| own(&text.to_lowercase())),
        };
        let iff = |said: &'static str| (said == "iff").then_some(said);
        let said = longest("operator", self.lexemes, self.at)
            .and_then(|(said, length)| Some((own(said).or_else(|| iff(said))?, length)));
        said.filter(|(_, length)| *length > 1).or(sign.map(|sign| (sign, 1))).or(said)
    }

    fn is_number(&self, at: usize) -> bool {
        number(self.lexemes, at).is_some()
    }

    /// Whether what stands before may be a number.
    fn ends_number(&self) -> bool {
        self.is_number(self.at - 1) || self.lexemes[self.at - 1].text == ")"
    }

    fn prefixed(&mut self) -> Option<FormulaTree> {
        self.steps = self.steps.checked_sub(1)?;
        match self.text(0) {
            "not" | "!" | "~" => {
                self.at += 1;
                Some(FormulaTree::Prefix("not", self.operators(NOT)?.into()))
            }
            "-" => {
                self.at += 1;
                Some(FormulaTree::Prefix("-", self.operators(MINUS)?.into()))
            }
            "*" | "star" if self.text(0) == "*" || self.is_number(self.at + 1) => {
                self.at += 1;
                // CGSuite's `* + *2`
                if matches!(self.text(0), "" | "+" | "," | ")" | "]") {
                    return Some(FormulaTree::Star(FormulaTree::number(1).into()));
                }
                let star = FormulaTree::Star(self.primary()?.into());
                self.asked_of(star)
            }
            _ if self.is_said => {
                while self.takes_phrase("aside").is_some() {}
                self.attempt(Self::won).or_else(|| self.postfix())
            }
            _ => self.postfix(),
        }
    }

    /// A value and what is asked of it: `S.grundy(5)`, `h[2]`.
    fn postfix(&mut self) -> Option<FormulaTree> {
        let value = self.primary()?;
        self.asked_of(value)
    }

    /// What is asked of a value that has been read.
    fn asked_of(&mut self, mut value: FormulaTree) -> Option<FormulaTree> {
        while matches!(self.text(0), "." | "::")
            && self.lexemes.get(self.at + 1)?.kind == LexemeKind::Word
            && (self.lexemes[self.at].is_glued || self.known.game(self.text(1)).is_some())
        {
            let name = self.text(1).to_owned();
            self.at += 2;
            let arguments = if self.text(0) == "(" { self.in_brackets()? } else { Vec::new() };
            value = FormulaTree::Member(value.into(), name, arguments);
        }
        // Haskell: `length . filter even $ [1..20]`
        if self.text(0) == "."
            && !self.lexemes[self.at].is_glued
            && let FormulaTree::Name(outer) = &value
            && let Some(inner) = self.attempt(|formula| formula.takes(".").then(|| formula.postfix())?)
            && matches!(inner, FormulaTree::Call(..))
        {
            return Some(FormulaTree::call(outer, vec![inner]));
        }
        // Haskell's `xs !! 2`
        if let FormulaTree::Name(list) = &value
            && self.takes("!!")
        {
            return Some(FormulaTree::Call(list.clone(), '[', vec![self.primary()?]));
        }
        if let Some(exponent) = self.takes_phrase("power") {
            value = FormulaTree::infix("^", value, FormulaTree::number(exponent));
        }
        // R's `0:20`
        if self.text(0) == ":"
            && matches!(value, FormulaTree::Number(_))
            && self.lexemes.get(self.at + 1).is_some_and(|next| next.kind == LexemeKind::Number)
        {
            self.at += 1;
            let to = self.primary()?;
            return Some(FormulaTree::Range(value.into(), Some(to.into()), None));
        }
        Some(value)
    }

    fn primary(&mut self) -> Option<FormulaTree> {
        let lexeme = self.lexemes.get(self.at)?;
        match lexeme.kind {
            LexemeKind::Number => {
                self.at += 1;
                let number = FormulaTree::Number(lexeme.text.clone());
                // `2n`
                let is_factor = |next: &&Lexeme| next.kind == LexemeKind::Word && next.is_glued;
                if self.lexemes.get(self.at).filter(is_factor).is_none() {
                    return Some(number);
                }
                Some(FormulaTree::infix("*", number, self.named()?))
            }
            LexemeKind::Text => {
                self.at += 1;
                Some(FormulaTree::Text(lexeme.text.clone()))
            }
            LexemeKind::Word => match number(self.lexemes, self.at) {
                Some((spoken, end)) if lexeme.text != "null" && !self.known.is_defined(&lexeme.text) => {
                    self.at = end;
                    Some(FormulaTree::Number(spoken))
                }
                _ if lexeme.text == "the" => {
                    self.at += 1;
                    self.primary()
                }
                _ => self.named(),
            },
            LexemeKind::Sign => self.bracketed(),
            _ => None,
        }
    }

    /// A name, a call, a position, or a question.
    fn named(&mut self) -> Option<FormulaTree> {
        let name = self.text(0).to_owned();
        self.at += 1;
        // `math.floor`, `std::max`, `game.heap.Nim`: where it comes from.
        if meaning("name", &name.to_lowercase()) == Some("library") && (self.takes(".") || self.takes("::")) {
            return self.named();
        }
        if matches!(name.as_str(), "sum" | "product" | "nimsum") && self.text(0) == "_" {
            return self.indexed(&name);
        }
        // `S of n`
        if let Some(game) = self.known.game(&name).filter(|_| self.text(0) == "of") {
            self.at += 1;
            return Some(FormulaTree::call(&game, vec![self.operators(PRODUCT)?]));
        }
        let next = self.text(0);
        if matches!(next, "(" | "[")
            && (self.lexemes[self.at].is_glued || self.known.game(&name).is_some() || next == "(")
            // `n (mod 3)` is no call.
            && self.text(1) != "mod"
            || next == "{"
                && (meaning("verb", &name.to_lowercase()) == Some("mex") || matches!(&*name, "max" | "min" | "gcd"))
        {
            // Python's list from its end on: `row[::-1]`
            let reversed = ["[", "::", "-", "1", "]"];
            if reversed.iter().enumerate().all(|(ahead, sign)| self.text(ahead) == *sign) {
                self.at += reversed.len();
                return Some(FormulaTree::call("reverse", vec![FormulaTree::Name(name)]));
            }
            let opens = if next == "[" { '[' } else { '(' };
            let is_set = next == "{";
            let from = self.at;
            let mut arguments = if is_set { vec![self.bracketed()?] } else { self.in_brackets()? };
            // The end of a slice does not belong to it.
            let is_slice = opens == '[' && self.lexemes[from..self.at].iter().any(|lexeme| lexeme.text == ":");
            if is_slice
                && let [FormulaTree::Range(_, Some(to), None)] = &mut arguments[..]
                && let FormulaTree::Number(end) = &mut **to
            {
                *end = end.parse::<u64>().ok()?.checked_sub(1)?.to_string();
            }
            // `filter (f) xs`
            let more = if opens == '(' && arguments.len() == 1 && self.known.game(&name).is_none() {
                self.applied(&name)
            } else {
                Vec::new()
            };
            arguments.extend(more);
            return Some(FormulaTree::Call(name, opens, arguments));
        }
        let spoken = longest("verb", self.lexemes, self.at - 1).filter(|(_, length)| *length > 1);
        if let Some(verb) = spoken.and_then(|(verb, _)| asks_position(verb)).or_else(|| value_verb(&name)) {
            // `the value of S of 5`
            let behind = self.at - 1 + spoken.map_or(1, |(_, length)| length);
            self.at = self.behind_joints(behind).unwrap_or(self.at);
            // `winner 3 times S of 5`
            let counts = self.is_number(self.at)
                && longest("operator", self.lexemes, self.at + 1).is_some_and(|(sign, _)| sign == "*");
            let starts = counts
                || self
                    .lexemes
                    .get(self.at)
                    .is_some_and(|next| self.known.game(&next.text).is_some() || next.text == "*");
            if starts {
                let mut of = if counts { self.operators(PRODUCT)? } else { self.prefixed()? };
                while self.operator() == Some(("+", 1))
                    && self.lexemes.get(self.at + 1).is_some_and(|next| {
                        self.known.game(&next.text).is_some() || matches!(&*next.text, "*" | "star")
                    })
                {
                    self.at += 1;
                    of = FormulaTree::infix("+", of, self.prefixed()?);
                }
                return Some(FormulaTree::Ask(verb, of.into()));
            }
        }
        if let Some(rows) = self.attempt(|formula| formula.rows(&name)) {
            return Some(rows);
        }
        // `the values of S`
        if let Some(at) =
            self.behind_joints(self.at).filter(|_| self.is_said && meaning("verb", &name) == Some("values"))
        {
            self.at = at;
            return self.named();
        }
        let arguments = self.applied(&name);
        Some(if arguments.is_empty() { FormulaTree::Name(name) } else { FormulaTree::Call(name, '(', arguments) })
    }

    /// A question about many heaps, whose verb has been read: `losing S 0..9`, `values of S [0..9]`.
    fn rows(&mut self, verb: &str) -> Option<FormulaTree> {
        let verb = meaning("verb", &in_words(verb)).filter(|verb| matches!(*verb, "losing" | "winning" | "values"))?;
        let _ = self.takes("of");
        let game = self.known.game(self.text(0)).map(|game| FormulaTree::name(&game))?;
        self.at += 1;
        let (from, to, end) = range(self.lexemes, self.at)?;
        self.at = end;
        let rows = FormulaTree::range(FormulaTree::Number(from), FormulaTree::Number(to));
        Some(FormulaTree::AskMany(verb, vec![game, rows]))
    }

    /// The arguments of a game or a function, written behind it without brackets: `S 3`, `map f xs`.
    fn applied(&mut self, name: &str) -> Vec<FormulaTree> {
        let is_function = find(name).is_some_and(|word| word.group == Group::Function)
            || meaning("name", &name.to_lowercase()).is_some_and(|meant| meant != "library")
            || is_function(&name.to_lowercase());
        let (before, mut arguments) = (self.at, Vec::new());
        // `star 3` is said for `*3`.
        let is_own = self.known.is_defined(name) || self.known.game(name).as_deref() == Some(name);
        if !is_function && !is_own || name == "star" {
            return arguments;
        }
        // What is folded with may be an operator.
        if meaning("name", &name.to_lowercase()) == Some("reduce") && matches!(self.text(0), "xor" | "(+)") {
            arguments.push(FormulaTree::name(if self.text(0) == "xor" { "xor" } else { "+" }));
            self.at += 1;
        }
        while let Some(argument) = self.attempt(|formula| formula.argument(is_function)) {
            arguments.push(argument);
        }
        // `S 0..9` asks about many heaps.
        if self.text(0) == ".." {
            self.at = before;
            arguments.clear();
        }
        arguments
    }

    /// A value that stands apart: a number, a list, something in brackets, a name that nothing is asked of.
    fn argument(&mut self, is_function: bool) -> Option<FormulaTree> {
        let lexeme = self.lexemes.get(self.at).filter(|lexeme| !lexeme.is_glued)?;
        match lexeme.kind {
            LexemeKind::Sign if matches!(lexeme.text.as_str(), "(" | "[" | "{") => self.bracketed(),
            LexemeKind::Word
                if !is_reserved(&lexeme.text)
                    && self.operator().is_none()
                    && !(self.is_said && (lexeme.text.len() > 1 || is_function)) =>
            {
                self.at += 1;
                Some(FormulaTree::Name(lexeme.text.clone()))
            }
            LexemeKind::Number | LexemeKind::Text => self.primary(),
            _ => None,
        }
    }

    /// `sum_{k=1}^{10} k^2`, whose name has been read.
    fn indexed(&mut self, name: &str) -> Option<FormulaTree> {
        let variable = (self.takes("_") && self.takes("(")).then(|| self.text(0).to_owned())?;
        self.at += 1;
        let from = self.takes("=").then(|| self.expression())??;
        let to = (self.takes(")") && self.takes("^")).then(|| self.primary())??;
        let body = self.operators(PRODUCT)?;
        let each = FormulaTree::each('(', body, variable, FormulaTree::range(from, to), None);
        Some(FormulaTree::call(name, vec![each]))
    }
}

/// The question for a value that a word asks.
pub fn value_verb(word: &str) -> Option<&'static str> {
    asks_position(meaning("verb", &in_words(word))?)
}

fn asks_position(verb: &'static str) -> Option<&'static str> {
    Some(verb).filter(|verb| asks_about(verb) == Some(AsksAbout::Position) && *verb != "play")
}

/// The words that a name joins: `nim value` for `NimValue` and `nim_value`.
pub fn in_words(name: &str) -> String {
    let is_joined = name.contains(char::is_lowercase);
    let mut words = String::new();
    for letter in name.chars() {
        let begins = letter == '_' || letter.is_uppercase() && is_joined;
        if begins && !words.is_empty() && !words.ends_with(' ') {
            words.push(' ');
        }
        words.extend(letter.to_lowercase().filter(|letter| *letter != '_'));
    }
    words.trim_end().to_owned()
}
