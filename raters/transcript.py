"""A transcript's numbers: each message is a turn, and a message with its reply an exchange.

No Django at any depth.
"""

from collections.abc import Sequence


def exchange_numbers(roles: Sequence[str]) -> list[int]:
    """For each turn, the number of the exchange it belongs to, counted from one.

    Whoever speaks first opens the exchanges: a new one begins each time that role speaks again
    after somebody else did. Two messages running by the opener stay in one exchange.
    """
    numbers: list[int] = []
    number = 0
    previous = None
    for role in roles:
        if role == roles[0] and role != previous:
            number += 1
        numbers.append(number)
        previous = role
    return numbers
