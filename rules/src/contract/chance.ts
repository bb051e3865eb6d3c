import { at } from '../json.ts';

/** Every random result comes from here, so that a record replays and a test can script it. */
export interface Chance {
  /** 1..sides, all equally likely. */
  die(sides: number): number;
  /** true = heads. */
  coin(): boolean;
  shuffle<T>(items: readonly T[]): readonly T[];
  pick<T>(items: readonly T[]): T;
}

/** Makes a `Chance` of one source: `below(n)` gives 0..n-1, all equally likely. */
export function chanceFrom(below: (n: number) => number): Chance {
  return {
    die: (sides) => below(sides) + 1,
    coin: () => below(2) === 0,
    shuffle: (items) => shuffled(items, below),
    pick: (items) => at(items, below(items.length)),
  };
}

function shuffled<T>(items: readonly T[], below: (n: number) => number): readonly T[] {
  const rest = [...items];
  return items.map(() => at(rest.splice(below(rest.length), 1), 0));
}

/** Quick and repeatable, for simulation and tests only: a player who sees its results can compute the next ones. */
export function fastChance(seed: number): Chance {
  const next = sfc32(seed);
  // Multiply and shift: the bias is below n / 2^32, too small for any simulation here.
  return chanceFrom((n) => Math.floor((next() * n) / 0x1_0000_0000));
}

/** Chris Doty-Humphrey's small fast counter generator; 32 bits a call. */
function sfc32(seed: number): () => number {
  let a = 0x9e3779b9;
  let b = Math.floor(seed / 0x1_0000_0000) | 0;
  let c = seed | 0;
  let counter = 1;
  const next = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let round = 0; round < 15; round++) next(); // mixes the seed, so that neighbouring seeds start differently
  return next;
}

// All that chance may bring.

/** All outcomes of what asks chance, one after the other, each with its probability. */
export function* outcomesOf<T>(play: (chance: Chance) => T): Generator<{ readonly of: T; readonly odds: number }> {
  let wheels: readonly Wheel[] | undefined = [];
  while (wheels) {
    const asked: Wheel[] = [];
    const of = play(following(wheels, asked));
    yield { of, odds: asked.reduce((odds, { answers }) => odds / answers, 1) };
    wheels = turned(asked);
  }
}

/** One question to chance: the number of its answers, and the answer of this run. */
interface Wheel {
  readonly answers: number;
  readonly answer: number;
}

function following(wheels: readonly Wheel[], asked: Wheel[]): Chance {
  return chanceFrom((answers) => {
    const answer = wheels[asked.length]?.answer ?? 0;
    asked.push({ answers, answer });
    return answer;
  });
}

/** The next combination of answers, counted like an odometer; undefined after the last one. */
function turned(asked: readonly Wheel[]): readonly Wheel[] | undefined {
  const last = asked.findLastIndex(({ answers, answer }) => answer + 1 < answers);
  if (last < 0) return undefined;
  const wheel = at(asked, last);
  return [...asked.slice(0, last), { ...wheel, answer: wheel.answer + 1 }];
}
