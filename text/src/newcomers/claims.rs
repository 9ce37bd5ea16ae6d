//! Claims about many heaps, and the heaps of which something is true, in words: `check that S(n) is losing whenever 4 divides n, up
//! to 200`, `which heaps below 50 have Grundy value 2 in S`, `the set of all n from 1 to 40 which are prime`.

use super::collect::{below, number, range};
use super::expression::FormulaTree;
use super::formula::Formula;
use super::frames::ordered;
use super::lexemes::{Lexeme, LexemeKind};
use super::translate::translated;
use super::words::{Known, meaning};

/// A reader of what is claimed and of the heaps that it is claimed for.
struct ClaimReader<'l> {
    formula: Formula<'l>,
    known: &'l dyn Known,
    variable: Option<String>,
    source: Option<String>,
    conditions: Vec<FormulaTree>,
}

/// `check x == y for n up to 50`, `for all n up to 50: x == y`, `is x == y whenever n is even`
pub fn claimed(given: &[Lexeme], known: &dyn Known) -> Option<Vec<String>> {
    let mut claim = ClaimReader::new(given, known);
    claim.takes_all(&["aside"]);
    let is_said = claim.takes("claim") == Some("check");
    let asks = claim.takes("copula").is_some();
    claim.takes_all(&["aside", "claim"]);
    claim.cases()?;
    let every = (is_said || asks) && claim.takes("forall").is_some();
    let tree = match every {
        true => claim.of_every()?,
        false => claim.formula.condition()?,
    };
    let tree = translated(tree, known)?;
    claim.cases()?;
    let tree = Some(tree).filter(FormulaTree::is_condition)?;
    if given[0].low == "assert" {
        return (claim.is_bare() && claim.is_read()).then(|| vec![format!("assert {tree}")]);
    }
    let is_open = claim.is_bare() && is_for_all(&tree, known);
    let is_about_all = !claim.is_bare() || is_open;
    if !claim.is_read() {
        return None;
    }
    // What one position is, is asked, and not checked.
    let asked = match &tree {
        FormulaTree::Infix(_, left, _) => match **left {
            FormulaTree::Ask(verb, _) => verb,
            _ => "",
        },
        _ => "",
    };
    if claim.is_bare() && !is_open && (!is_said || asks) {
        return (asked != "winner").then(|| vec![tree.to_string()]);
    }
    if !is_about_all {
        let verb = if asked == "period" { "assert" } else { "check" };
        return (!matches!(asked, "outcome" | "winner")).then(|| vec![format!("{verb} {tree}")]);
    }
    let variable = claim.variable_of(&tree)?;
    let source = claim.source.clone().unwrap_or_else(|| "0..100".to_owned());
    Some(vec![format!("check {tree} for {variable} in {source}{}", claim.condition()?)])
}

/// Whether a claim is one about every heap `n`: not where `n` has a value, which is meant then.
fn is_for_all(claim: &FormulaTree, known: &dyn Known) -> bool {
    claim.mentions("n") && known.game("n").is_none() && !known.is_defined("n")
}

/// `the set of all n up to 40 that are prime`, `how many heaps below 100 are losing in S`
pub fn collected(given: &[Lexeme], known: &dyn Known) -> Option<Vec<String>> {
    let mut claim = ClaimReader::new(given, known);
    let what = claim.takes("collect");
    claim.takes_all(&["aside", "collect"]);
    // `all even numbers`
    let those = match claim.formula.phrase("predicate") {
        Some("grundy" | "outcome" | "period") => None,
        _ => claim.formula.attempt(|formula| formula.predicate(&FormulaTree::name("n"))),
    };
    let noun = claim.takes("collected");
    let named = claim.formula.lexemes.get(claim.formula.at)?;
    let is_named = named.text.len() == 1 && named.kind == LexemeKind::Word && known.game(&named.text).is_none();
    let variable = match noun {
        _ if those.is_some() || noun.is_some() => "n".to_owned(),
        _ => return None,
    };
    claim.formula.at += usize::from(is_named);
    claim.conditions.extend(those);
    claim.variable = Some(variable.clone());
    claim.cases()?;
    let is_of_all = what == Some("sum") && claim.is_read();
    while !is_of_all && claim.conditions.is_empty() || claim.takes("and").is_some() {
        let is_linked = claim.takes("such that").is_some();
        claim.takes_all(&["such that"]);
        let left = claim.formula.attempt(|formula| formula.predicate(&FormulaTree::name(&variable)));
        let condition = match left {
            Some(left) => claim.formula.operators_behind(left, 3)?,
            None if is_linked || claim.takes("copula").is_some() => claim.formula.operators(3)?,
            None => return None,
        };
        claim.conditions.push(condition);
        claim.cases()?;
    }
    let source = claim.source.clone().filter(|_| claim.is_read())?;
    if let ("list", [FormulaTree::Infix("==", left, class)]) = (what.unwrap_or("list"), &claim.conditions[..])
        && let FormulaTree::Ask("outcome", position) = &**left
        && let FormulaTree::Call(game, _, heaps) = &**position
        && heaps[..] == [FormulaTree::name(&variable)]
    {
        let verb = if **class == FormulaTree::name("P") { "losing" } else { "winning" };
        return Some(vec![format!("{verb} {game} {source}")]);
    }
    let members = format!("{variable} for {variable} in {source}{}", claim.condition()?);
    Some(vec![match what.unwrap_or("list") {
        "set" => format!("{{{members}}}"),
        "list" => format!("[{members}]"),
        function => format!("{function}([{members}])"),
    }])
}

impl<'l> ClaimReader<'l> {
    fn new(given: &'l [Lexeme], known: &'l dyn Known) -> ClaimReader<'l> {
        let formula = Formula::in_words(given, known);
        ClaimReader { formula, known, variable: None, source: None, conditions: Vec::new() }
    }

    fn takes(&mut self, kind: &'static str) -> Option<&'static str> {
        self.formula.takes_phrase(kind)
    }

    fn takes_all(&mut self, kinds: &[&'static str]) {
        while kinds.iter().any(|kind| self.takes(kind).is_some()) {}
    }

    fn is_bare(&self) -> bool {
        self.source.is_none() && self.conditions.is_empty() && self.variable.is_none()
    }

    fn is_read(&self) -> bool {
        self.formula.at == self.formula.lexemes.len()
    }

    /// `every multiple of 4 up to 200 is a P-position of S`
    fn of_every(&mut self) -> Option<FormulaTree> {
        let heap = FormulaTree::name("n");
        let those = self.formula.attempt(|formula| formula.predicate(&heap));
        self.conditions.extend(those);
        self.takes_all(&["collected"]);
        self.variable = Some("n".to_owned());
        self.cases()?;
        self.formula.predicate(&heap)
    }

    /// The heaps that something is claimed for, wherever they are said: `for all n up to 50`, `when n is even`, `up to 100`.
    fn cases(&mut self) -> Option<()> {
        loop {
            self.takes_all(&["aside"]);
            let before = self.formula.at;
            if self.source.is_none() && self.names_heaps() {
                continue;
            }
            self.formula.at = before;
            if self.source.is_none() && self.range() {
                continue;
            }
            self.formula.at = before;
            if self.takes("condition").is_none() {
                return Some(());
            }
            if self.source.is_none() && self.range() {
                continue;
            }
            let condition = self.formula.condition()?;
            self.conditions.push(condition);
        }
    }

    /// `for all n up to 50`, `for n in 0..50`, `for every heap`
    fn names_heaps(&mut self) -> bool {
        if self.takes("for").or_else(|| self.takes("forall")).is_none_or(|said| said == "every") {
            return false;
        }
        self.takes_all(&["forall", "aside"]);
        // `for 0 <= n <= 50`
        if self.range() {
            return true;
        }
        let Some(name) = self.formula.lexemes.get(self.formula.at).filter(|name| name.kind == LexemeKind::Word) else {
            return false;
        };
        self.variable = match meaning("collected", &name.low) {
            Some(name) => Some(name.to_owned()),
            None if name.text.len() == 1 => Some(name.text.clone()),
            None => return false,
        };
        let _ = self.range() || {
            self.formula.at += 1;
            self.range()
                || self
                    .formula
                    .attempt(|formula| {
                        (formula.takes("in") && (formula.takes("nat") || formula.takes("N")))
                            .then(|| FormulaTree::number(0))
                    })
                    .is_some()
        };
        true
    }

    /// `up to 50`, `from 0 to 50`, `in 0..50 step 2`, `<= 50`, and behind a name `= 5` and `0 50`
    fn range(&mut self) -> bool {
        let before = self.formula.at;
        let lexemes = self.formula.lexemes;
        let text = |at: usize| lexemes.get(at).map_or("", |lexeme| lexeme.text.as_str());
        let is_named = self.variable.is_some();
        let is_in = is_named && self.formula.phrase("member").is_some();
        let behind = before + usize::from(is_in || is_named && text(before) == "=");
        let below = || below(lexemes, before).filter(|_| is_named);
        let found = range(lexemes, behind).filter(|found| text(found.2) != "step").or_else(below);
        let listed = |(first, end): (String, usize)| match number(lexemes, end) {
            Some((last, end)) if is_in => Some((ordered(&first, &last), end)),
            _ => (text(before) == "=").then(|| (format!("{{{first}}}"), end)),
        };
        let written = match found {
            Some((from, to, end)) => Some((ordered(&from, &to), end)),
            None => number(lexemes, behind).filter(|_| behind > before).and_then(listed),
        };
        self.formula.at = written.as_ref().map_or(before, |(_, end)| *end);
        self.source = written.map(|(source, _)| source).or(self.source.take());
        self.source.is_some() && self.formula.at > before
    }

    /// The variable that a claim is about.
    fn variable_of(&self, tree: &FormulaTree) -> Option<String> {
        let mentioned = |name: &&str| tree.mentions(name);
        let own = self
            .variable
            .clone()
            .or_else(|| ["n", "k", "m", "i", "x"].iter().find(|name| mentioned(name)).map(|name| (*name).to_owned()))?;
        tree.mentions(&own).then_some(own)
    }

    fn condition(&self) -> Option<String> {
        let all = self.conditions.iter().cloned().reduce(|left, right| FormulaTree::infix("and", left, right));
        let Some(all) = all else { return Some(String::new()) };
        translated(all, self.known).filter(FormulaTree::is_condition).map(|all| format!(" if {all}"))
    }
}
