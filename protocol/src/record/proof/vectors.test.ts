/** The published vectors against this package and against a second implementation, which shares no code with it. */
import { createHash, createHmac, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { commitmentTo, keyedChance, matchSeed, restoredSeed } from '../keyedChance.ts';

type Draw =
  | { readonly ask: 'coin'; readonly gives: boolean }
  | { readonly ask: 'die' | 'pick'; readonly of: number; readonly gives: number }
  | { readonly ask: 'shuffle'; readonly of: number; readonly gives: readonly number[] };

interface Vector {
  readonly secret: string;
  readonly commitment: string;
  readonly match: string;
  readonly contributions: Readonly<Record<string, string>>;
  readonly seed: string;
  readonly entries: readonly { readonly seq: number; readonly block0: string; readonly draws: readonly Draw[] }[];
}

const read = (name: string) => readFileSync(new URL(`../../../vectors/${name}`, import.meta.url), 'utf8');
interface Restore {
  readonly seed: string;
  readonly entropy: string;
  readonly gives: string;
}

const { cases, restores }: { readonly cases: readonly Vector[]; readonly restores: readonly Restore[] } = JSON.parse(
  read('chance.json'),
);
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const indices = (count: number) => [...Array(count).keys()];

describe.each(cases)('chance of $match', ({ secret, commitment, match, contributions, seed, entries }) => {
  const given = new Map(Object.entries(contributions).map(([seat, bytes]) => [Number(seat), bytes]));

  test('commitment and seed', () => {
    expect(commitmentTo(secret)).toBe(commitment);
    expect(hexOf(matchSeed(secret, match, given))).toBe(seed);
  });

  test('commitment and seed, by node:crypto', () => {
    expect(createHash('sha256').update(secret, 'hex').digest('hex')).toBe(commitment);
    const seats = [...given.keys()].sort((a, b) => a - b);
    const text = [match, ...seats.map((seat) => `${seat}:${given.get(seat)}`)].join('|');
    expect(createHmac('sha256', Buffer.from(secret, 'hex')).update(text).digest('hex')).toBe(seed);
  });

  test.each(entries)('entry $seq', ({ seq, draws }) => {
    const chance = keyedChance(Buffer.from(seed, 'hex'), seq);
    const drawn = draws.map((draw) => {
      if (draw.ask === 'coin') return chance.coin();
      if (draw.ask === 'die') return chance.die(draw.of);
      return draw.ask === 'pick' ? chance.pick(indices(draw.of)) : chance.shuffle(indices(draw.of));
    });
    expect(drawn).toEqual(draws.map(({ gives }) => gives));
  });

  test.each(entries)('entry $seq, by node:crypto', ({ seq, block0, draws }) => {
    expect(createHmac('sha256', Buffer.from(seed, 'hex')).update(`${seq}.0`).digest('hex')).toBe(block0);
    const below = plainNumbers(seed, seq);
    expect(draws.map((draw) => plainDraw(draw, below))).toEqual(draws.map(({ gives }) => gives));
  });
});

test.each(restores)('the seed after a restore with $entropy', ({ seed, entropy, gives }) => {
  expect(hexOf(restoredSeed(Buffer.from(seed, 'hex'), entropy))).toBe(gives);
  const plain = createHmac('sha256', Buffer.from(seed, 'hex')).update(`restored|${entropy}`);
  expect(plain.digest('hex')).toBe(gives);
});

test('the vectors hold what is easily done wrong', () => {
  const limits = cases.flatMap(({ entries }) =>
    entries.flatMap(({ draws }) => draws.map((d) => ('of' in d ? d.of : 2))),
  );
  for (const limit of [1, 2, 6, 20, 200, 256, 257, 300, 3_000_000_000, 4_294_967_296]) expect(limits).toContain(limit);
});

describe.each(['record.jsonl', 'record2.jsonl'])('%s', (name) => {
  const lines = read(name).split('\n').slice(0, -1);

  test('each hash covers the hash before it and the bytes before its own', () => {
    let previous = '';
    for (const line of lines) {
      const hash = createHash('sha256')
        .update(previous + line.slice(0, -75))
        .digest('hex');
      expect(line.endsWith(`,"hash":"${hash}"}`)).toBe(true);
      previous = hash;
    }
  });

  test('the signature covers the hash before it and the bytes before its own', () => {
    const last = lines.at(-1)!;
    const { key, signature } = JSON.parse(last);
    const text = JSON.parse(lines.at(-2)!).hash + last.slice(0, last.indexOf(',"signature":'));
    const x = Buffer.from(key, 'hex').toString('base64url');
    const published = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    expect(verify(null, Buffer.from(text), published, Buffer.from(signature, 'hex'))).toBe(true);
  });
});

/** What docs/record.md says, in the plainest code: all bytes first, then numbers out of them. */
function plainNumbers(seed: string, seq: number): (limit: number) => number {
  const blocks = indices(64).map((n) => createHmac('sha256', Buffer.from(seed, 'hex')).update(`${seq}.${n}`).digest());
  const bytes = Buffer.concat(blocks);
  let offset = 0;
  return (limit) => {
    for (;;) {
      const width = limit <= 256 ? 1 : 4;
      const drawn = bytes.readUIntBE(offset, width);
      offset += width;
      if (drawn < Math.floor(2 ** (8 * width) / limit) * limit) return drawn % limit;
    }
  };
}

function plainDraw(draw: Draw, below: (limit: number) => number): unknown {
  if (draw.ask === 'coin') return below(2) === 1;
  if (draw.ask === 'die') return below(draw.of) + 1;
  if (draw.ask === 'pick') return below(draw.of);
  const items = indices(draw.of);
  for (let last = items.length - 1; last > 0; last--) {
    const other = below(last + 1);
    [items[last], items[other]] = [items[other]!, items[last]!];
  }
  return items;
}
