#!/usr/bin/env python3
"""A bot for the arena that plays every game to its end, by simple rules and with some luck.

    lexicade arena wampus sensible --exec 'python3 examples/bot.py'
    lexicade arena wordle novice --exec 'python3 examples/bot.py words.txt'

It reads a JSON object a line and writes a command a line, as docs/pipe.md and docs/arena.md say. Words to guess
come from the file that is named, a word a line; without one it knows only a few, and guesses at random. To make a
better one, begin with `choose`: `update["view"]` is all that its seat may know.
"""

import json
import os
import random
import sys

# The same when a contest is run again, so that its result is the same.
luck = random.Random(os.environ.get("LEXICADE_LUCK"))
FEW = "crane moist bulky depth final eat tea ten net ate sea tin ring rest star lane real tear note tone"
words = open(sys.argv[1]).read().lower().split() if len(sys.argv) > 1 else FEW.split()
tried = set()


def fits(word, row):
    """Could the word have got these marks? What is absent is not looked at."""
    places = zip(word, row["word"], row["marks"])
    return all(a == b if m == "G" else a != b and b in word if m == "Y" else True for a, b, m in places)


def choose(update):
    """A command for this update."""
    view, asks = update["view"], [ask["prefix"] for ask in update["asks"]]
    held = view.get("letters") if "guess " in asks else view.get("hand")
    if "fill " in asks:  # A board: the house fills it, and it is saved.
        return "save" if view["words"] else "fill 9"
    if "guess " in asks and "length" in view:  # Wordle.
        new = [w for w in words if len(w) == view["length"] and w not in tried]
        good = [w for w in new if all(fits(w, row) for row in view["guesses"])]
        return "guess " + luck.choice(good or new or [row["word"] for row in view["guesses"]] or ["crane"])
    if held and {"guess ", "play "} & set(asks):  # Letters to spell words from; any string will do in Wizards.
        spelt = [w for w in words if len(w) > 2 and all(w.count(c) <= held.count(c) for c in w) and w not in tried]
        anything = ["".join(luck.sample(list(held), 3))] if "guess " in asks else []
        if spelt or anything:
            return asks[0] + luck.choice(spelt or anything)
    return luck.choice([line for line in update["choices"] if line != "shuffle"] or ["/leave"])


def main():
    sys.stdin.readline()  # The hello: game, seats and setup.
    for line in sys.stdin:
        message = json.loads(line)
        last = message if "refused" not in message else last
        if last["over"] is None and last["viewer"] in last["to_act"]:
            command = choose(last)
            tried.add(command.split()[-1])
            print(command, flush=True)


main()
