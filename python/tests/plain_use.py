"""What users write, for `mypy --strict`: nothing here is run by the tests."""

from collections.abc import Iterator

from grundy import Answer, Game, GrundyError, Move, Period, Position, Session, data


def winning_moves(position: Position) -> list[Position]:
    return [move.position for move in position.moves() if move.wins]


def kayles(pins: int) -> Iterator[list[int]]:
    for taken in (1, 2):
        for left in range(pins - taken + 1):
            yield [left, pins - taken - left]


own = Session(timeout=2, memory=100_000_000)
game = Game("take <1,2,3>", name="S", session=own)
pins = Game.from_options(kayles, session=own)
position: Position = game(7) + 2 * pins(3)
winner: str | None = position.winner
remoteness: int | None = position.misere.remoteness
moves: list[Move] = position.moves()
period: Period = game.period()
column: list[int] = [int(value) for value in game.values(10)]
board = Game("Wythoff").values(at=(range(8), range(8)))
lost: list[tuple[int, int]] = Game("Wythoff").losing(6, 6)
picture: Answer = game.plot(30)
found: data.WinnerAnswer = own.ask("winner S(5)")
best: data.Move | None = found["move"]
with own.limits(timeout=0.5):
    try:
        print(winning_moves(position), own.ask("grundy S(5)")["value"])
    except GrundyError as error:
        print(error.code, error.corrected())
