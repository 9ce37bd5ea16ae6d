// Made from docs/json.md of the project.

/** A whole number: beyond 2^53 - 1, which a `number` would round, it is a `bigint`. */
export type Integer = number | bigint;

/** Any value of the language; a position, a game and a set without an end are texts. */
export type AnyValue = Integer | string | boolean | null | AnyValue[];

/** the next player wins, the previous player wins, a draw */
export type OutcomeClass = "N" | "P" | "D";

/** who wins */
export type Side = "first" | "second";

/** what a move obliges to: the same player moves again, or the other player must move in what is left */
export type Binding = "again" | "reply";

/** a Grundy value: a number, or a text such as `"∞{0,2}"` or `"loony"` */
export type GrundyValue = Integer | string;

/** of positions that are played at once, what decides; `"last"`: in misère play, the only position that is not over; `"foreclosed"`: the nim-sum of the foreclosed values */
export type DecidedBy = "remoteness" | "suspense" | "outcomes" | "last" | "foreclosed" | "search";

/** who plays; `"one"` and `"two"` are two people */
export type Player = "you" | "machine" | "one" | "two";

/** how well the machine plays, or how hard a quiz is */
export type Level = "easy" | "medium" | "hard";

/** why a line is not a move; `"of_others"`: in more or fewer of the positions that are played at once than a move is made in */
export type Refusal = "illegal" | "no_such_letter" | "several" | "of_others" | "side" | "unread" | "no_level" | "not_a_question";

export interface Move {
  /** the summand that is moved in */
  from: string;
  /** what the move leaves of it */
  to: string;
  /** where it binds the players; otherwise left out */
  binding?: Binding;
  /** the value of what it leaves; left out in misère play, and where a search found only who wins */
  value?: GrundyValue;
  /** the value of the whole position afterwards; left out in misère play, and where it is not 0 and a search found only who wins */
  total?: GrundyValue;
  /** `"P"` if who makes it wins, `"D"` if that player keeps a draw, `"N"` if it loses, where both play perfectly */
  outcome: OutcomeClass;
  /** where play may never end: how many moves are left then, if the winner hurries and the loser delays; left out in a draw, and where too many positions can be reached */
  remoteness?: Integer;
}

export interface Term {
  /** a summand */
  position: string;
  /** how many times it stands in the sum */
  copies: Integer;
  /** its value */
  value: GrundyValue;
}

export interface Clause {
  /** the amount that such a move takes */
  take?: Integer;
  /** in its place, the least of all larger amounts that it may take */
  from?: Integer;
  /** the numbers of heaps that it may leave */
  parts: Integer[];
  /** `"equal"` or `"unequal"`, where that is asked of these heaps; otherwise this field is missing */
  sizes?: "equal" | "unequal";
}

export interface Element {
  /** how many elements the quotient has */
  order: Integer;
  /** the element, as a product of the generators */
  product: string;
  /** those of one copy of each summand */
  summands: string[];
  /** whether it is in P */
  lost: boolean;
}

export interface Component {
  /** the position */
  position: string;
  /** its remoteness or its suspense, where that decides; otherwise `null` */
  moves: Integer | null;
  /** its outcome when played alone, where that decides; otherwise `null` */
  outcome: OutcomeClass | null;
  /** its foreclosed value, where that decides; otherwise `null` */
  value: Integer | null;
}

export interface Reply {
  /** a move that loses */
  tried: Move;
  /** the position after it */
  after: string;
  /** the winning move that answers it */
  answer: Move;
}

export interface WinningSet {
  /** whether all numbers are in the set but those that follow */
  all_but: boolean;
  /** the numbers that are in the set or, where `all_but` is true, the others */
  nimbers: Integer[];
}

export interface Axis {
  /** what the coordinate is called */
  name: string;
  /** the values it takes; one, if it is fixed */
  members: AnyValue[];
}

export interface Choice {
  /** the summand that is moved in */
  from: string;
  /** what the move leaves of it */
  to: string;
  /** where it binds the players; otherwise left out */
  binding?: Binding;
  /** the whole position afterwards */
  after: string;
}

export interface Played {
  /** who made the move: `"you"` or `"machine"`; of two people `"one"` or `"two"` */
  by: Player;
  /** the summand that was moved in */
  from: string;
  /** what the move left of it */
  to: string;
  /** where it binds the players; otherwise left out */
  binding?: Binding;
  /** the whole position afterwards */
  after: string;
  /** the value afterwards; `null` in misère play, and where a player is bound */
  value: GrundyValue | null;
  /** `"P"` if who made it wins then, `"D"` if nobody does */
  outcome: OutcomeClass;
  /** the move that would have won, where this one gave the win away; otherwise `null` */
  better: Move | null;
}

export interface Task {
  /** what is asked: `"value"`, `"mex"`, `"winner"`, `"move"`, `"nim_sum"`, `"row"` of a table, `"claim"`, `"wrong_value"`, `"last_heap"` or `"period"` */
  task: "value" | "mex" | "winner" | "move" | "nim_sum" | "row" | "claim" | "wrong_value" | "last_heap" | "period";
  /** the position that is asked about, if one is */
  position?: string;
  /** of a `"winner"`: whether it is misère play */
  misere?: boolean;
  /** of `"winner"` and `"move"`: `true` where play may never end, and a draw is an answer */
  draws?: boolean;
  /** of `"mex"` the set, of `"nim_sum"` the summands */
  numbers?: Integer[];
  /** of a `"claim"`: the outcome that is claimed */
  outcome?: OutcomeClass;
  /** of a `"claim"` the values to choose from; of `"wrong_value"` and `"period"` those of a row of heaps */
  values?: Integer[];
  /** of `"wrong_value"`, `"last_heap"` and `"period"`: the game */
  game?: string;
  /** of `"period"`: the heap with which the values begin */
  from?: Integer;
}

export interface Question {
  /** what is asked: `"value"`, `"mex"`, `"winner"`, `"move"`, `"nim_sum"`, `"row"` of a table, `"claim"`, `"wrong_value"`, `"last_heap"` or `"period"` */
  task: "value" | "mex" | "winner" | "move" | "nim_sum" | "row" | "claim" | "wrong_value" | "last_heap" | "period";
  /** the position that is asked about, if one is */
  position?: string;
  /** of a `"winner"`: whether it is misère play */
  misere?: boolean;
  /** of `"winner"` and `"move"`: `true` where play may never end, and a draw is an answer */
  draws?: boolean;
  /** of `"mex"` the set, of `"nim_sum"` the summands */
  numbers?: Integer[];
  /** of a `"claim"`: the outcome that is claimed */
  outcome?: OutcomeClass;
  /** of a `"claim"` the values to choose from; of `"wrong_value"` and `"period"` those of a row of heaps */
  values?: Integer[];
  /** of `"wrong_value"`, `"last_heap"` and `"period"`: the game */
  game?: string;
  /** of `"period"`: the heap with which the values begin */
  from?: Integer;
  /** which it is, from 1 */
  number: Integer;
  /** how many questions there are */
  of: Integer;
  /** what a right answer counts */
  points: Integer;
}

export interface Solution {
  /** of a `"row"`: the values of the options */
  values?: Integer[];
  /** of a `"row"`: their mex */
  mex?: Integer;
  /** of a `"row"`: the outcome */
  outcome?: OutcomeClass;
  /** of a `"claim"`: whether it is true */
  holds?: boolean;
  /** of a `"claim"`: the letter of the right value */
  reason?: string;
}

export interface Marked {
  /** what is asked: `"value"`, `"mex"`, `"winner"`, `"move"`, `"nim_sum"`, `"row"` of a table, `"claim"`, `"wrong_value"`, `"last_heap"` or `"period"` */
  task: "value" | "mex" | "winner" | "move" | "nim_sum" | "row" | "claim" | "wrong_value" | "last_heap" | "period";
  /** the position that is asked about, if one is */
  position?: string;
  /** of a `"winner"`: whether it is misère play */
  misere?: boolean;
  /** of `"winner"` and `"move"`: `true` where play may never end, and a draw is an answer */
  draws?: boolean;
  /** of `"mex"` the set, of `"nim_sum"` the summands */
  numbers?: Integer[];
  /** of a `"claim"`: the outcome that is claimed */
  outcome?: OutcomeClass;
  /** of a `"claim"` the values to choose from; of `"wrong_value"` and `"period"` those of a row of heaps */
  values?: Integer[];
  /** of `"wrong_value"`, `"last_heap"` and `"period"`: the game */
  game?: string;
  /** of `"period"`: the heap with which the values begin */
  from?: Integer;
  /** which it is, from 1 */
  number: Integer;
  /** how many questions there are */
  of: Integer;
  /** what a right answer counts */
  points: Integer;
  /** the answer as it was typed; `null` if there is none */
  typed: string | null;
  /** the answer as it was read: a number, a winner, a choice or `"none"`, or an object as in solution; `null` if there is none */
  given: Integer | string | Choice | Solution | null;
  /** the right answer, in the same form, such as a choice or a solution */
  truth: Integer | string | Choice | Solution;
  /** whether it is right */
  right: boolean;
  /** what it counts */
  mark: number;
  /** how long it took */
  seconds: number;
}

export interface Sheet {
  /** which it is, from 1 */
  number: Integer;
  /** the game */
  game: string;
  /** the seed of all sheets */
  seed: Integer;
  /** the questions with their right answers, each as answered */
  questions: Answered[];
}

export interface Answered {
  /** what is asked: `"value"`, `"mex"`, `"winner"`, `"move"`, `"nim_sum"`, `"row"` of a table, `"claim"`, `"wrong_value"`, `"last_heap"` or `"period"` */
  task: "value" | "mex" | "winner" | "move" | "nim_sum" | "row" | "claim" | "wrong_value" | "last_heap" | "period";
  /** the position that is asked about, if one is */
  position?: string;
  /** of a `"winner"`: whether it is misère play */
  misere?: boolean;
  /** of `"winner"` and `"move"`: `true` where play may never end, and a draw is an answer */
  draws?: boolean;
  /** of `"mex"` the set, of `"nim_sum"` the summands */
  numbers?: Integer[];
  /** of a `"claim"`: the outcome that is claimed */
  outcome?: OutcomeClass;
  /** of a `"claim"` the values to choose from; of `"wrong_value"` and `"period"` those of a row of heaps */
  values?: Integer[];
  /** of `"wrong_value"`, `"last_heap"` and `"period"`: the game */
  game?: string;
  /** of `"period"`: the heap with which the values begin */
  from?: Integer;
  /** which it is, from 1 */
  number: Integer;
  /** how many questions there are */
  of: Integer;
  /** what a right answer counts */
  points: Integer;
  /** the right answer: a number, a winner, a choice or `"none"`, or a solution */
  truth: Integer | string | Choice | Solution;
}

export interface WinnerAnswer {
  /** the position; as it was typed where a range in it has more than 100,000 heaps */
  position: string;
  /** whether it was asked for misère play */
  misere: boolean;
  /** who wins if both play perfectly */
  outcome: OutcomeClass;
  /** `null` in a draw */
  winner: Side | null;
  /** the summands, each a term; left out in misère play, where a search found only who wins, and where a range has more than 100,000 heaps */
  terms?: Term[];
  /** the value of the position; left out in misère play, and where a search found only who wins */
  value?: GrundyValue;
  /** where play may never end: a way of play that comes back, the same position first and last; or positions that grow, where the first ones decide who wins */
  loop?: string[];
  /** in misère play, the element of the position in a quotient, where that decides */
  element?: Element;
  /** of positions that are played at once, what decides */
  decided_by?: DecidedBy;
  /** of these, the positions, in the order they were written, each a component */
  components?: Component[];
  /** a move that wins, or else one that keeps a draw; `null` if there is none */
  move: Move | null;
  /** `if player 2 starts`: who begins, 1 or 2 */
  starts?: Integer;
  /** the rules of the heap games in it that have such a form; if there are none, this field is missing */
  rules?: WinnerRules[];
  /** which kind of object it is: the headings below */
  type: "winner";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface WinnerRules {
  /** the game */
  game: string;
  /** its clauses */
  rule: Clause[];
}

export interface RemotenessAnswer {
  /** the position */
  position: string;
  /** whether it was asked for misère play */
  misere: boolean;
  /** how many moves are made */
  moves: Integer;
  /** `"N"` or `"P"` */
  outcome: OutcomeClass;
  /** which kind of object it is: the headings below */
  type: "remoteness";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface SuspenseAnswer {
  /** the position */
  position: string;
  /** whether it was asked for misère play */
  misere: boolean;
  /** how many moves are made */
  moves: Integer;
  /** `"N"` or `"P"` */
  outcome: OutcomeClass;
  /** which kind of object it is: the headings below */
  type: "suspense";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface GrundyAnswer {
  /** the position */
  position: string;
  /** whether it was asked for misère play */
  misere: boolean;
  /** who wins if both play perfectly */
  outcome: OutcomeClass;
  /** `null` in a draw */
  winner: Side | null;
  /** the summands, each a term; left out in misère play, and where a range has more than 100,000 heaps */
  terms?: Term[];
  /** the value; in misère play the size of the one nim-heap beside which the position is lost */
  value: GrundyValue;
  /** where play may never end: a way of play that comes back, the same position first and last */
  loop?: string[];
  /** which kind of object it is: the headings below */
  type: "grundy";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface OutcomeAnswer {
  /** the position */
  position: string;
  /** whether it was asked for misère play */
  misere: boolean;
  /** who wins if both play perfectly */
  outcome: OutcomeClass;
  /** `null` in a draw */
  winner: Side | null;
  /** where play may never end, or where moves bind: the summands, each a term; left out in misère play */
  terms?: Term[];
  /** there, the value of the position; left out in misère play */
  value?: GrundyValue;
  /** where play may never end: a way of play that comes back, the same position first and last; or positions that grow, where the first ones decide who wins */
  loop?: string[];
  /** which kind of object it is: the headings below */
  type: "outcome";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface MovesAnswer {
  /** the position */
  position: string;
  /** whether it was asked for misère play */
  misere: boolean;
  /** who wins if both play perfectly */
  outcome: OutcomeClass;
  /** `null` in a draw */
  winner: Side | null;
  /** how many moves there are; where play may never end, of equal summands those of one */
  total: Integer;
  /** how many of them win */
  winning: Integer;
  /** how many of them keep a draw */
  drawing: Integer;
  /** the first 20, each a move: those that win, then those that draw, then those that lose. A file has all of them */
  moves: Move[];
  /** where play may never end: a way of play that comes back, the same position first and last */
  loop?: string[];
  /** which kind of object it is: the headings below */
  type: "moves";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface OptionsAnswer {
  /** the position */
  position: string;
  /** whether it was asked for misère play */
  misere: boolean;
  /** how many options there are */
  total: Integer;
  /** the first 20; a file has all of them */
  options: OptionsOptions[];
  /** which kind of object it is: the headings below */
  type: "options";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface OptionsOptions {
  /** a position that can be reached */
  option: string;
  /** its Grundy value; `null` in misère play, and where a search found only who wins */
  value: GrundyValue | null;
  /** its outcome */
  outcome: OutcomeClass;
  /** where the move to it binds the players; otherwise left out */
  binding?: Binding;
}

export interface ExplanationAnswer {
  /** the position */
  position: string;
  /** whether it was asked for misère play */
  misere: boolean;
  /** who wins if both play perfectly */
  outcome: OutcomeClass;
  /** `null` in a draw */
  winner: Side | null;
  /** the summands, each a term; left out in misère play */
  terms?: Term[];
  /** the value of the position; left out in misère play */
  value?: GrundyValue;
  /** where play may never end: a way of play that comes back, the same position first and last */
  loop?: string[];
  /** why each different summand has its value; left out in misère play */
  derivations?: ExplanationDerivations[];
  /** what follows for the player to move */
  advice: ExplanationAdvice;
  /** where play may never end, or where moves bind: how many moves lose */
  losing?: Integer;
  /** in misère play where play ends, how it is known who wins */
  reason?: ExplanationReason;
  /** of positions that are played at once, what decides */
  decided_by?: DecidedBy;
  /** of these, the positions, in the order they were written, each a component */
  components?: Component[];
  /** which kind of object it is: the headings below */
  type: "explanation";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface ExplanationDerivations {
  /** the summand */
  position: string;
  /** its value */
  value: GrundyValue;
  /** where moves bind: the numbers beside which who must move in it wins, as a winning_set */
  set?: WinningSet;
  /** of a product, the position of each factor: a term with its value */
  factors?: Term[];
  /** how many options it has */
  total: Integer;
  /** the first of them */
  options: ExplanationDerivationsOptions[];
  /** where all are numbers: the values of the options, sorted, without repetitions */
  values?: Integer[];
  /** there, whether there are more values than are listed */
  more_values?: boolean;
  /** there, the largest value of an option; 0 if there is none */
  largest?: Integer;
}

export interface ExplanationDerivationsOptions {
  /** an option */
  option: string;
  /** its value */
  value: GrundyValue;
  /** where the move to it binds the players: `"again"` or `"reply"` */
  binding?: Binding;
  /** where moves bind: the numbers beside which this move wins, as a winning_set */
  set?: WinningSet;
  /** where play may never end and the move to it is of no use: the move that answers it, so that the value is the same again */
  answer?: string;
  /** its summands, if it is a sum: each a term */
  terms?: Term[];
}

export interface ExplanationAdvice {
  /** `"play"`: a move wins or keeps a draw; `"lost"`: none does; `"over"`: there is no move */
  kind: "play" | "lost" | "over";
  /** of `"play"`: that move */
  move?: Move;
  /** of `"lost"`: how many moves there are */
  total?: Integer;
  /** of `"lost"`: the first moves, and how each is answered; none where play may never end, or where moves bind: each a reply */
  replies?: Reply[];
}

export interface ExplanationReason {
  /** `"nim"`: by Nim's own rule; `"tame"`: by the same rule, since every summand behaves as nim-heaps do; `"quotient"`: by its element; `"search"` */
  kind: "nim" | "tame" | "quotient" | "search";
  /** of `"nim"` and `"tame"`: the nim-sum */
  nim_sum?: Integer;
  /** of the same: whether some summand is more than heaps of 1; then a nim-sum of 0 is lost, otherwise one of 1 */
  firm?: boolean;
  /** the same after the winning move, if there is one */
  firm_after?: boolean | null;
  /** of the same: the summands */
  parts?: ExplanationReasonParts[];
  /** of `"quotient"`: the element of the position */
  element?: Element;
  /** of `"search"`: the position after the winning move; of `"quotient"` its element */
  after?: string | Element;
  /** of `"search"`: the moves from there, and how each is answered, if they are few: each a reply */
  replies?: Reply[];
}

export interface ExplanationReasonParts {
  /** how often */
  copies: Integer;
  /** the summand */
  position: string;
  /** its Grundy value */
  value?: Integer;
  /** whether it behaves like nim-heaps one of which is 2 or more */
  firm?: boolean;
  /** of `"quotient"`: the element of one copy */
  element?: string;
}

export interface TableAnswer {
  /** the game */
  game: string;
  /** whether it was asked for misère play */
  misere: boolean;
  /** a row for each heap */
  rows: TableRows[];
  /** where play may never end: a way of play that comes back, the same position first and last */
  loop?: string[];
  /** which kind of object it is: the headings below */
  type: "table";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface TableRows {
  /** the heap; of a game on boards the board, a text */
  n?: Integer | string;
  /** in place of it, where all positions are listed: the position */
  position?: string;
  /** its value; `null` in misère play, and where there is no such position */
  value: GrundyValue | null;
  /** `"N"`, `"P"` or, for a draw, `"D"`; `null` where there is no such position */
  outcome: OutcomeClass | null;
  /** where all positions are listed: how many moves are made, if the winner hurries and the loser delays; left out in a draw, and where moves bind */
  remoteness?: Integer;
  /** where moves bind: the numbers beside which who must move there wins, as a winning_set */
  set?: WinningSet;
  /** how many options it has; this and what follows only where all are numbers */
  total?: Integer;
  /** the values of the first 50 options */
  options?: Integer[];
  /** the same sorted, without repetitions */
  distinct?: Integer[];
}

export interface GridAnswer {
  /** the game */
  game: string;
  /** whether it was asked for misère play */
  misere: boolean;
  /** an axis for each coordinate */
  axes: Axis[];
  /** which of the axes runs downwards, from 0 */
  down: Integer;
  /** which of the axes runs to the right, from 0 */
  right: Integer;
  /** row after row: the Grundy value of each position, in a plot also a text such as `"∞{0,2}"` or `"loony"`; in misère play its outcome; `null` where there is no such position */
  values: (GrundyValue | OutcomeClass | null)[][];
  /** which kind of object it is: the headings below */
  type: "grid";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface ValuesAnswer {
  /** the game */
  game: string;
  /** the coordinates; left out if there is only one */
  coordinates?: ValuesCoordinates[];
  /** the first heap and the last; none if there is no heap */
  n: Integer[];
  /** how far two heaps are apart; left out if that is 1 */
  step?: Integer;
  /** in its place all heaps, where they are not equally far apart */
  heaps?: Integer[];
  /** the Grundy value of each heap; `null` where there is no such position */
  values: (Integer | null)[];
  /** which kind of object it is: the headings below */
  type: "values";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface ValuesCoordinates {
  /** what it is called */
  name: string;
  /** the number it is fixed at; `null` if it runs */
  fixed: Integer | null;
}

export interface PositionsAnswer {
  /** the game, or the positions before `for` as they were typed */
  game: string;
  /** whether it was asked for misère play */
  misere: boolean;
  /** which positions are listed: `"P"` or `"N"` */
  outcome: OutcomeClass;
  /** what the coordinates, or the variables, are called */
  coordinates: string[];
  /** how many positions were looked at */
  among: Integer;
  /** how many of them are listed */
  count: Integer;
  /** how many of them are draws; missing if none is */
  drawn?: Integer;
  /** heaps; of several coordinates, or variables, arrays of them */
  positions: AnyValue[];
  /** which kind of object it is: the headings below */
  type: "positions";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface PeriodAnswer {
  /** the game */
  game: string;
  /** `"proved"`, `"seen"` or `"none"` */
  finding: "proved" | "seen" | "none";
  /** how long the period is; `null` if none was found */
  period: Integer | null;
  /** how many values come before it; `null` if none was found */
  preperiod: Integer | null;
  /** how much the values grow from one period to the next; `null` if none was found */
  saltus: Integer | null;
  /** all values up to this heap were looked at */
  checked: Integer;
  /** of what is proved, by which theorem; otherwise `null` */
  theorem: string | null;
  /** the heaps before the period whose values do not fit it, the first 10,000 */
  exceptions: PeriodExceptions[];
  /** how many there are in all */
  exception_count: Integer;
  /** where the question is about all kinds of heaps of a game, the period of each; otherwise this field is missing. A heap is then an exception if it is one for some kind, and its value is that of the first such kind */
  kinds?: PeriodKinds[];
  /** whether to ask again would search further: `"again"`, `"memory"` (only with more of it) or `"no"` */
  farther: "again" | "memory" | "no";
  /** what is published where nothing is proved here; otherwise `null` */
  published: PeriodPublished | null;
  /** the first values */
  sample: Integer[];
  /** the rule of a heap game as the program has read it: its clauses; if it has no such form, this field is missing */
  rule?: Clause[];
  /** which kind of object it is: the headings below */
  type: "period";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface PeriodExceptions {
  /** a heap */
  n: Integer;
  /** its value */
  value: Integer;
}

export interface PeriodKinds {
  /** a heap of the kind, as `O(n, 1)` */
  position: string;
  /** the period of this kind */
  period: Integer;
  /** from where on it holds */
  preperiod: Integer;
}

export interface PeriodPublished {
  /** under which name the game is known */
  name: string;
  /** how far its values have been computed, where that was published; otherwise `null` */
  computed: string | null;
  /** the period that is published, or `null` */
  period: PeriodPublishedPeriod | null;
  /** by whom */
  source: string;
}

export interface PeriodPublishedPeriod {
  /** how many values come before it */
  preperiod: Integer;
  /** how long it is */
  period: Integer;
  /** how much the values grow from one period to the next */
  saltus: Integer;
}

export interface MiserePeriodAnswer {
  /** the game */
  game: string;
  /** the period of the elements of its heaps in the misère quotient */
  period: Integer;
  /** from which heap on they repeat */
  preperiod: Integer;
  /** every heap up to here was looked at */
  checked: Integer;
  /** `"plambeck_siegel"` */
  theorem: "plambeck_siegel";
  /** how many elements the quotient has */
  order: Integer;
  /** which kind of object it is: the headings below */
  type: "misere_period";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface GenusAnswer {
  /** the position */
  position: string;
  /** the genus: the Grundy value, `^`, and the misère values, in brackets with blanks between them if one has two digits */
  genus: string;
  /** the Grundy value */
  value: Integer;
  /** the misère values beside 0, 1, 2, … copies of *2; the last two repeat for ever */
  misere_values: Integer[];
  /** `"tame"`, `"restive"`, `"restless"` or `"wild"`, of the canonical form */
  kind: "tame" | "restive" | "restless" | "wild";
  /** which kind of object it is: the headings below */
  type: "genus";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface FormAnswer {
  /** the position */
  position: string;
  /** whether it was asked for misère play */
  misere: boolean;
  /** the canonical form, a text that equal positions share; `null` if it is longer than 20,000 characters */
  form: string | null;
  /** how many moves the longest play of the form has */
  birthday: Integer;
  /** how many options the form has */
  options: Integer;
  /** which kind of object it is: the headings below */
  type: "form";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface QuotientAnswer {
  /** the games; none if positions are asked about */
  games: string[];
  /** how many elements it has */
  order: Integer;
  /** how many of them are in P: lost for the player to move */
  p_portion: Integer;
  /** whether it is that of all heaps, or of all positions; otherwise it is that of what was looked at, and nothing is known of others */
  proved: boolean;
  /** with which period the elements of the heaps repeat, of several games all of them; `null` if that is not proved */
  period: Integer | null;
  /** from which heap on; `null` if that is not proved */
  preperiod: Integer | null;
  /** all heaps up to this one were looked at, of several games the least such bound; `null` for positions */
  checked: Integer | null;
  /** what is known of each game */
  heaps: QuotientHeaps[];
  /** of how many positions it is; `null` for games */
  positions: QuotientPositions | null;
  /** letters for the elements of some heaps or positions, of which every element is a product */
  generators: QuotientGenerators[];
  /** which products are equal, as a text: `"a² = 1"`. Replacing the left side by the right one, in any order and as long as one fits, ends at the same product for equal elements, so that these rules give the whole table */
  relations: string[];
  /** the elements in P, as products of the letters */
  p: string[];
  /** which kind of object it is: the headings below */
  type: "quotient";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface QuotientHeaps {
  /** the game */
  game: string;
  /** all heaps of it up to this one were looked at */
  checked: Integer;
  /** with which period the elements of its heaps repeat; `null` if that is not proved */
  period: Integer | null;
  /** from which heap on; `null` if that is not proved */
  preperiod: Integer | null;
  /** its rule: its clauses; if it has no such form, this field is missing */
  rule?: Clause[];
  /** the elements of the heaps 0, 1, … to the end of the first period, as products of the letters; if no period is proved, this field is missing */
  elements?: string[];
}

export interface QuotientPositions {
  /** how many positions have elements */
  known: Integer;
  /** how many can be reached; those with the same options count once */
  total: Integer;
}

export interface QuotientGenerators {
  /** a letter */
  letter: string;
  /** the heap or position */
  position: string;
}

export interface JudgedAnswer {
  /** the position */
  position: string;
  /** what is said to be left */
  after: string;
  /** the move from there to there; `null` if the rules allow none */
  move: Move | null;
  /** the winning move that answers it, if it loses; otherwise `null` */
  answer: Move | null;
  /** where several moves leave that, one that binds the players and one that does not: the others, each a move */
  others?: Move[];
  /** a winning move, if it does not win and there is one, or one that keeps a draw, if it loses; otherwise `null` */
  better: Move | null;
  /** which kind of object it is: the headings below */
  type: "judged";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface NimSumAnswer {
  /** the numbers */
  summands: Integer[];
  /** their nim-sum */
  value: Integer;
  /** which kind of object it is: the headings below */
  type: "nim_sum";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface MexAnswer {
  /** the numbers, sorted, without repetitions */
  members: Integer[];
  /** whether there may be more: of very many those below the mex are listed, at most 1,000 */
  more: boolean;
  /** the mex */
  value: Integer;
  /** which kind of object it is: the headings below */
  type: "mex";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface PeriodExplanationAnswer {
  /** the game */
  game: string;
  /** `"proved"`, `"seen"` or `"none"` */
  finding: "proved" | "seen" | "none";
  /** how long the period is; `null` if none was found */
  period: Integer | null;
  /** how many values come before it; `null` if none was found */
  preperiod: Integer | null;
  /** how much the values grow from one period to the next; `null` if none was found */
  saltus: Integer | null;
  /** all values up to this heap were looked at */
  checked: Integer;
  /** of what is proved, by which theorem; otherwise `null` */
  theorem: string | null;
  /** the heaps before the period whose values do not fit it, the first 10,000 */
  exceptions: PeriodExceptions[];
  /** how many there are in all */
  exception_count: Integer;
  /** where the question is about all kinds of heaps of a game, the period of each; otherwise this field is missing. A heap is then an exception if it is one for some kind, and its value is that of the first such kind */
  kinds?: PeriodKinds[];
  /** whether to ask again would search further: `"again"`, `"memory"` (only with more of it) or `"no"` */
  farther: "again" | "memory" | "no";
  /** what is published where nothing is proved here; otherwise `null` */
  published: PeriodPublished | null;
  /** the first values */
  sample: Integer[];
  /** the rule of a heap game as the program has read it: its clauses; if it has no such form, this field is missing */
  rule?: Clause[];
  /** which kind of object it is: the headings below */
  type: "period_explanation";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface CheckAnswer {
  /** whether it holds */
  holds: boolean;
  /** if it holds: in how many cases */
  cases?: Integer;
  /** if it holds: what that says of all cases */
  scope?: CheckScope;
  /** if it fails: the first counterexample */
  case?: CheckCase;
  /** if it fails: in how many cases it holds before */
  held?: Integer;
  /** if it fails: the two sides of a comparison; otherwise `null` */
  sides?: CheckSides | null;
  /** if it fails: an explanation of a position that is asked about; otherwise `null` */
  explanation?: ExplanationAnswer | null;
  /** which kind of object it is: the headings below */
  type: "check";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface CheckScope {
  /** `"all"`: every case was tried; `"up_to"`: there are more; `"proved"`: for all of an endless range */
  kind: "all" | "up_to" | "proved";
  /** of `"up_to"`: the last value that was tried */
  last?: AnyValue;
  /** of `"proved"`: with which period the cases repeat */
  period?: Integer;
  /** of `"proved"`: from which case on they do */
  preperiod?: Integer;
}

export interface CheckCase {
  /** the value of each variable */
  [name: string]: AnyValue;
}

export interface CheckSides {
  /** what stands at the left, as written */
  left: string;
  /** its value */
  left_value: AnyValue;
  /** the sign between */
  operator: string;
  /** what stands at the right, as written */
  right: string;
  /** its value */
  right_value: AnyValue;
}

export interface PatternAnswer {
  /** what was asked about, as written */
  subject: string;
  /** `"values"`, `"losing"` (the P-positions of a game), `"members"` (which numbers are in a set) or `"list"` */
  of: "values" | "losing" | "members" | "list";
  /** how many values were looked at */
  values: Integer;
  /** the variables that run */
  ranges: PatternRanges[];
  /** the laws that were found, the simplest first; none, if there is none */
  laws: PatternLaws[];
  /** which kind of object it is: the headings below */
  type: "pattern";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface PatternRanges {
  /** a variable */
  name: string;
  /** the least number it was given */
  first: Integer;
  /** the largest */
  last: Integer;
}

export interface PatternLaws {
  /** whose law it is, as above */
  of: "values" | "losing" | "members" | "list";
  /** its kind: `"repeats"`, `"function"`, `"cases"`, `"recurrence"` or `"polynomial"` */
  kind: "repeats" | "function" | "cases" | "recurrence" | "polynomial";
  /** the law in the language; for a list, the formula of a member */
  claim: string;
  /** the line that defines the function in it; `null` if there is none */
  definition: string | null;
  /** it holds where every variable is at least this */
  from: Integer;
  /** how many values fit */
  fits: Integer;
  /** how many values beyond those asked about agree as well */
  later: Integer;
  /** how many numbers in it were chosen to fit */
  free: Integer;
  /** which theorem proves it; `null` if it is only seen */
  theorem: string | null;
  /** the line that checks it further, or continues a list */
  line: string;
  /** for lists and sets, what would come next */
  next: AnyValue[];
}

export interface SurveyAnswer {
  /** the headings */
  columns: string[];
  /** a row for each turn of the loop: an array with a value for each column, or with a text that begins with `error:` */
  rows: AnyValue[][];
  /** how many cells could not be answered */
  failed: Integer;
  /** whether there would be more rows than are kept without a file */
  is_cut: boolean;
  /** which kind of object it is: the headings below */
  type: "survey";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface SurveyedAnswer {
  /** the file, as named */
  path: string;
  /** how many rows it has */
  rows: Integer;
  /** how many cells could not be answered */
  failed: Integer;
  /** which kind of object it is: the headings below */
  type: "surveyed";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface PlotAnswer {
  /** the game */
  game: string;
  /** the first heap and the last; none if there is no heap */
  n: Integer[];
  /** how far two heaps are apart; left out if that is 1 */
  step?: Integer;
  /** in its place all heaps, where they are not equally far apart */
  heaps?: Integer[];
  /** the Grundy value of each heap; `null` where there is no such position */
  values: (Integer | null)[];
  /** the coordinates */
  coordinates: ValuesCoordinates[];
  /** the heaps with other values than numbers, for which `null` stands among `values`; left out if there are none */
  others?: PlotOthers[];
  /** which kind of object it is: the headings below */
  type: "plot";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface PlotOthers {
  /** the heap */
  n: Integer;
  /** its value, such as `"∞{0,2}"` or `"loony"` */
  value: string;
}

export interface HeatAnswer {
  /** the game */
  game: string;
  /** whether it was asked for misère play */
  misere: boolean;
  /** an axis for each coordinate */
  axes: Axis[];
  /** which of the axes runs downwards, from 0 */
  down: Integer;
  /** which of the axes runs to the right, from 0 */
  right: Integer;
  /** row after row: the Grundy value of each position, in a plot also a text such as `"∞{0,2}"` or `"loony"`; in misère play its outcome; `null` where there is no such position */
  values: (GrundyValue | OutcomeClass | null)[][];
  /** which kind of object it is: the headings below */
  type: "heat";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface TreeAnswer {
  /** all positions that can be reached, each once; the first is the one asked about */
  nodes: TreeNodes[];
  /** which kind of object it is: the headings below */
  type: "tree";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface TreeNodes {
  /** a position */
  position: string;
  /** its Grundy value */
  value: GrundyValue | null;
  /** `"N"` or `"P"` */
  outcome: OutcomeClass;
  /** where a player must reply: in what; otherwise left out */
  bound?: string;
  /** those of its options, by the same places, after which the same player moves again; otherwise left out */
  again?: Integer[];
  /** its options, by their places in `nodes`, from 0 */
  options: Integer[];
}

export interface FunctionAnswer {
  /** which kind of object it is: the headings below */
  type: "function";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface ValueAnswer {
  /** the value */
  value: AnyValue;
  /** `"bool"`, `"integer"`, `"text"`, `"tuple"`, `"list"`, `"set"`, `"outcome"`, `"side"` or `"position"`, `"game"`, `"grundy"` for ∞ and loony, or `"none"` where there is no such value */
  kind: "bool" | "integer" | "text" | "tuple" | "list" | "set" | "outcome" | "side" | "position" | "game" | "grundy" | "none";
  /** the value as it would be typed */
  text: string;
  /** of a position its Grundy value; otherwise `null` */
  grundy: GrundyValue | null;
  /** of `equal misere` what tells the two positions apart; left out if nothing is said of that */
  apart?: ValueApart;
  /** which kind of object it is: the headings below */
  type: "value";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface ValueApart {
  /** a third position; `"*0"` if the two have different outcomes */
  beside: string;
  /** the sums of the two with the third one */
  sums: string[];
  /** who wins these in misère play: `"N"` or `"P"` */
  outcomes: OutcomeClass[];
}

export interface PrintAnswer {
  /** what was printed, in a row */
  values: AnyValue[];
  /** which kind of object it is: the headings below */
  type: "print";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface DefinedAnswer {
  /** the name */
  name: string;
  /** `"game"`, `"value"` or `"function"` */
  what: "game" | "value" | "function";
  /** the value of a name that is a value; otherwise `null` */
  value: AnyValue;
  /** what the name meant before: `"own"`, `"library"` or `"builtin"`, or `"question"` if it was a word that asks, such as `moves`; otherwise `null` */
  replaced: "own" | "library" | "builtin" | "question" | null;
  /** which kind of object it is: the headings below */
  type: "defined";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface ForgottenAnswer {
  /** the names that were forgotten */
  names: string[];
  /** those that mean a game of the library again */
  restored: string[];
  /** which kind of object it is: the headings below */
  type: "forgotten";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface GamesAnswer {
  /** the games you have defined */
  own: GamesOwn[];
  /** those of the library */
  library: GamesLibrary[];
  /** which kind of object it is: the headings below */
  type: "games";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface GamesOwn {
  /** the name */
  name: string;
  /** the definition in one line */
  line: string;
}

export interface GamesLibrary {
  /** the name */
  name: string;
  /** a line about it */
  line: string;
}

export interface DefinitionsAnswer {
  /** what is defined */
  definitions: DefinitionsDefinitions[];
  /** which kind of object it is: the headings below */
  type: "definitions";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface DefinitionsDefinitions {
  /** the name */
  name: string;
  /** the definition, as written */
  source: string;
  /** of a game, how its values are found; otherwise `null` */
  engine: string | null;
}

export interface AboutAnswer {
  /** the game */
  name: string;
  /** what it is, in a line */
  summary: string;
  /** the rules, the history and the like, a paragraph each */
  text: string[];
  /** short facts */
  facts: AboutFacts[];
  /** the definition */
  source: string;
  /** the first values, where the facts have none */
  sample: Integer[];
  /** which kind of object it is: the headings below */
  type: "about";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface AboutFacts {
  /** such as `"Code"` or `"Source"` */
  name: string;
  /** what it says */
  content: string;
}

export interface HelpAnswer {
  /** the words that are explained */
  entries?: HelpEntries[];
  /** of `help` alone: all words, in groups */
  groups?: HelpGroups[];
  /** of `help rules` and the like: the chapter, in Markdown */
  chapter?: string;
  /** which kind of object it is: the headings below */
  type: "help";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface HelpEntries {
  /** the word */
  word: string;
  /** how it is written */
  usage: string;
  /** what it does */
  line: string;
  /** an example */
  example: string;
}

export interface HelpGroups {
  /** what the words of the group are */
  title: string;
  /** the words */
  words: HelpGroupsWords[];
}

export interface HelpGroupsWords {
  /** the word */
  word: string;
  /** what it does */
  line: string;
}

export interface PlayAnswer {
  /** `"turn"`: you are to move; `"refused"`: a line was no move; `"hint"`, `"why"`, `"level"`, `"moves"`, `"help"`: what was asked for; `"nothing_to_undo"`, `"nothing_to_explain"`; `"over"`; `"left"` */
  event: "turn" | "refused" | "hint" | "why" | "level" | "moves" | "help" | "nothing_to_undo" | "nothing_to_explain" | "over" | "left";
  /** the position at hand; of `"over"` that at the start; such as `"all of Nim(2), Nim(1)"` where positions are played at once */
  position?: string;
  /** of `"turn"`, `"hint"` and `"over"`, where a player must reply: in what; otherwise left out */
  bound?: string;
  /** whether it is misère play */
  misere?: boolean;
  /** of `"turn"`: whose turn it is: `"you"`; of two people `"one"` or `"two"` */
  to_move?: Player;
  /** who begins, `"you"`, `"machine"` or `"one"`; `null` after the first turn */
  begins?: Player | null;
  /** the position at the start; `null` after the first turn */
  start?: string | null;
  /** of `"turn"` and `"over"`: whether moves have been taken back */
  undone?: boolean;
  /** of `"turn"`: `true` if the same player moves again; otherwise left out */
  again?: boolean;
  /** of `"turn"`: what was played since the turn before */
  moved?: Played[];
  /** the first moves that can be made, each a choice; of `"over"` all that were played */
  moves?: (Choice | Played)[];
  /** whether there are more moves than are listed */
  more?: boolean;
  /** of `"refused"`: the line */
  typed?: string;
  /** of `"refused"` */
  why?: Refusal;
  /** of `"hint"`: how much it tells, from 1 to 3 */
  stage?: Integer;
  /** of `"hint"`: whether there is a winning move */
  can_win?: boolean;
  /** of `"hint"`: whether there is none, and a move that keeps a draw */
  can_draw?: boolean;
  /** of `"hint"`, from stage 2 on: the summand to move in, or a list of the positions that are played at once; otherwise `null` */
  from?: string | string[] | null;
  /** of `"hint"`, in stage 3, a move that wins or keeps a draw, or `null`; of `"why"` the machine's choice */
  move?: Move | Choice | null;
  /** of `"why"`: `"winning"`, `"drawing"`, `"hardest"`, `"longest"`, `"any"` or `"chance"` */
  how?: "winning" | "drawing" | "hardest" | "longest" | "any" | "chance";
  /** of `"why"`: an explanation of the position before; where play may never end, what `explain` says there; where moves bind, the value of all that the move leaves */
  explanation?: ExplanationAnswer | GrundyValue;
  /** of `"level"`: `"easy"`, `"medium"` or `"hard"`; of `"over"` the weakest at which the machine has played, `null` of two people */
  level?: Level | null;
  /** of `"over"`: whether a hint, a reason or an answer to a question was given */
  helped?: boolean;
  /** of `"level"`: what the mistakes come from; `null` if it is hard */
  seed?: Integer | null;
  /** of `"hint"` and `"over"`: the value, of `"hint"` of what stands beside the summands to which the player is bound; `null` in misère play, and in a `"hint"` where play may never end */
  value?: GrundyValue | null;
  /** of `"over"`: the outcome at the start */
  outcome?: OutcomeClass;
  /** of `"over"`: `"you"`, `"machine"`, `"one"` or `"two"` */
  winner?: Player;
  /** of `"over"`: whether you gave up */
  given_up?: boolean;
  /** of `"over"`: the move that would have won, or kept a draw, when you gave up; otherwise `null` */
  missed?: Move | null;
  /** which kind of object it is: the headings below */
  type: "play";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface QuizAnswer {
  /** `"question"`; `"graded"`: an answer; `"again"`: a wrong answer that may be followed by another; `"hint"`; `"no_hint"`; `"noted"`: an answer in an exam; `"unread"`, `"illegal"`: a line that does not count; `"help"`; `"score"`: so far; `"over"`; `"left"` */
  event: "question" | "graded" | "again" | "hint" | "no_hint" | "noted" | "unread" | "illegal" | "help" | "score" | "over" | "left";
  /** which question it is, from 1; this and the fields down to `from` as in question */
  number?: Integer;
  /** how many questions there are */
  of?: Integer;
  /** what a right answer counts; of `"graded"`, `"score"` and `"over"` what the answers count */
  points?: number;
  /** what is asked */
  task?: string;
  /** the position that is asked about, if one is */
  position?: string;
  /** of a winner: whether it is misère play */
  misere?: boolean;
  /** `true` where play may never end, and a draw is an answer */
  draws?: boolean;
  /** of a mex the set, of a nim-sum the summands */
  numbers?: Integer[];
  /** of a claim: the outcome that is claimed */
  outcome?: OutcomeClass;
  /** of a claim, a wrong value and a period */
  values?: Integer[];
  /** of a period: the heap with which the values begin */
  from?: Integer;
  /** the number that asks the same questions again; `null` after the first question */
  seed?: Integer | null;
  /** of `"graded"`, `"again"` and `"hint"`: the question */
  question?: Question;
  /** of `"graded"` and `"again"`: the answer; a number, a winner, a choice or `"none"`, or an object as in solution; `null` if it was skipped */
  given?: Integer | string | Choice | Solution | null;
  /** of `"graded"`: whether it is right; of `"score"` and `"over"` how many were */
  right?: boolean | Integer;
  /** of `"graded"`: the right answer, in the same form, such as a choice or a solution */
  truth?: Integer | string | Choice | Solution;
  /** of `"graded"` and `"again"`: what may have been confused, `"plain_sum"`, `"sizes"`, `"size"`, `"xor_of_options"`, `"member"` or `"gap"`; otherwise `null` */
  slip?: "plain_sum" | "sizes" | "size" | "xor_of_options" | "member" | "gap" | null;
  /** of `"hint"` and `"again"`: which hint it is, from 1 */
  stage?: Integer;
  /** whether it is an exam */
  exam?: boolean;
  /** of `"unread"` and `"illegal"`: the line */
  typed?: string;
  /** of `"illegal"` */
  why?: Refusal;
  /** of `"illegal"`: the first moves that can be made, each a choice */
  moves?: Choice[];
  /** of `"illegal"`: whether there are more moves than are listed */
  more?: boolean;
  /** of `"score"`, `"over"` and `"left"`, and of a wrong value and a period: the game */
  game?: string;
  /** of `"score"`, `"over"` and `"left"`: `"easy"`, `"medium"` or `"hard"`; `null` where they begin easily and end hard */
  level?: Level | null;
  /** of `"score"`, `"over"` and `"left"`: how many were right after a hint */
  helped?: Integer;
  /** of `"score"`, `"over"` and `"left"`: how many questions were answered or skipped */
  asked?: Integer;
  /** of `"score"`, `"over"` and `"left"`: what these count at the most */
  most?: Integer;
  /** of `"score"`, `"over"` and `"left"`: the questions that were not answered rightly, each a task */
  wrong?: Task[];
  /** which kind of object it is: the headings below */
  type: "quiz";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface ExamAnswer {
  /** the game */
  game: string;
  /** the number that asks the same questions again */
  seed: Integer;
  /** as in a quiz */
  level: Level | null;
  /** `true` */
  exam: boolean;
  /** how many answers are right */
  right: Integer;
  /** how many questions there are */
  of: Integer;
  /** what they count */
  points: number;
  /** what they count at the most */
  most: Integer;
  /** how long it took */
  seconds: number;
  /** the questions, each as marked */
  questions: Marked[];
  /** which kind of object it is: the headings below */
  type: "exam";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface WorksheetAnswer {
  /** the game */
  game: string;
  /** the number that makes the same sheets again */
  seed: Integer;
  /** as in a quiz */
  level: Level | null;
  /** `false` */
  exam: boolean;
  /** the definition of the game, below those of what it names */
  rule: string;
  /** the sheets, each a sheet */
  sheets: Sheet[];
  /** which kind of object it is: the headings below */
  type: "worksheet";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface TourAnswer {
  /** `"page"`; `"solved"`, `"again"`, `"aside"`, `"not_a_move"`: what is said to a line; `"hint"`, `"contents"`, `"help"`: what was asked for; `"no_such_lesson"`; `"left"`; `"end"` */
  event: "page" | "solved" | "again" | "aside" | "not_a_move" | "hint" | "contents" | "help" | "no_such_lesson" | "left" | "end";
  /** the number of the lesson, from 1 */
  lesson?: Integer;
  /** how many lessons there are */
  of?: Integer;
  /** the title of the lesson */
  title?: string;
  /** what is said */
  text?: string;
  /** the exercise at hand; `null` if all are solved */
  exercise?: string | null;
  /** of `"solved"`: the lesson that follows; `null` if one more exercise does */
  next_lesson?: Integer | null;
  /** the solution, after several tries; otherwise `null` */
  solution?: string | null;
  /** of `"not_a_move"`: the line */
  typed?: string;
  /** of `"contents"`: all lessons */
  lessons?: TourLessons[];
  /** which kind of object it is: the headings below */
  type: "tour";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface TourLessons {
  /** its title */
  title: string;
  /** whether its exercises are solved */
  done: boolean;
}

export interface WroteAnswer {
  /** the file, as named */
  path: string;
  /** which kind of object it is: the headings below */
  type: "wrote";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface TimeAnswer {
  /** how long the statement took */
  seconds: number;
  /** which kind of object it is: the headings below */
  type: "time";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface HistoryAnswer {
  /** what was typed since the prompt opened */
  entries: string[];
  /** which kind of object it is: the headings below */
  type: "history";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface ErrorAnswer {
  /** the code; `help E0201` explains it */
  code: string;
  /** what is wrong, in a sentence */
  message: string;
  /** a few words about the place */
  label: string;
  /** the script, or `"<stdin>"`, `"<code>"`; `null` where there is no place */
  file: string | null;
  /** the line, from 1 */
  line: Integer;
  /** the column, from 1, counted in characters */
  column: Integer;
  /** the line where the place ends */
  end_line: Integer;
  /** the column behind the last character */
  end_column: Integer;
  /** what to do about it, or `null` */
  help: string;
  /** the text that corrects it, or `null` */
  replacement: ErrorReplacement | null;
  /** other places that have to do with it */
  related: ErrorRelated[];
  /** which kind of object it is: the headings below */
  type: "error";
  /** the statement that is answered, as written */
  statement?: string;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface ErrorReplacement {
  /** what to write */
  text: string;
  /** in place of what stands here, */
  file: string;
  /** from this line */
  line: Integer;
  /** and column */
  column: Integer;
  /** up to this line */
  end_line: Integer;
  /** and column */
  end_column: Integer;
}

export interface ErrorRelated {
  /** a few words about the place */
  message: string;
  /** the script */
  file: string;
  /** the line */
  line: Integer;
  /** the column */
  column: Integer;
  /** the line where it ends */
  end_line: Integer;
  /** the column behind its last character */
  end_column: Integer;
}

export interface NoticeAnswer {
  /** the remark, in a sentence */
  message: string;
  /** the script that it is about, or `"<stdin>"`, `"<code>"`; `null` where there is no place */
  file: string | null;
  /** the line, from 1 */
  line: Integer | null;
  /** the column, from 1, counted in characters */
  column: Integer | null;
  /** the line where the place ends */
  end_line: Integer | null;
  /** the column behind the last character */
  end_column: Integer | null;
  /** which kind of object it is: the headings below */
  type: "notice";
  /** the statement that is answered, as written */
  statement?: string;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface CutAnswer {
  /** the type of that answer */
  kind: string;
  /** which kind of object it is: the headings below */
  type: "cut";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
  /** with `--frames`: the request that is answered */
  id?: Integer | string | null;
}

export interface EndAnswer {
  /** the request */
  id: Integer | string | null;
  /** `"whole"`, `"error"` if an error ended it, or `"quit"` */
  ended: "whole" | "error" | "quit";
  /** the dialogue whose next line the next request is, such as `"play"`; otherwise `null` */
  dialogue: string | null;
  /** which kind of object it is: the headings below */
  type: "end";
  /** the statement that is answered, as written */
  statement?: string;
  /** the line in which the statement begins, from 1 */
  line?: Integer;
}

/** An answer of any kind; its member `type` tells which. */
export type Answer =
  | WinnerAnswer
  | RemotenessAnswer
  | SuspenseAnswer
  | GrundyAnswer
  | OutcomeAnswer
  | MovesAnswer
  | OptionsAnswer
  | ExplanationAnswer
  | TableAnswer
  | GridAnswer
  | ValuesAnswer
  | PositionsAnswer
  | PeriodAnswer
  | MiserePeriodAnswer
  | GenusAnswer
  | FormAnswer
  | QuotientAnswer
  | JudgedAnswer
  | NimSumAnswer
  | MexAnswer
  | PeriodExplanationAnswer
  | CheckAnswer
  | PatternAnswer
  | SurveyAnswer
  | SurveyedAnswer
  | PlotAnswer
  | HeatAnswer
  | TreeAnswer
  | FunctionAnswer
  | ValueAnswer
  | PrintAnswer
  | DefinedAnswer
  | ForgottenAnswer
  | GamesAnswer
  | DefinitionsAnswer
  | AboutAnswer
  | HelpAnswer
  | PlayAnswer
  | QuizAnswer
  | ExamAnswer
  | WorksheetAnswer
  | TourAnswer
  | WroteAnswer
  | TimeAnswer
  | HistoryAnswer
  | ErrorAnswer
  | NoticeAnswer
  | CutAnswer
  | EndAnswer;
