/** Cells in which every two values of two axes meet at least once. The same seed gives the same cells. */
import { type Chance, fastChance } from '@flower-war/rules';

export type Choices = Readonly<Record<string, readonly string[]>>;
export type Row = Readonly<Record<string, string>>;

const CANDIDATES = 4;

export function pairwise(choices: Choices, seed: number): readonly Row[] {
  const chance = fastChance(seed);
  const open = new Set(allPairs(choices));
  const rows: Row[] = [];
  while (open.size > 0) {
    const candidates = Array.from({ length: CANDIDATES }, () => rowFor(choices, open, chance));
    const best = candidates.reduce((one, other) => (news(other, open) > news(one, open) ? other : one));
    for (const pair of pairsOf(best)) open.delete(pair);
    rows.push(best);
  }
  return rows;
}

export function allPairs(choices: Choices): readonly string[] {
  const axes = Object.keys(choices);
  return axes.flatMap((a, i) =>
    axes
      .slice(i + 1)
      .flatMap((b) => (choices[a] ?? []).flatMap((x) => (choices[b] ?? []).map((y) => pair(a, x, b, y)))),
  );
}

export function pairsOf(row: Row): readonly string[] {
  const cells = Object.entries(row);
  return cells.flatMap(([a, x], i) => cells.slice(i + 1).map(([b, y]) => pair(a, x, b, y)));
}

const pair = (...parts: readonly [string, string, string, string]): string => parts.join(' ');

const news = (row: Row, open: ReadonlySet<string>): number => pairsOf(row).filter((one) => open.has(one)).length;

/** Takes a missing pair, and fills the other axes with the values that add the most missing pairs. */
function rowFor(choices: Choices, open: ReadonlySet<string>, chance: Chance): Row {
  const [a = '', x = '', b = '', y = ''] = chance.pick([...open]).split(' ');
  let row: Row = { [a]: x, [b]: y };
  const rest = chance.shuffle(Object.keys(choices).filter((axis) => axis !== a && axis !== b));
  for (const axis of rest)
    row = { ...row, [axis]: bestOf(chance.shuffle(choices[axis] ?? []), axis, { choices, row, open }) };
  return inOrder(choices, row);
}

interface Filling {
  readonly choices: Choices;
  readonly row: Row;
  readonly open: ReadonlySet<string>;
}

function bestOf(values: readonly string[], axis: string, { choices, row, open }: Filling): string {
  const brings = (value: string) => news(inOrder(choices, { ...row, [axis]: value }), open);
  return values.reduce((one, other) => (brings(other) > brings(one) ? other : one));
}

function inOrder(choices: Choices, row: Row): Row {
  return Object.fromEntries(
    Object.keys(choices).flatMap((axis) => (row[axis] === undefined ? [] : [[axis, row[axis]]])),
  );
}
