#!/usr/bin/env python3
"""Checks a certificate of grundy from the definition alone. It needs Python, and uses nothing of the program.

    check_certificate.py FILE.cert      says what is proved (exit code 0), or why it refuses (1)

A rule is a list of clauses {"take": k} or {"from": k}, with "parts", the numbers of heaps that may be left, and perhaps "sizes":
"any", "equal" or "unequal". A move takes k, or k and more, from a heap and leaves so many heaps, none of them empty; with k = 0
it leaves two or more. What is computed here are values of heaps, or elements of a quotient; that they go on as they began
is said by the theorems of docs/proofs.md, whose conditions are looked at.

Certificates ("claim"):
    period    "rule", "preperiod", "period", "saltus", and perhaps "values", the first ones
    winner    "rules", "sum": pairs of the number of a rule and a heap, "nim_sum", and perhaps "periods", for each rule
              its "preperiod", "period" and "saltus", or null
    quotient  "rule", "products", "lost", "elements" of the heaps, "preperiod", "period"
    strategy  "positions", their "moves" (null where these do not matter), the "lost" ones that the winner leaves, "winner", "misere"
    for_all   "condition" in n, as nested lists, "from", "step", and the periods that it "rests_on", each as above
"""

import json
import sys
from functools import reduce
from math import gcd, lcm
from operator import add, and_, eq, floordiv, ge, gt, le, lt, mod, mul, ne, or_, sub, xor


# The largest heap whose value is computed.
FARTHEST = 10**6


class Refused(Exception):
    """Why a certificate is not accepted."""


def need(holds, why):
    if not holds:
        raise Refused(why)


def bits(members):
    """A set of numbers as the bits of one."""
    return reduce(or_, (1 << member for member in set(members)), 0)


def members(mask):
    return (number for number in range(mask.bit_length()) if mask >> number & 1)


def shifted(mask, value):
    """The set of all x ^ value, of a set kept as bits: for each bit b of the value, blocks of 2^b bits change places."""
    for width in (1 << b for b in range(value.bit_length()) if value >> b & 1):
        low = (1 << width) - 1
        while low.bit_length() < mask.bit_length():
            low |= low << low.bit_length() + width
        mask = (mask & low) << width | mask >> width & low
    return mask


class Heaps:
    """What the options of heaps come to, as sets of bits: nim-sums of values, or products in a table."""

    def __init__(self, rule, images=None, products=None):
        self.rule = rule
        self.images = [0] if images is None else images
        self.products = products
        self.known = {}

    def pairs(self, ones, others):
        if self.products is None:
            return bits(map(xor, ones, others))
        return bits(self.products[one][other] for one, other in zip(ones, others))

    def beside(self, image, rest):
        if self.products is None:
            return shifted(rest, image)
        return bits(self.products[image][other] for other in members(rest))

    def splits(self, parts, total, sizes):
        """All images of so many heaps of this total."""
        images = self.images
        if parts == 0:
            return 1 if total == 0 else 0
        if total < parts:
            return 0
        if parts == 1:
            return 1 << images[total]
        if sizes == "equal":
            need(self.products is None, "equal heaps in a quotient are not checked")
            return 0 if total % parts else 1 << (images[total // parts] if parts % 2 else 0)
        if sizes == "unequal":
            need(parts == 2, "unequal heaps are checked for two of them")
            return self.pairs(images[1:(total + 1) // 2], images[total - 1:total // 2:-1])
        if (parts, total) not in self.known:
            self.known[parts, total] = self.any_splits(parts, total)
        return self.known[parts, total]

    def any_splits(self, parts, total):
        if parts == 2:
            return self.pairs(self.images[1:total // 2 + 1], self.images[total - 1:(total - 1) // 2:-1])
        firsts = range(1, total - parts + 2)
        return reduce(or_, (self.beside(self.images[first], self.splits(parts - 1, total - first, "any")) for first in firsts))

    def options(self, heap):
        """The images of all options of a heap."""
        found = 0
        for clause in self.rule:
            for taken in [clause["take"]] if "take" in clause else range(clause["from"], heap + 1):
                for parts in clause["parts"]:
                    if taken <= heap and (taken >= 1 or parts >= 2):
                        found |= self.splits(parts, heap - taken, sizes_of(clause))
        return found

    def values(self, count):
        """The Grundy values of so many heaps from 0 on, by the definition: the least number that no option has."""
        while len(self.images) < count:
            reached = self.options(len(self.images))
            self.images.append((~reached & reached + 1).bit_length() - 1)
        return self.images


def sizes_of(clause):
    return clause.get("sizes", "any")


def is_number(number, most=10**9):
    return isinstance(number, int) and not isinstance(number, bool) and 0 <= number <= most


def well_formed(rule):
    need(isinstance(rule, list) and rule, "not a rule")
    for clause in rule:
        need(set(clause) <= {"take", "from", "parts", "sizes"}, "a clause says what is not known here")
        need(("take" in clause) != ("from" in clause), "a clause takes an amount, or all from one on")
        need(is_number(clause.get("take", clause.get("from"))), "not an amount")
        need(clause["parts"] and all(is_number(parts, 6) for parts in clause["parts"]), "not numbers of heaps")
        need(sizes_of(clause) in ("any", "equal", "unequal"), "not sizes")


def most_heaps(rule):
    return max([1] + [parts for clause in rule for parts in clause["parts"]])


def far_enough(rule, start, period):
    """How many values have to be looked at, of a rule with finitely many amounts: docs/proofs.md, bounded splits."""
    need(all("take" in clause for clause in rule), "amounts without end")
    heaps, most = most_heaps(rule), max(clause["take"] for clause in rule)
    sizes = {sizes_of(clause) for clause in rule}
    need(sizes == {"any"} or heaps <= 2, "equal or unequal heaps are checked for two of them")
    bound = heaps * (start + period) + most
    return max(bound, 2 * start + 3 * period + most) if "unequal" in sizes else bound


def rising(heaps, start, period, saltus):
    """Values of a rule with all large amounts, as many as its theorem needs: proof/Cofinite.v."""
    rule = heaps.rule
    of_one = [clause for clause in rule if "from" in clause and 1 in clause["parts"]]
    need(most_heaps(rule) == 1 and of_one, "amounts without end, and a split, or no heap left")
    need(all(sizes_of(clause) == "any" for clause in rule), "sizes, and amounts without end")
    gap = max(clause["take"] if "take" in clause else clause["from"] - 1 for clause in rule)
    need(min(clause["from"] for clause in of_one) <= gap + 1, "not all large amounts")
    nothing_left = any("from" in clause and 0 in clause["parts"] for clause in rule)
    count = start + period + gap + 2
    for _ in range(10):
        values = heaps.values(count)
        again = set(values[1:count - gap]) | ({0} if nothing_left else set())
        small = range(max(values[1:start], default=0) + saltus + 1)
        first, last = values[1:start + period], values[count - period:count]
        if all(value in again for value in small) and all(value + saltus > max(first) for value in last):
            return values
        count = 2 * count
    raise Refused("not all small values come again")


def is_laskers_nim(rule):
    """The rule for which Winning Ways, chapter 4, gives all values, and proof/Lasker.v."""
    wanted = {(("take", 0), (2,)), (("from", 1), (0, 1))}
    told = [(("take", clause["take"]) if "take" in clause else ("from", clause["from"]), tuple(sorted(clause["parts"]))) for clause in rule]
    return all(sizes_of(clause) == "any" for clause in rule) and sorted(told) == sorted(wanted)


class Breaking:
    """Values of at most three heaps that rise by a power of two: docs/proofs.md, hexadecimal games that rise for ever."""

    def __init__(self, heaps, start, period, saltus):
        self.heaps, self.start, self.period, self.saltus = heaps, start, period, saltus
        need(saltus & saltus - 1 == 0, "the saltus is not a power of two")
        rule = heaps.rule
        need(most_heaps(rule) <= 3 and all(sizes_of(clause) == "any" for clause in rule), "more than three heaps, or sizes")
        self.amounts = [{clause["take"] for clause in rule if parts in clause["parts"]} for parts in range(4)]

    def values(self):
        """As many values as the theorem needs, if its conditions hold for one period, or two, four or eight together."""
        of_one = self.period, self.saltus
        for times in (1, 2, 4, 8):
            self.period, self.saltus = (times * one for one in of_one)
            try:
                values = self.values_needed()
                repeats(values, self.start, *of_one)
                return values
            except Refused as refused:
                why = refused
        raise why

    def values_needed(self):
        start, period = self.start, self.period
        count = max(start + 2 * period, 3 * start + max(map(max, filter(None, self.amounts))))
        for _ in range(3):
            values = self.heaps.values(count)
            repeats(values, start, period, self.saltus)
            if all(self.reaches(n, values) for n in range(count - 2 * period, count)):
                self.avoids(values)
                return values
            count = 2 * count
        raise Refused("not all smaller values are reached")

    def given(self, least, n, values):
        """What three heaps that stand for n + 2 p come to, if two are equal: the value of the other one, from `least` on and below n."""
        later = n + 2 * self.period
        return {values[a] for t in self.amounts[3] for a in range(least + (later - t - least) % 2, min(n, later - t - 1), 2)}

    def carried(self, n, values):
        """What n comes to by a large heap beside none or others whose nim-sum is below twice the saltus: first where that is soon done."""
        few = 2 * self.saltus
        rest = {j: [n - t for t in self.amounts[j]] for j in (1, 2, 3)}
        yield from (values[big] for big in rest[1] if self.start <= big < n)
        yield from (values[whole - x] ^ values[x] for whole in rest[2] for x in range(1, whole - self.start + 1) if values[x] < few)
        for whole in rest[3]:
            for both in range(2, whole - self.start + 1):
                for x in range(1, both // 2 + 1):
                    if values[x] ^ values[both - x] < few:
                        yield values[whole - both] ^ values[x] ^ values[both - x]

    def reaches(self, n, values):
        """Condition B of a heap."""
        edge = values[n] - 2 * self.saltus
        top, later = set(range(edge, values[n])), n + 2 * self.period
        nothing = {0 for t in self.amounts[2] if t + 2 <= later and (later - t) % 2 == 0}
        if edge < 0 or not self.given(1, n, values) | nothing >= set(range(values[n])) or not self.given(self.start, n, values) >= top:
            return False
        for value in self.carried(n, values):
            top.discard(value)
            if not top:
                return True
        return False

    def avoids(self, values):
        """Condition A. The weight of a big heap, p q less its size, is that of its class; sums of weights that p times the surplus
        tells apart by twice the period are kept under their remainders, beside the nim-sum of the r."""
        start, period, saltus = self.start, self.period, self.saltus
        classes = [(period * (values[n] // saltus) - n, values[n] % saltus) for n in range(start, start + period)]
        small = [[(0, 0)], [(n, values[n]) for n in range(1, start)]]
        small.append([(a + b, v ^ w) for a, v in small[1] for b, w in small[1]])
        one, most = {}, [{}, {}]
        for weight, low in classes:
            one.setdefault((weight % (2 * period), low), set()).add(weight)
        two = [(w + x, r ^ l) for w, r in classes for x, l in classes]
        for sums, found in zip(most, (two, {(w + x, r ^ l) for w, r in set(two) for x, l in classes})):
            for weight, low in found:
                key = weight % (2 * period), low
                sums[key] = max(weight, sums.get(key, weight))
        for weight, low in classes:
            for parts in (1, 2, 3):
                for taken in self.amounts[parts]:
                    for big in range(1, parts + 1):
                        for size, value in small[parts - big]:
                            middle, apart = weight + taken + size, period * (value // saltus)
                            key = (middle + apart) % (2 * period), low ^ value % saltus
                            if big == 1:
                                clear = not any(middle - apart <= found <= middle + apart for found in one.get(key, ()))
                            else:
                                clear = key not in most[big - 2] or most[big - 2][key] < middle - apart
                            need(clear, f"{big} large heaps may come to the value that is claimed, where {taken} is taken")


def repeats(values, start, period, saltus):
    for heap in range(start, len(values) - period):
        now, later = values[heap], values[heap + period]
        need(later == now + saltus, f"G({heap}) = {now} and G({heap + period}) = {later}: no period {period} with saltus {saltus}")


def check_period(claim):
    rule, start, period, saltus = claim["rule"], claim["preperiod"], claim["period"], claim["saltus"]
    well_formed(rule)
    need(is_number(start) and is_number(period) and period >= 1 and is_number(saltus), "not a period")
    first, heaps = max(start, 1), Heaps(rule)
    if is_laskers_nim(rule):
        values = heaps.values(first + 2 * period)
        need(period % 4 == 0 and saltus == period, "the values of Lasker's Nim rise by 4 every 4 heaps")
    elif any("from" in clause for clause in rule):
        values = rising(heaps, first, period, saltus)
    elif saltus:
        values = Breaking(heaps, first, period, saltus).values()
    else:
        is_odd = period % 2 and any(sizes_of(clause) == "equal" for clause in rule)
        enough = far_enough(rule, first, 2 * period if is_odd else period)
        values = heaps.values(max(enough, first + 3 * period))
        if is_odd:
            repeats(values, first, 2 * period, 0)
    repeats(values, start, period, saltus)
    said = claim.get("values", [])
    need(len(said) <= 1000, "too many values")
    for heap, (value, found) in enumerate(zip(said, heaps.values(len(said)))):
        need(found == value, f"G({heap}) = {found}, not {value}")
    rise = f" + {saltus}" if saltus else ""
    return f"G(n + {period}) = G(n){rise} for all n ≥ {start}; {len(values)} values were computed"


def check_winner(claim):
    rules, heaps, total = claim["rules"], [(rule, exact(heap)) for rule, heap in claim["sum"]], 0
    for rule in rules:
        well_formed(rule)
    need(all(is_number(rule) and rule < len(rules) and is_number(heap, 10**30) for rule, heap in heaps), "not a sum of heaps")
    periods = claim.get("periods") or [None] * len(rules)
    need(len(periods) == len(rules), "not a period for each rule")
    for rule, period in zip(rules, periods):
        if period:
            check_period({"rule": rule, **period})
    known = [Heaps(rule) for rule in rules]
    for rule, heap in heaps:
        total ^= value_by(known[rule], heap, periods[rule])
    need(total == exact(claim["nim_sum"]), f"the nim-sum is {total}, not {claim['nim_sum']}")
    named = " + ".join(f"{'G' if len(rules) == 1 else f'G{rule + 1}'}({heap})" for rule, heap in heaps)
    return f"the player to move {'wins' if total else 'loses'}: the nim-sum of {named or 'no heaps'} is {total}"


def exact(number):
    """Numbers too large for other readers of JSON are written as texts."""
    return int(number) if isinstance(number, str) and number.isdecimal() else number


def value_by(heaps, heap, claimed):
    """The value of a heap, by the period of the values, if that is claimed."""
    claimed = claimed or {"preperiod": heap, "period": 1, "saltus": 0}
    steps = max(0, heap - claimed["preperiod"]) // claimed["period"]
    first = heap - steps * claimed["period"]
    need(first <= FARTHEST, "a large heap, and no period")
    return heaps.values(first + 1)[first] + steps * claimed["saltus"]


class Quotient:
    """A monoid, element 0 its unit, and which of its elements are lost."""

    def __init__(self, claim):
        self.products = claim["products"]
        self.order = len(self.products)
        need(is_number(claim["preperiod"]) and is_number(claim["period"]), "not a period")
        self.start, self.period = claim["preperiod"], claim["period"]
        self.elements = claim["elements"]
        self.lost = bits(claim["lost"])
        need(all(self.is_element(x) for x in [*claim["lost"], *self.elements]), "not elements")
        need(self.start >= 1 and self.period >= 1 and len(self.elements) == self.start + self.period, "not a period of elements")
        need(self.elements[0] == 0 and not self.lost & 1, "the empty sum is not won")
        self.is_monoid()
        self.moved = {}

    def is_element(self, x):
        return is_number(x) and x < self.order

    def is_monoid(self):
        every, products = range(self.order), self.products
        need(all(len(row) == self.order and all(self.is_element(x) for x in row) for row in products), "not a table of products")
        need(list(products[0]) == list(every), "0 is no unit")
        need(all(products[x][y] == products[y][x] for x in every for y in range(x)), "products are not commutative")
        # Around the elements of heaps is enough: these generate all that sums have.
        associative = (products[products[x][a]][y] == products[x][products[a][y]] for a in set(self.elements) for x in every for y in every)
        need(all(associative), "products are not associative")

    def of_heap(self, heap):
        known = self.start + self.period
        return self.elements[heap if heap < known else self.start + (heap - self.start) % self.period]

    def makes_lost(self, images):
        """The elements whose product with one of these images is lost."""
        return bits(y for y in range(self.order) if any(self.lost >> self.products[y][x] & 1 for x in members(images)))

    def move(self, wins, x):
        """The elements that a further summand of element x brings into the set."""
        if (wins, x) not in self.moved:
            self.moved[wins, x] = bits(z for z in range(self.order) if wins >> self.products[z][x] & 1)
        return self.moved[wins, x]

    def all_sums(self, heaps):
        """All pairs of the element of a sum and what wins beside it: each must be as the quotient says."""
        seen, ahead = set(heaps), list(heaps)
        while ahead:
            x, wins = ahead.pop()
            need((self.lost >> x & 1) != (wins & 1), f"a sum with the element {x} is not what the quotient says")
            for y, other in heaps:
                pair = self.products[x][y], self.move(wins, y) | self.move(other, x)
                if pair not in seen:
                    seen.add(pair)
                    ahead.append(pair)
        return seen


def is_reduced(quotient):
    """Whether each element is that of a sum, and any two are told apart by what stands beside them."""
    reached, ahead = {0}, [0]
    while ahead:
        x = ahead.pop()
        for y in {quotient.products[x][element] for element in quotient.elements} - reached:
            reached.add(y)
            ahead.append(y)
    rows = {bits(y for y in range(quotient.order) if quotient.lost >> quotient.products[x][y] & 1) for x in range(quotient.order)}
    return len(reached) == quotient.order == len(rows)


def check_quotient(claim):
    rule = claim["rule"]
    well_formed(rule)
    need(all(sizes_of(clause) == "any" for clause in rule), "equal or unequal heaps in a quotient are not checked")
    quotient = Quotient(claim)
    count = far_enough(rule, quotient.start, quotient.period)
    images = [quotient.of_heap(heap) for heap in range(count)]
    known, heaps = Heaps(rule, images, quotient.products), set()
    for heap in range(1, count):
        options = known.options(heap)
        need(options or images[heap] == 0, f"the heap {heap} has no move, and is not the unit")
        if options:
            heaps.add((images[heap], quotient.makes_lost(options)))
    kinds = quotient.all_sums(heaps)
    need(is_reduced(quotient), "two elements are the same, or one is that of no sum")
    return f"the misère quotient of all heaps has {quotient.order} elements; {len(kinds)} kinds of sums were looked at"


def check_strategy(claim):
    """Position 0 is won by the player who leaves the lost positions: to each move from one of them an answer leads to an earlier one."""
    names, moves, misere = claim["positions"], claim["moves"], claim["misere"]
    need(len(set(names)) == len(names) == len(moves) and misere in (True, False), "not a list of positions with their moves")
    places = {position: place for place, position in enumerate(claim["lost"])}

    def options(position):
        need(isinstance(moves[position], list), f"the moves of {names[position]} are not told")
        need(all(is_number(option, len(names) - 1) for option in moves[position]), "not a position")
        return moves[position]

    def is_won(position, before):
        """Whether a move leads to a lost position before this place; in misère play who cannot move has won."""
        reached = options(position)
        return any(places.get(option, before) < before for option in reached) or misere and not reached

    for lost, place in places.items():
        need(is_number(lost, len(names) - 1), "not a position")
        need(options(lost) or not misere, f"in misère play {names[lost]}, without a move, is not lost")
        for option in options(lost):
            need(is_won(option, place), f"no answer to {names[option]} in {names[lost]}")
    need(claim["winner"] in ("first", "second"), "nobody wins")
    need(0 in places if claim["winner"] == "second" else is_won(0, len(places)), f"{names[0]} is not what is claimed")
    wins = "wins" if claim["winner"] == "first" else "loses"
    return f"in {names[0]} the player to move {wins}; {len(places)} lost positions have an answer to every move"


OPERATORS = {
    "+": add, "-": sub, "*": mul, "/": floordiv, "%": mod, "xor": xor, "and": and_, "or": or_,
    "==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge,
}
# Two values that rise alike keep their difference.
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
DIVISIONS = ("/", "%")
# The longest period of a condition that is looked at.
LONGEST = 10**6


class Repeats:
    """How an expression depends on n: v(n + period) = v(n) + saltus for all n >= start; `line` is (a, b) where it is a*n + b."""

    def __init__(self, start=0, period=1, saltus=0, line=None):
        need(period <= LONGEST, "the period of the condition is too long to be looked at")
        self.start, self.period, self.saltus, self.line = start, period, saltus, line

    def beside(self, other):
        """Of both, from where on they repeat, the common period, and by how much each rises in it."""
        period = lcm(self.period, other.period)
        return max(self.start, other.start), period, self.saltus * (period // self.period), other.saltus * (period // other.period)


class Condition:
    """What is claimed for all n, as nested lists, and the rules with their periods, which are proved."""

    def __init__(self, rests_on):
        self.periods = rests_on
        self.heaps = [Heaps(one["rule"]) for one in rests_on]

    def of_heap(self, rule, heap):
        """The Grundy value of a heap of any size."""
        need(heap >= 0, "a heap is negative")
        return value_by(self.heaps[rule], heap, self.periods[rule])

    def value(self, told, n):
        if not isinstance(told, list):
            return told
        sign, *parts = told
        if sign == "n":
            return n
        if sign in ("grundy", "outcome", "winner"):
            total = reduce(xor, (self.of_heap(rule, self.value(size, n)) for rule, size in parts[0]), 0)
            return total if sign == "grundy" else {"outcome": "PN", "winner": ("second", "first")}[sign][total > 0]
        first = self.value(parts[0], n)
        # What does not matter is not looked at: a heap may be negative there.
        if sign == "not":
            return not first
        if sign == "if":
            return self.value(parts[1] if first else parts[2], n)
        if sign in ("and", "or") and first == (sign == "or"):
            return first
        values = first, self.value(parts[1], n)
        need(sign in OPERATORS and len(parts) == 2, "not an operator")
        need(sign != "xor" or min(values) >= 0, "a nim-sum of a negative number")
        need(sign not in DIVISIONS or values[1] > 0, "a division by no positive number")
        return OPERATORS[sign](*values)

    def repeats(self, told):
        if not isinstance(told, list):
            return Repeats(line=(0, told) if is_whole(told) else None)
        sign, *parts = told
        if sign == "n":
            return Repeats(saltus=1, line=(1, 0))
        if sign in ("grundy", "outcome", "winner"):
            return self.asked(sign, parts[0])
        found = [self.repeats(part) for part in parts]
        if sign in ("not", "if"):
            return self.chosen(found)
        one, other = found
        start, period, rise, other_rise = one.beside(other)
        if sign in ("+", "-"):
            line = one.line and other.line and tuple(map(OPERATORS[sign], one.line, other.line))
            return Repeats(start, period, OPERATORS[sign](rise, other_rise), line)
        divisor = other.line[1] if other.line and other.line[0] == 0 else None
        if sign in DIVISIONS and divisor and divisor > 0:
            times = divisor // gcd(one.saltus, divisor)
            return Repeats(one.start, one.period * times, one.saltus * times // divisor if sign == "/" else 0)
        if sign == "*" and divisor is not None:
            line = one.line and (one.line[0] * divisor, one.line[1] * divisor)
            return Repeats(one.start, one.period, one.saltus * divisor, line)
        if sign == "*" and one.line and one.line[0] == 0:
            return self.repeats(["*", parts[1], parts[0]])
        need(rise == other_rise if sign in COMPARISONS else rise == other_rise == 0, f"nothing shows that {sign} repeats")
        return Repeats(start, period)

    def chosen(self, found):
        """`not a`, or `if a then b else c`: both branches rise alike."""
        condition, *branches = found
        need(condition.saltus == 0, "a condition does not repeat")
        if not branches:
            return condition
        start, period, rise, other_rise = branches[0].beside(branches[1])
        need(rise == other_rise, "two branches do not rise alike")
        start, period, rise, _ = Repeats(start, period, rise).beside(condition)
        return Repeats(start, period, rise)

    def asked(self, question, summands):
        found = [self.heap(rule, self.repeats(size)) for rule, size in summands]
        if len(found) == 1 and question == "grundy":
            return found[0]
        if len(found) == 1 and found[0].saltus > 0:
            # A value that rises is above 0 after one period.
            return Repeats(found[0].start + found[0].period, found[0].period)
        need(all(one.saltus == 0 for one in found), "a sum of values that rise")
        return Repeats(max((one.start for one in found), default=0), lcm(*(one.period for one in found)))

    def heap(self, rule, size):
        need(size.line, "the size of a heap is not a multiple of n and a number")
        factor, shift = size.line
        need(factor >= 0, "a heap shrinks")
        if factor == 0:
            return Repeats()
        start, period, saltus = (self.periods[rule][key] for key in ("preperiod", "period", "saltus"))
        turns = period // gcd(factor, period)
        return Repeats(max(-((shift - start) // factor), 0), turns, saltus * factor * turns // period)


def is_whole(number):
    return isinstance(number, int) and not isinstance(number, bool)


def check_for_all(claim):
    for one in claim["rests_on"]:
        check_period(one)
    first, step = claim["from"], claim["step"]
    need(is_number(first) and is_number(step) and step >= 1, "not a range from 0 or a larger number on")
    condition = Condition(claim["rests_on"])
    found = condition.repeats(claim["condition"])
    need(found.saltus == 0, "the condition does not repeat")
    cases = range(first, max(first, found.start) + lcm(found.period, step), step)
    for n in cases:
        need(condition.value(claim["condition"], n) is True, f"it fails for n = {n}")
    return f"for all n from {first} on; it repeats with period {found.period} from {found.start} on, and one period was looked at: {len(cases)} in all"


CLAIMS = {"period": check_period, "winner": check_winner, "quotient": check_quotient, "strategy": check_strategy, "for_all": check_for_all}


def verdict(claim):
    """What is proved, or `Refused`."""
    try:
        need(claim["claim"] in CLAIMS, "not a claim that is known here")
        return CLAIMS[claim["claim"]](claim)
    except (KeyError, TypeError, IndexError, ValueError, AttributeError, OverflowError, RecursionError) as fault:
        raise Refused(f"not a certificate: {type(fault).__name__} {fault}") from fault


def main():
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            print("Proved:", verdict(json.load(file)))
    except (Refused, OSError, ValueError, IndexError) as why:
        print("Refused:", why if len(sys.argv) > 1 else "no file was named")
        sys.exit(1)


if __name__ == "__main__":
    main()
