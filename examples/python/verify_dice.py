"""
Draws all dice of the test vectors again, with nothing but the standard library. docs/record.md tells how they are made.

    python3 verify_dice.py ../../protocol/vectors
"""
import hashlib
import hmac
import json
import pathlib
import sys


def digest(key, text):
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


def seed_of(secret, match, contributions):
    seats = sorted(contributions.items(), key=lambda item: int(item[0]))
    return digest(bytes.fromhex(secret), "|".join([match, *(f"{seat}:{given}" for seat, given in seats)]))


class Chance:
    """The stream of one entry."""

    def __init__(self, seed, stream):
        self.seed, self.stream, self.blocks, self.left = seed, stream, 0, b""

    def take(self, width):
        while len(self.left) < width:
            self.left += digest(self.seed, f"{self.stream}.{self.blocks}")
            self.blocks += 1
        taken, self.left = self.left[:width], self.left[width:]
        return int.from_bytes(taken, "big")

    def below(self, limit):
        width = 1 if limit <= 256 else 4
        fair = 256 ** width // limit * limit
        drawn = self.take(width)
        while drawn >= fair:
            drawn = self.take(width)
        return drawn % limit

    def draw(self, ask, of=2):
        if ask == "die":
            return self.below(of) + 1
        if ask == "coin":
            return self.below(2) == 1
        if ask == "pick":
            return self.below(of)
        items = list(range(of))
        for last in range(of - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
        return items


def check(is_right, what):
    if not is_right:
        sys.exit(f"wrong: {what}")
    return 1


def check_case(case):
    """Returns how many draws are right."""
    check(hashlib.sha256(bytes.fromhex(case["secret"])).hexdigest() == case["commitment"], f"commitment {case['match']}")
    seed = seed_of(case["secret"], case["match"], case["contributions"])
    check(seed.hex() == case["seed"], f"seed {case['match']}")
    draws, restores = 0, list(case.get("restores", []))
    for entry in case["entries"]:
        while restores and restores[0]["seq"] <= entry["seq"]:
            seed = digest(seed, "restored|" + restores.pop(0)["entropy"])
        chance = Chance(seed, entry.get("stream", entry["seq"]))
        for draw in entry["draws"]:
            drawn = chance.draw(draw["ask"], draw.get("of", 2))
            draws += check(drawn == draw["gives"], f"{draw} of entry {entry['seq']} is {drawn}")
    return draws


def check_hashes(lines):
    previous, hashes = b"", 0
    for line in lines:
        found = hashlib.sha256(previous + line[:-75]).hexdigest().encode()
        hashes += check(line.endswith(b',"hash":"' + found + b'"}'), f"hash of {line[:60]!r}")
        previous = found
    return hashes


def main(folder):
    vectors = json.loads((folder / "chance.json").read_text())
    dice = json.loads((folder / "dice.json").read_text())
    draws = sum(check_case(case) for case in [*vectors["cases"], *dice])
    for restore in vectors["restores"]:
        made = digest(bytes.fromhex(restore["seed"]), "restored|" + restore["entropy"])
        check(made.hex() == restore["gives"], f"seed after the restore {restore['entropy']}")
    hashes = sum(check_hashes((folder / each["record"]).read_bytes().splitlines()) for each in dice)
    seeds = len(vectors["cases"]) + len(dice) + len(vectors["restores"])
    print(f"{draws} draws, {seeds} seeds and {hashes} hashes are right")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "../../protocol/vectors"))
