#!/usr/bin/env python3
"""A bot that takes challenges: python3 bot.py URL TOKEN [GAME ...]"""
import random, sys

from flower_war_bot import live


def choose(view, legal):
    """Make it yours. `view` is all that the seat may know, and `legal` all that it may play."""
    return random.choice(legal)


if len(sys.argv) < 3:
    sys.exit(__doc__)
live(*sys.argv[1:3], choose, games=sys.argv[3:])
