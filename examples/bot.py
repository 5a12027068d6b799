#!/usr/bin/env python3
"""A bot for the arena: does anything that it is offered, and seldom the same twice.

    lexicade arena wampus sensible --exec 'python3 examples/bot.py'

It reads a JSON object a line and writes a command a line, as docs/pipe.md and docs/arena.md say. To
make a better one, begin with `choose`: `update["view"]` is all that its seat may know.
"""

import json
import os
import random
import sys

# The same when a contest is run again, so that its result is the same.
luck = random.Random(os.environ.get("LEXICADE_LUCK"))


def choose(update):
    """A command for this update."""
    if update["choices"]:
        return luck.choice(update["choices"])
    # Only words can be typed here, and this bot knows none.
    return "/leave"


def main():
    sys.stdin.readline()  # The hello: game, seats and setup.
    for line in sys.stdin:
        message = json.loads(line)
        if "refused" in message:
            command = "/leave"
        elif message["over"] is None and message["viewer"] in message["to_act"]:
            command = choose(message)
        else:
            continue
        print(command, flush=True)


if __name__ == "__main__":
    main()
