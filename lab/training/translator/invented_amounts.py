"""Random sums of money, so that any amount is carried over and not only the corpus' round ones."""

from __future__ import annotations

import random

from corpus.numbers import Entry, price_entry

AMOUNT_SLOTS = {"price"}
CURRENCIES = [("doollar", "dollars"), ("shilin", "shillings"), ("birr", "birr"), ("yuuro", "euros")]
LARGEST_POWER = 6  # the corpus spells numbers below one million


def invent_amount(rng: random.Random) -> Entry:
    """An amount of one to six digits, short and long ones alike, as a corpus entry."""
    amount = max(2, int(10 ** rng.uniform(0.3, LARGEST_POWER)))
    if rng.random() < 0.5:
        step = 10 ** max(0, len(str(amount)) - 2)
        amount = max(2, amount - amount % step)
    return price_entry(amount, *rng.choice(CURRENCIES))
