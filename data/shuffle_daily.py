#!/usr/bin/env python3
"""Write the order of the daily words: a shuffled copy of five-answers.txt.

This was run once. The order is never to be changed, whatever becomes of five-answers.txt: the word of
a past or future day would change with it. It is kept so that anyone can see how the order came about.

    python3 shuffle_daily.py < five-answers.txt > daily-five.txt

Fisher-Yates from the last place down. The chance comes from SHA-256 of a name and a counter, so it does
not depend on any language's random library.
"""
import hashlib
import sys

NAME = "lexicade daily five 1"


def numbers():
    """64-bit numbers: the first eight bytes, big-endian, of SHA-256("<name> <counter>"), from 0 on."""
    counter = 0
    while True:
        digest = hashlib.sha256(f"{NAME} {counter}".encode()).digest()
        yield int.from_bytes(digest[:8], "big")
        counter += 1


def below(stream, limit):
    """An even choice from 0 to limit - 1: numbers in the last, incomplete run of limit are passed over."""
    whole = 2**64 - 2**64 % limit
    return next(number for number in stream if number < whole) % limit


def shuffle(words):
    stream = numbers()
    for last in range(len(words) - 1, 0, -1):
        other = below(stream, last + 1)
        words[last], words[other] = words[other], words[last]


def main():
    words = sys.stdin.read().split()
    shuffle(words)
    sys.stdout.write("".join(word + "\n" for word in words))


if __name__ == "__main__":
    main()
