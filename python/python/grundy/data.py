"""The data of answers, as types for mypy: `found: data.WinnerAnswer = session.ask("winner Kayles(5)")`.

Made from docs/json.md of the project, which says what each member means.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired

OutcomeClass = Literal["N", "P", "D"]

Side = Literal["first", "second"]

Binding = Literal["again", "reply"]

GrundyValue = Union[int, str]

DecidedBy = Literal["remoteness", "suspense", "outcomes", "last", "foreclosed", "search"]

Player = Literal["you", "machine", "one", "two"]

Level = Literal["easy", "medium", "hard"]

Refusal = Literal["illegal", "no_such_letter", "several", "of_others", "side", "unread", "no_level", "not_a_question"]

Move = TypedDict(
    "Move",
    {
        "from": "str",
        "to": "str",
        "binding": "NotRequired[Binding]",
        "value": "NotRequired[GrundyValue]",
        "total": "NotRequired[GrundyValue]",
        "outcome": "OutcomeClass",
        "remoteness": "NotRequired[int]",
    },
)

Term = TypedDict(
    "Term",
    {
        "position": "str",
        "copies": "int",
        "value": "GrundyValue",
    },
)

Clause = TypedDict(
    "Clause",
    {
        "take": "NotRequired[int]",
        "from": "NotRequired[int]",
        "parts": "list[int]",
        "sizes": 'NotRequired[Literal["equal", "unequal"]]',
    },
)

Element = TypedDict(
    "Element",
    {
        "order": "int",
        "product": "str",
        "summands": "list[str]",
        "lost": "bool",
    },
)

Component = TypedDict(
    "Component",
    {
        "position": "str",
        "moves": "int | None",
        "outcome": "OutcomeClass | None",
        "value": "int | None",
    },
)

Reply = TypedDict(
    "Reply",
    {
        "tried": "Move",
        "after": "str",
        "answer": "Move",
    },
)

WinningSet = TypedDict(
    "WinningSet",
    {
        "all_but": "bool",
        "nimbers": "list[int]",
    },
)

Axis = TypedDict(
    "Axis",
    {
        "name": "str",
        "members": "list[Any]",
    },
)

Choice = TypedDict(
    "Choice",
    {
        "from": "str",
        "to": "str",
        "binding": "NotRequired[Binding]",
        "after": "str",
    },
)

Played = TypedDict(
    "Played",
    {
        "by": "Player",
        "from": "str",
        "to": "str",
        "binding": "NotRequired[Binding]",
        "after": "str",
        "value": "GrundyValue | None",
        "outcome": "OutcomeClass",
        "better": "Move | None",
    },
)

Task = TypedDict(
    "Task",
    {
        "task": 'Literal["value", "mex", "winner", "move", "nim_sum", "row", "claim", "wrong_value", "last_heap", "period"]',
        "position": "NotRequired[str]",
        "misere": "NotRequired[bool]",
        "draws": "NotRequired[bool]",
        "numbers": "NotRequired[list[int]]",
        "outcome": "NotRequired[OutcomeClass]",
        "values": "NotRequired[list[int]]",
        "game": "NotRequired[str]",
        "from": "NotRequired[int]",
    },
)

Question = TypedDict(
    "Question",
    {
        "task": 'Literal["value", "mex", "winner", "move", "nim_sum", "row", "claim", "wrong_value", "last_heap", "period"]',
        "position": "NotRequired[str]",
        "misere": "NotRequired[bool]",
        "draws": "NotRequired[bool]",
        "numbers": "NotRequired[list[int]]",
        "outcome": "NotRequired[OutcomeClass]",
        "values": "NotRequired[list[int]]",
        "game": "NotRequired[str]",
        "from": "NotRequired[int]",
        "number": "int",
        "of": "int",
        "points": "int",
    },
)

Solution = TypedDict(
    "Solution",
    {
        "values": "NotRequired[list[int]]",
        "mex": "NotRequired[int]",
        "outcome": "NotRequired[OutcomeClass]",
        "holds": "NotRequired[bool]",
        "reason": "NotRequired[str]",
    },
)

Marked = TypedDict(
    "Marked",
    {
        "task": 'Literal["value", "mex", "winner", "move", "nim_sum", "row", "claim", "wrong_value", "last_heap", "period"]',
        "position": "NotRequired[str]",
        "misere": "NotRequired[bool]",
        "draws": "NotRequired[bool]",
        "numbers": "NotRequired[list[int]]",
        "outcome": "NotRequired[OutcomeClass]",
        "values": "NotRequired[list[int]]",
        "game": "NotRequired[str]",
        "from": "NotRequired[int]",
        "number": "int",
        "of": "int",
        "points": "int",
        "typed": "str | None",
        "given": "int | str | Choice | Solution | None",
        "truth": "int | str | Choice | Solution",
        "right": "bool",
        "mark": "float",
        "seconds": "float",
    },
)

Sheet = TypedDict(
    "Sheet",
    {
        "number": "int",
        "game": "str",
        "seed": "int",
        "questions": "list[Answered]",
    },
)

Answered = TypedDict(
    "Answered",
    {
        "task": 'Literal["value", "mex", "winner", "move", "nim_sum", "row", "claim", "wrong_value", "last_heap", "period"]',
        "position": "NotRequired[str]",
        "misere": "NotRequired[bool]",
        "draws": "NotRequired[bool]",
        "numbers": "NotRequired[list[int]]",
        "outcome": "NotRequired[OutcomeClass]",
        "values": "NotRequired[list[int]]",
        "game": "NotRequired[str]",
        "from": "NotRequired[int]",
        "number": "int",
        "of": "int",
        "points": "int",
        "truth": "int | str | Choice | Solution",
    },
)

WinnerAnswer = TypedDict(
    "WinnerAnswer",
    {
        "position": "str",
        "misere": "bool",
        "outcome": "OutcomeClass",
        "winner": "Side | None",
        "terms": "NotRequired[list[Term]]",
        "value": "NotRequired[GrundyValue]",
        "loop": "NotRequired[list[str]]",
        "element": "NotRequired[Element]",
        "decided_by": "NotRequired[DecidedBy]",
        "components": "NotRequired[list[Component]]",
        "move": "Move | None",
        "starts": "NotRequired[int]",
        "rules": "NotRequired[list[WinnerRules]]",
        "type": 'Literal["winner"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

WinnerRules = TypedDict(
    "WinnerRules",
    {
        "game": "str",
        "rule": "list[Clause]",
    },
)

RemotenessAnswer = TypedDict(
    "RemotenessAnswer",
    {
        "position": "str",
        "misere": "bool",
        "moves": "int",
        "outcome": "OutcomeClass",
        "type": 'Literal["remoteness"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

SuspenseAnswer = TypedDict(
    "SuspenseAnswer",
    {
        "position": "str",
        "misere": "bool",
        "moves": "int",
        "outcome": "OutcomeClass",
        "type": 'Literal["suspense"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

GrundyAnswer = TypedDict(
    "GrundyAnswer",
    {
        "position": "str",
        "misere": "bool",
        "outcome": "OutcomeClass",
        "winner": "Side | None",
        "terms": "NotRequired[list[Term]]",
        "value": "GrundyValue",
        "loop": "NotRequired[list[str]]",
        "type": 'Literal["grundy"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

OutcomeAnswer = TypedDict(
    "OutcomeAnswer",
    {
        "position": "str",
        "misere": "bool",
        "outcome": "OutcomeClass",
        "winner": "Side | None",
        "terms": "NotRequired[list[Term]]",
        "value": "NotRequired[GrundyValue]",
        "loop": "NotRequired[list[str]]",
        "type": 'Literal["outcome"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

MovesAnswer = TypedDict(
    "MovesAnswer",
    {
        "position": "str",
        "misere": "bool",
        "outcome": "OutcomeClass",
        "winner": "Side | None",
        "total": "int",
        "winning": "int",
        "drawing": "int",
        "moves": "list[Move]",
        "loop": "NotRequired[list[str]]",
        "type": 'Literal["moves"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

OptionsAnswer = TypedDict(
    "OptionsAnswer",
    {
        "position": "str",
        "misere": "bool",
        "total": "int",
        "options": "list[OptionsOptions]",
        "type": 'Literal["options"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

OptionsOptions = TypedDict(
    "OptionsOptions",
    {
        "option": "str",
        "value": "GrundyValue | None",
        "outcome": "OutcomeClass",
        "binding": "NotRequired[Binding]",
    },
)

ExplanationAnswer = TypedDict(
    "ExplanationAnswer",
    {
        "position": "str",
        "misere": "bool",
        "outcome": "OutcomeClass",
        "winner": "Side | None",
        "terms": "NotRequired[list[Term]]",
        "value": "NotRequired[GrundyValue]",
        "loop": "NotRequired[list[str]]",
        "derivations": "NotRequired[list[ExplanationDerivations]]",
        "advice": "ExplanationAdvice",
        "losing": "NotRequired[int]",
        "reason": "NotRequired[ExplanationReason]",
        "decided_by": "NotRequired[DecidedBy]",
        "components": "NotRequired[list[Component]]",
        "type": 'Literal["explanation"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

ExplanationDerivations = TypedDict(
    "ExplanationDerivations",
    {
        "position": "str",
        "value": "GrundyValue",
        "set": "NotRequired[WinningSet]",
        "factors": "NotRequired[list[Term]]",
        "total": "int",
        "options": "list[ExplanationDerivationsOptions]",
        "values": "NotRequired[list[int]]",
        "more_values": "NotRequired[bool]",
        "largest": "NotRequired[int]",
    },
)

ExplanationDerivationsOptions = TypedDict(
    "ExplanationDerivationsOptions",
    {
        "option": "str",
        "value": "GrundyValue",
        "binding": "NotRequired[Binding]",
        "set": "NotRequired[WinningSet]",
        "answer": "NotRequired[str]",
        "terms": "NotRequired[list[Term]]",
    },
)

ExplanationAdvice = TypedDict(
    "ExplanationAdvice",
    {
        "kind": 'Literal["play", "lost", "over"]',
        "move": "NotRequired[Move]",
        "total": "NotRequired[int]",
        "replies": "NotRequired[list[Reply]]",
    },
)

ExplanationReason = TypedDict(
    "ExplanationReason",
    {
        "kind": 'Literal["nim", "tame", "quotient", "search"]',
        "nim_sum": "NotRequired[int]",
        "firm": "NotRequired[bool]",
        "firm_after": "NotRequired[bool | None]",
        "parts": "NotRequired[list[ExplanationReasonParts]]",
        "element": "NotRequired[Element]",
        "after": "NotRequired[str | Element]",
        "replies": "NotRequired[list[Reply]]",
    },
)

ExplanationReasonParts = TypedDict(
    "ExplanationReasonParts",
    {
        "copies": "int",
        "position": "str",
        "value": "NotRequired[int]",
        "firm": "NotRequired[bool]",
        "element": "NotRequired[str]",
    },
)

TableAnswer = TypedDict(
    "TableAnswer",
    {
        "game": "str",
        "misere": "bool",
        "rows": "list[TableRows]",
        "loop": "NotRequired[list[str]]",
        "type": 'Literal["table"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

TableRows = TypedDict(
    "TableRows",
    {
        "n": "NotRequired[int | str]",
        "position": "NotRequired[str]",
        "value": "GrundyValue | None",
        "outcome": "OutcomeClass | None",
        "remoteness": "NotRequired[int]",
        "set": "NotRequired[WinningSet]",
        "total": "NotRequired[int]",
        "options": "NotRequired[list[int]]",
        "distinct": "NotRequired[list[int]]",
    },
)

GridAnswer = TypedDict(
    "GridAnswer",
    {
        "game": "str",
        "misere": "bool",
        "axes": "list[Axis]",
        "down": "int",
        "right": "int",
        "values": "list[list[GrundyValue | OutcomeClass | None]]",
        "type": 'Literal["grid"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

ValuesAnswer = TypedDict(
    "ValuesAnswer",
    {
        "game": "str",
        "coordinates": "NotRequired[list[ValuesCoordinates]]",
        "n": "list[int]",
        "step": "NotRequired[int]",
        "heaps": "NotRequired[list[int]]",
        "values": "list[int | None]",
        "type": 'Literal["values"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

ValuesCoordinates = TypedDict(
    "ValuesCoordinates",
    {
        "name": "str",
        "fixed": "int | None",
    },
)

PositionsAnswer = TypedDict(
    "PositionsAnswer",
    {
        "game": "str",
        "misere": "bool",
        "outcome": "OutcomeClass",
        "coordinates": "list[str]",
        "among": "int",
        "count": "int",
        "drawn": "NotRequired[int]",
        "positions": "list[Any]",
        "type": 'Literal["positions"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

PeriodAnswer = TypedDict(
    "PeriodAnswer",
    {
        "game": "str",
        "finding": 'Literal["proved", "seen", "none"]',
        "period": "int | None",
        "preperiod": "int | None",
        "saltus": "int | None",
        "checked": "int",
        "theorem": "str | None",
        "exceptions": "list[PeriodExceptions]",
        "exception_count": "int",
        "kinds": "NotRequired[list[PeriodKinds]]",
        "farther": 'Literal["again", "memory", "no"]',
        "published": "PeriodPublished | None",
        "sample": "list[int]",
        "rule": "NotRequired[list[Clause]]",
        "type": 'Literal["period"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

PeriodExceptions = TypedDict(
    "PeriodExceptions",
    {
        "n": "int",
        "value": "int",
    },
)

PeriodKinds = TypedDict(
    "PeriodKinds",
    {
        "position": "str",
        "period": "int",
        "preperiod": "int",
    },
)

PeriodPublished = TypedDict(
    "PeriodPublished",
    {
        "name": "str",
        "computed": "str | None",
        "period": "PeriodPublishedPeriod | None",
        "source": "str",
    },
)

PeriodPublishedPeriod = TypedDict(
    "PeriodPublishedPeriod",
    {
        "preperiod": "int",
        "period": "int",
        "saltus": "int",
    },
)

MiserePeriodAnswer = TypedDict(
    "MiserePeriodAnswer",
    {
        "game": "str",
        "period": "int",
        "preperiod": "int",
        "checked": "int",
        "theorem": 'Literal["plambeck_siegel"]',
        "order": "int",
        "type": 'Literal["misere_period"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

GenusAnswer = TypedDict(
    "GenusAnswer",
    {
        "position": "str",
        "genus": "str",
        "value": "int",
        "misere_values": "list[int]",
        "kind": 'Literal["tame", "restive", "restless", "wild"]',
        "type": 'Literal["genus"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

FormAnswer = TypedDict(
    "FormAnswer",
    {
        "position": "str",
        "misere": "bool",
        "form": "str | None",
        "birthday": "int",
        "options": "int",
        "type": 'Literal["form"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

QuotientAnswer = TypedDict(
    "QuotientAnswer",
    {
        "games": "list[str]",
        "order": "int",
        "p_portion": "int",
        "proved": "bool",
        "period": "int | None",
        "preperiod": "int | None",
        "checked": "int | None",
        "heaps": "list[QuotientHeaps]",
        "positions": "QuotientPositions | None",
        "generators": "list[QuotientGenerators]",
        "relations": "list[str]",
        "p": "list[str]",
        "type": 'Literal["quotient"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

QuotientHeaps = TypedDict(
    "QuotientHeaps",
    {
        "game": "str",
        "checked": "int",
        "period": "int | None",
        "preperiod": "int | None",
        "rule": "NotRequired[list[Clause]]",
        "elements": "NotRequired[list[str]]",
    },
)

QuotientPositions = TypedDict(
    "QuotientPositions",
    {
        "known": "int",
        "total": "int",
    },
)

QuotientGenerators = TypedDict(
    "QuotientGenerators",
    {
        "letter": "str",
        "position": "str",
    },
)

JudgedAnswer = TypedDict(
    "JudgedAnswer",
    {
        "position": "str",
        "after": "str",
        "move": "Move | None",
        "answer": "Move | None",
        "others": "NotRequired[list[Move]]",
        "better": "Move | None",
        "type": 'Literal["judged"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

NimSumAnswer = TypedDict(
    "NimSumAnswer",
    {
        "summands": "list[int]",
        "value": "int",
        "type": 'Literal["nim_sum"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

MexAnswer = TypedDict(
    "MexAnswer",
    {
        "members": "list[int]",
        "more": "bool",
        "value": "int",
        "type": 'Literal["mex"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

PeriodExplanationAnswer = TypedDict(
    "PeriodExplanationAnswer",
    {
        "game": "str",
        "finding": 'Literal["proved", "seen", "none"]',
        "period": "int | None",
        "preperiod": "int | None",
        "saltus": "int | None",
        "checked": "int",
        "theorem": "str | None",
        "exceptions": "list[PeriodExceptions]",
        "exception_count": "int",
        "kinds": "NotRequired[list[PeriodKinds]]",
        "farther": 'Literal["again", "memory", "no"]',
        "published": "PeriodPublished | None",
        "sample": "list[int]",
        "rule": "NotRequired[list[Clause]]",
        "type": 'Literal["period_explanation"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

CheckAnswer = TypedDict(
    "CheckAnswer",
    {
        "holds": "bool",
        "cases": "NotRequired[int]",
        "scope": "NotRequired[CheckScope]",
        "case": "NotRequired[CheckCase]",
        "held": "NotRequired[int]",
        "sides": "NotRequired[CheckSides | None]",
        "explanation": "NotRequired[ExplanationAnswer | None]",
        "type": 'Literal["check"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

CheckScope = TypedDict(
    "CheckScope",
    {
        "kind": 'Literal["all", "up_to", "proved"]',
        "last": "NotRequired[Any]",
        "period": "NotRequired[int]",
        "preperiod": "NotRequired[int]",
    },
)

CheckCase = dict[str, Any]

CheckSides = TypedDict(
    "CheckSides",
    {
        "left": "str",
        "left_value": "Any",
        "operator": "str",
        "right": "str",
        "right_value": "Any",
    },
)

PatternAnswer = TypedDict(
    "PatternAnswer",
    {
        "subject": "str",
        "of": 'Literal["values", "losing", "members", "list"]',
        "values": "int",
        "ranges": "list[PatternRanges]",
        "laws": "list[PatternLaws]",
        "type": 'Literal["pattern"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

PatternRanges = TypedDict(
    "PatternRanges",
    {
        "name": "str",
        "first": "int",
        "last": "int",
    },
)

PatternLaws = TypedDict(
    "PatternLaws",
    {
        "of": 'Literal["values", "losing", "members", "list"]',
        "kind": 'Literal["repeats", "function", "cases", "recurrence", "polynomial"]',
        "claim": "str",
        "definition": "str | None",
        "from": "int",
        "fits": "int",
        "later": "int",
        "free": "int",
        "theorem": "str | None",
        "line": "str",
        "next": "list[Any]",
    },
)

SurveyAnswer = TypedDict(
    "SurveyAnswer",
    {
        "columns": "list[str]",
        "rows": "list[list[Any]]",
        "failed": "int",
        "is_cut": "bool",
        "type": 'Literal["survey"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

SurveyedAnswer = TypedDict(
    "SurveyedAnswer",
    {
        "path": "str",
        "rows": "int",
        "failed": "int",
        "type": 'Literal["surveyed"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

PlotAnswer = TypedDict(
    "PlotAnswer",
    {
        "game": "str",
        "n": "list[int]",
        "step": "NotRequired[int]",
        "heaps": "NotRequired[list[int]]",
        "values": "list[int | None]",
        "coordinates": "list[ValuesCoordinates]",
        "others": "NotRequired[list[PlotOthers]]",
        "type": 'Literal["plot"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

PlotOthers = TypedDict(
    "PlotOthers",
    {
        "n": "int",
        "value": "str",
    },
)

HeatAnswer = TypedDict(
    "HeatAnswer",
    {
        "game": "str",
        "misere": "bool",
        "axes": "list[Axis]",
        "down": "int",
        "right": "int",
        "values": "list[list[GrundyValue | OutcomeClass | None]]",
        "type": 'Literal["heat"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

TreeAnswer = TypedDict(
    "TreeAnswer",
    {
        "nodes": "list[TreeNodes]",
        "type": 'Literal["tree"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

TreeNodes = TypedDict(
    "TreeNodes",
    {
        "position": "str",
        "value": "GrundyValue | None",
        "outcome": "OutcomeClass",
        "bound": "NotRequired[str]",
        "again": "NotRequired[list[int]]",
        "options": "list[int]",
    },
)

FunctionAnswer = TypedDict(
    "FunctionAnswer",
    {
        "type": 'Literal["function"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

ValueAnswer = TypedDict(
    "ValueAnswer",
    {
        "value": "Any",
        "kind": 'Literal["bool", "integer", "text", "tuple", "list", "set", "outcome", "side", "position", "game", "grundy", "none"]',
        "text": "str",
        "grundy": "GrundyValue | None",
        "apart": "NotRequired[ValueApart]",
        "type": 'Literal["value"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

ValueApart = TypedDict(
    "ValueApart",
    {
        "beside": "str",
        "sums": "list[str]",
        "outcomes": "list[OutcomeClass]",
    },
)

PrintAnswer = TypedDict(
    "PrintAnswer",
    {
        "values": "list[Any]",
        "type": 'Literal["print"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

DefinedAnswer = TypedDict(
    "DefinedAnswer",
    {
        "name": "str",
        "what": 'Literal["game", "value", "function"]',
        "value": "Any",
        "replaced": 'Literal["own", "library", "builtin", "question"] | None',
        "type": 'Literal["defined"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

ForgottenAnswer = TypedDict(
    "ForgottenAnswer",
    {
        "names": "list[str]",
        "restored": "list[str]",
        "type": 'Literal["forgotten"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

GamesAnswer = TypedDict(
    "GamesAnswer",
    {
        "own": "list[GamesOwn]",
        "library": "list[GamesLibrary]",
        "type": 'Literal["games"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

GamesOwn = TypedDict(
    "GamesOwn",
    {
        "name": "str",
        "line": "str",
    },
)

GamesLibrary = TypedDict(
    "GamesLibrary",
    {
        "name": "str",
        "line": "str",
    },
)

DefinitionsAnswer = TypedDict(
    "DefinitionsAnswer",
    {
        "definitions": "list[DefinitionsDefinitions]",
        "type": 'Literal["definitions"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

DefinitionsDefinitions = TypedDict(
    "DefinitionsDefinitions",
    {
        "name": "str",
        "source": "str",
        "engine": "str | None",
    },
)

AboutAnswer = TypedDict(
    "AboutAnswer",
    {
        "name": "str",
        "summary": "str",
        "text": "list[str]",
        "facts": "list[AboutFacts]",
        "source": "str",
        "sample": "list[int]",
        "type": 'Literal["about"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

AboutFacts = TypedDict(
    "AboutFacts",
    {
        "name": "str",
        "content": "str",
    },
)

HelpAnswer = TypedDict(
    "HelpAnswer",
    {
        "entries": "NotRequired[list[HelpEntries]]",
        "groups": "NotRequired[list[HelpGroups]]",
        "chapter": "NotRequired[str]",
        "type": 'Literal["help"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

HelpEntries = TypedDict(
    "HelpEntries",
    {
        "word": "str",
        "usage": "str",
        "line": "str",
        "example": "str",
    },
)

HelpGroups = TypedDict(
    "HelpGroups",
    {
        "title": "str",
        "words": "list[HelpGroupsWords]",
    },
)

HelpGroupsWords = TypedDict(
    "HelpGroupsWords",
    {
        "word": "str",
        "line": "str",
    },
)

PlayAnswer = TypedDict(
    "PlayAnswer",
    {
        "event": 'Literal["turn", "refused", "hint", "why", "level", "moves", "help", "nothing_to_undo", "nothing_to_explain", "over", "left"]',
        "position": "NotRequired[str]",
        "bound": "NotRequired[str]",
        "misere": "NotRequired[bool]",
        "to_move": "NotRequired[Player]",
        "begins": "NotRequired[Player | None]",
        "start": "NotRequired[str | None]",
        "undone": "NotRequired[bool]",
        "again": "NotRequired[bool]",
        "moved": "NotRequired[list[Played]]",
        "moves": "NotRequired[list[Choice | Played]]",
        "more": "NotRequired[bool]",
        "typed": "NotRequired[str]",
        "why": "NotRequired[Refusal]",
        "stage": "NotRequired[int]",
        "can_win": "NotRequired[bool]",
        "can_draw": "NotRequired[bool]",
        "from": "NotRequired[str | list[str] | None]",
        "move": "NotRequired[Move | Choice | None]",
        "how": 'NotRequired[Literal["winning", "drawing", "hardest", "longest", "any", "chance"]]',
        "explanation": "NotRequired[ExplanationAnswer | GrundyValue]",
        "level": "NotRequired[Level | None]",
        "helped": "NotRequired[bool]",
        "seed": "NotRequired[int | None]",
        "value": "NotRequired[GrundyValue | None]",
        "outcome": "NotRequired[OutcomeClass]",
        "winner": "NotRequired[Player]",
        "given_up": "NotRequired[bool]",
        "missed": "NotRequired[Move | None]",
        "type": 'Literal["play"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

QuizAnswer = TypedDict(
    "QuizAnswer",
    {
        "event": 'Literal["question", "graded", "again", "hint", "no_hint", "noted", "unread", "illegal", "help", "score", "over", "left"]',
        "number": "NotRequired[int]",
        "of": "NotRequired[int]",
        "points": "NotRequired[float]",
        "task": "NotRequired[str]",
        "position": "NotRequired[str]",
        "misere": "NotRequired[bool]",
        "draws": "NotRequired[bool]",
        "numbers": "NotRequired[list[int]]",
        "outcome": "NotRequired[OutcomeClass]",
        "values": "NotRequired[list[int]]",
        "from": "NotRequired[int]",
        "seed": "NotRequired[int | None]",
        "question": "NotRequired[Question]",
        "given": "NotRequired[int | str | Choice | Solution | None]",
        "right": "NotRequired[bool | int]",
        "truth": "NotRequired[int | str | Choice | Solution]",
        "slip": 'NotRequired[Literal["plain_sum", "sizes", "size", "xor_of_options", "member", "gap"] | None]',
        "stage": "NotRequired[int]",
        "exam": "NotRequired[bool]",
        "typed": "NotRequired[str]",
        "why": "NotRequired[Refusal]",
        "moves": "NotRequired[list[Choice]]",
        "more": "NotRequired[bool]",
        "game": "NotRequired[str]",
        "level": "NotRequired[Level | None]",
        "helped": "NotRequired[int]",
        "asked": "NotRequired[int]",
        "most": "NotRequired[int]",
        "wrong": "NotRequired[list[Task]]",
        "type": 'Literal["quiz"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

ExamAnswer = TypedDict(
    "ExamAnswer",
    {
        "game": "str",
        "seed": "int",
        "level": "Level | None",
        "exam": "bool",
        "right": "int",
        "of": "int",
        "points": "float",
        "most": "int",
        "seconds": "float",
        "questions": "list[Marked]",
        "type": 'Literal["exam"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

WorksheetAnswer = TypedDict(
    "WorksheetAnswer",
    {
        "game": "str",
        "seed": "int",
        "level": "Level | None",
        "exam": "bool",
        "rule": "str",
        "sheets": "list[Sheet]",
        "type": 'Literal["worksheet"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

TourAnswer = TypedDict(
    "TourAnswer",
    {
        "event": 'Literal["page", "solved", "again", "aside", "not_a_move", "hint", "contents", "help", "no_such_lesson", "left", "end"]',
        "lesson": "NotRequired[int]",
        "of": "NotRequired[int]",
        "title": "NotRequired[str]",
        "text": "NotRequired[str]",
        "exercise": "NotRequired[str | None]",
        "next_lesson": "NotRequired[int | None]",
        "solution": "NotRequired[str | None]",
        "typed": "NotRequired[str]",
        "lessons": "NotRequired[list[TourLessons]]",
        "type": 'Literal["tour"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

TourLessons = TypedDict(
    "TourLessons",
    {
        "title": "str",
        "done": "bool",
    },
)

WroteAnswer = TypedDict(
    "WroteAnswer",
    {
        "path": "str",
        "type": 'Literal["wrote"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

TimeAnswer = TypedDict(
    "TimeAnswer",
    {
        "seconds": "float",
        "type": 'Literal["time"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

HistoryAnswer = TypedDict(
    "HistoryAnswer",
    {
        "entries": "list[str]",
        "type": 'Literal["history"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

ErrorAnswer = TypedDict(
    "ErrorAnswer",
    {
        "code": "str",
        "message": "str",
        "label": "str",
        "file": "str | None",
        "line": "int",
        "column": "int",
        "end_line": "int",
        "end_column": "int",
        "help": "str",
        "replacement": "ErrorReplacement | None",
        "related": "list[ErrorRelated]",
        "type": 'Literal["error"]',
        "statement": "NotRequired[str]",
        "id": "NotRequired[int | str | None]",
    },
)

ErrorReplacement = TypedDict(
    "ErrorReplacement",
    {
        "text": "str",
        "file": "str",
        "line": "int",
        "column": "int",
        "end_line": "int",
        "end_column": "int",
    },
)

ErrorRelated = TypedDict(
    "ErrorRelated",
    {
        "message": "str",
        "file": "str",
        "line": "int",
        "column": "int",
        "end_line": "int",
        "end_column": "int",
    },
)

NoticeAnswer = TypedDict(
    "NoticeAnswer",
    {
        "message": "str",
        "file": "str | None",
        "line": "int | None",
        "column": "int | None",
        "end_line": "int | None",
        "end_column": "int | None",
        "type": 'Literal["notice"]',
        "statement": "NotRequired[str]",
        "id": "NotRequired[int | str | None]",
    },
)

CutAnswer = TypedDict(
    "CutAnswer",
    {
        "kind": "str",
        "type": 'Literal["cut"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
        "id": "NotRequired[int | str | None]",
    },
)

EndAnswer = TypedDict(
    "EndAnswer",
    {
        "id": "int | str | None",
        "ended": 'Literal["whole", "error", "quit"]',
        "dialogue": "str | None",
        "type": 'Literal["end"]',
        "statement": "NotRequired[str]",
        "line": "NotRequired[int]",
    },
)
