"""Sweeps over many rules, on the processes of a cluster."""

import pytest
from grundy import Game

distributed = pytest.importorskip("distributed")


def row(code):
    period = Game(f"octal 0.{code}").period(to=2000)
    return (code, period.period, period.preperiod, period.proved)


def test_a_cluster_finds_the_rows_of_one_process():
    codes = [f"{first}{second}" for first in "0123" for second in "1357"]
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        found = client.gather(client.map(row, codes))
        games = client.gather(client.map(lambda game: game.values(50).tolist(), [Game(f"octal 0.{code}") for code in codes]))
    assert found == [row(code) for code in codes]
    assert games == [Game(f"octal 0.{code}").values(50).tolist() for code in codes]
