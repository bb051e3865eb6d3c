"""Reads a file of open data of Flower War: one match a line. It needs Python 3.9 or newer, and no library.

    python3 flower_war_data.py 2026-10.ndjson.gz                   # how many matches, by preset and seats
    python3 flower_war_data.py 2026-10.ndjson.gz --record ID > ID.jsonl    # for `flower-war verify ID.jsonl`
"""

import argparse
import collections
import gzip
import hashlib
import json
import sys

FIELDS = {"match": str, "game": str, "rulesVersion": int, "preset": str, "options": dict, "table": dict,
          "createdAt": int, "endedAt": int, "result": dict, "seats": list, "record": list}
HASH_AT = -75  # ,"hash":"<64 hex>"} ends each entry


class BadLine(ValueError):
    """A line is not a match, or its record was changed. The message says which and why."""


def matches(path):
    """Yields each match of a file as a dict, as docs/schemas/open-data.json describes it. It holds one line at a time."""
    opened = gzip.open(path, "rb") if _is_compressed(path) else open(path, "rb")
    with opened as file:
        for number, line in enumerate(file, 1):
            try:
                match = json.loads(line)
                check(match)
            except (ValueError, TypeError, KeyError, RecursionError) as error:
                raise BadLine(f"line {number}: {error}") from error
            yield match


def _is_compressed(path):
    with open(path, "rb") as file:
        return file.read(2) == b"\x1f\x8b"


def check(match):
    """Raises ValueError if the match lacks a field, or if an entry of its record does not follow from the one before."""
    if not isinstance(match, dict):
        raise ValueError("it is not an object")
    for name, kind in FIELDS.items():
        if not isinstance(match.get(name), kind):
            raise ValueError(f"{name} is missing, or no {kind.__name__}")
    for seat in match["seats"]:
        if seat is not None and not (isinstance(seat, dict) and ("player" in seat or "bot" in seat)):
            raise ValueError("a seat has neither a player nor a bot")
    before = ""
    for seq, entry in enumerate(match["record"]):
        digest = hashlib.sha256((before + entry[:HASH_AT]).encode()).hexdigest()
        if entry[HASH_AT:] != f',"hash":"{digest}"}}':
            raise ValueError(f"entry {seq} of {match['match']} was changed")
        before = digest
    if not match["record"] or entries(match)[-1]["kind"] != "ended":
        raise ValueError(f"the record of {match['match']} has no end")


def entries(match):
    """The entries of the record as dicts: docs/record.md. The texts in match["record"] are what the hashes are made of."""
    return [json.loads(entry) for entry in match["record"]]


def record_text(match):
    """The record as the server answers it, for `flower-war verify`."""
    return "".join(f"{entry}\n" for entry in match["record"])


def main():
    parser = argparse.ArgumentParser(description="Reads a file of open data of Flower War.")
    parser.add_argument("file")
    parser.add_argument("--record", metavar="ID", help="prints the record of this match")
    asked = parser.parse_args()
    counts = collections.Counter()
    for match in matches(asked.file):
        counts[match["preset"], len(match["seats"])] += 1
        if match["match"] == asked.record:
            return sys.stdout.buffer.write(record_text(match).encode())
    if asked.record:
        sys.exit(f"{asked.file} has no match {asked.record}.")
    for (preset, seats), count in sorted(counts.items()):
        print(f"{preset}, {seats} seats: {count}")


if __name__ == "__main__":
    try:
        main()
    except (BadLine, OSError, EOFError) as error:
        sys.exit(str(error))
