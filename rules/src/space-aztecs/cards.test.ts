import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CARD_WORDS } from './cardTexts.ts';
import { type AztecCard, type Card, cardOf, CARDS, dealt } from './cards.ts';
import { city, doing, playing, withCities } from './position.fixture.ts';
import { linesOf, totalOf } from './scoring.ts';
import type { City } from './state.ts';

/** The card table of the rules document, part (d). */
const TABLE = readFileSync(resolve(import.meta.dirname, 'cards.fixture.txt'), 'utf8')
  .trim()
  .split('\n');

describe('the deck is that of the document', () => {
  test.each(CARDS.map((card, slot) => [card.id, TABLE[slot], row(card, slot)]))('%s', (_, expected, actual) => {
    expect(actual).toBe(expected);
  });

  test('[D1] 72 cards with 72 times; four sets of 10 Aztecs, 3 temples and 3 saucers; 8 codices', () => {
    expect(CARDS).toHaveLength(72);
    expect(new Set(CARDS.map(({ time }) => time)).size).toBe(72);
    expect(new Set(CARDS.map(({ id }) => id)).size).toBe(72);
    for (const colour of ['P', 'Y', 'B', 'G']) {
      const kinds = CARDS.flatMap((card) => (card.kind !== 'codex' && card.colour === colour ? [card.kind] : []));
      expect(['aztec', 'temple', 'saucer'].map((kind) => kinds.filter((one) => one === kind).length)).toEqual([
        10, 3, 3,
      ]);
    }
    expect(CARDS.filter(({ kind }) => kind === 'codex')).toHaveLength(8);
  });

  test('[D3] what is dealt: 72, 56 without a set, 64 and 48 without codices', () => {
    expect(dealt({ removed: 'none', codex: true })).toHaveLength(72);
    expect(dealt({ removed: 'none', codex: false })).toHaveLength(64);
    for (const removed of ['P', 'Y', 'B', 'G'] as const) {
      expect(dealt({ removed, codex: true })).toHaveLength(56);
      expect(dealt({ removed, codex: false })).toHaveLength(48);
    }
  });

  test('every card has words of its own', () => {
    expect(CARD_WORDS.map(({ id }) => id)).toEqual(CARDS.map(({ id }) => id));
    for (const { title, text } of CARD_WORDS) expect([title, text].every((words) => /^\S.*\S$/.test(words))).toBe(true);
    expect(new Set(CARD_WORDS.map(({ title, text, deck }) => title + text + deck)).size).toBeGreaterThan(40);
  });
});

function row(card: Card, slot: number): string {
  const colour = card.kind === 'codex' ? '–' : { P: 'pink', Y: 'yellow', B: 'blue', G: 'green' }[card.colour];
  return `| ${slot} | ${card.time} | ${card.id} | ${colour} | ${wordsOf(card)} |`;
}

function wordsOf(card: Card): string {
  if (card.kind === 'aztec') return aztecWords(card);
  return { temple: 'Temple', saucer: 'Flying Saucer', codex: 'Codex' }[card.kind];
}

function aztecWords({ type, points, bonus }: AztecCard): string {
  const name = type.replace(/^./, (letter) => letter.toUpperCase());
  return [name, points, bonus && `/+${bonus}`].filter(Boolean).join(' ').replace(' /', '/');
}

/** The points that an Aztec adds to a city with these cards: visible, and under a temple. */
const AZTECS: readonly (readonly [string, string, number, number])[] = [
  ['P-A01', '', 2, 2],
  ['P-A02', 'P-A01', 2, 2],
  ['P-A03', '', 3, 3],
  ['P-A04', 'P-A03', 3, 3],
  ['P-A05', '', 3, 3],
  ['P-A06', '', 4, 4],
  ['P-A07', '', 4, 4],
  ['P-A08', '', 4, 4],
  ['P-A09', '', 5, 5],
  ['P-A10', '', 5, 5],
  ['Y-A01', '', 1, 1],
  ['Y-A02', 'Y-A01', 3, 3],
  ['Y-A04', 'Y-A01 Y-A02', 4, 4],
  ['Y-A06', 'Y-A01 Y-A02 Y-A04', 6, 6],
  ['Y-A03', 'Y-A01', 2, 2],
  ['Y-A05', 'Y-A03', 5, 5],
  ['Y-A07', 'Y-A03 Y-A05', 8, 8],
  ['Y-A08', 'Y-A03', 3, 3],
  ['Y-A09', 'Y-A08', 6, 6],
  ['Y-A10', 'Y-A08 Y-A09', 9, 9],
  ['B-A01', '', 3, 3],
  ['B-A04', '', 3, 3],
  ['B-A07', '', 4, 4],
  ['B-A10', '', 4, 4],
  ['B-A02', '', 3, 3],
  ['B-A05', 'B-A03', 10, 10],
  ['B-A08', 'B-A02 B-A03', 3, 3],
  ['B-A03', '', 0, 0],
  ['B-A06', 'B-A02', 7, 7],
  ['B-A09', 'B-A02 B-A03', 0, 0],
  ['G-A01', '', 2, 2],
  ['G-A04', '', 2, 2],
  ['G-A06', '', 3, 3],
  ['G-A09', '', 3, 3],
  ['G-A02', '', 1, 5],
  ['G-A03', '', 1, 6],
  ['G-A05', '', 2, 5],
  ['G-A07', '', 2, 6],
  ['G-A08', '', 3, 5],
  ['G-A10', '', 3, 6],
];

/** The city before the temple is played, and after it. */
const TEMPLES: readonly (readonly [string, string, string])[] = [
  ['P-T1', 'P-A01 Y-A01 P-A04', 'Y-A01 P-T1(P-A01 P-A04)'],
  ['P-T2', 'P-T1(P-A01) P-A04', 'P-T1(P-A01) P-T2(P-A04)'],
  ['P-T3', 'P-T1(P-A01) P-T2', 'P-T1(P-A01) P-T2 P-T3'],
  ['Y-T1', 'Y-A01 Y-A08 B-A01', 'B-A01 Y-T1(Y-A01 Y-A08)'],
  ['Y-T2', 'G-A01 Y-A03', 'G-A01 Y-T2(Y-A03)'],
  ['Y-T3', '', 'Y-T3'],
  ['B-T1', 'B-A02 B-A03 B-A01', 'B-T1(B-A02 B-A03 B-A01)'],
  ['B-T2', 'X5 B-A02 Y-A02', 'X5 Y-A02 B-T2(B-A02)'],
  ['B-T3', 'B-T1(B-A02) B-S1(B-A05)', 'B-T1(B-A02) B-S1(B-A05) B-T3'],
  ['G-T1', 'G-A01 Y-A01', 'Y-A01 G-T1(G-A01)'],
  ['G-T2', 'G-T1(G-A01) G-A02', 'G-T1(G-A01) G-T2(G-A02)'],
  ['G-T3', 'G-A03 G-A06', 'G-T3(G-A03 G-A06)'],
];

/** The player's city, the two others, and the Aztecs that the saucer takes. */
const SAUCERS: readonly (readonly [string, readonly [string, string, string], string])[] = [
  ['P-S1', ['P-A01', 'P-A02', 'Y-A01'], 'P-A02'],
  ['P-S2', ['', 'P-A02 Y-A01', 'P-A03'], 'P-A02 P-A03'],
  ['P-S3', ['', 'P-T1(P-A02)', 'P-A04'], 'P-A04'],
  ['Y-S1', ['Y-A03', 'Y-A01', 'Y-T1(Y-A09)'], 'Y-A01'],
  ['Y-S2', ['', 'B-A01', 'Y-A08 G-A01'], 'Y-A08'],
  ['Y-S3', ['', 'Y-S1(Y-A02)', 'Y-A08'], 'Y-A08'],
  ['B-S1', ['', 'B-A01', 'B-A02'], 'B-A01 B-A02'],
  ['B-S2', ['B-T1(B-A01)', 'X5', 'B-T2'], ''],
  ['B-S3', ['', '', 'B-A10 B-T1(B-A07)'], 'B-A10'],
  ['G-S1', ['G-A09', 'G-A01', ''], 'G-A01'],
  ['G-S2', ['', 'G-T1(G-A01)', 'G-A10 Y-A10'], 'G-A10'],
  ['G-S3', ['', 'G-A02', 'G-A03'], 'G-A02 G-A03'],
];

/** The points of a codex in a city with these cards, with three seats and without pink. */
const CODICES: readonly (readonly [string, string, number])[] = [
  // 00:20 and 05:40 count, 06:00 is too late, and its own 01:20 counts.
  ['X1', 'Y-A01 B-A03 P-A04', 6],
  // 06:20, 11:40 and its own 07:20; 05:40 and 12:20 do not.
  ['X2', 'Y-A04 B-T2(B-A03) Y-A06', 6],
  // 12:20 and 17:40; its own 13:20; the saucer of 15:00 and its captive of 14:00 never.
  ['X3', 'Y-A06 B-T1(B-A08) B-S2(B-A07)', 6],
  // 18:20, 22:00 and its own 19:20.
  ['X4', 'Y-T3 Y-A10 Y-A08', 6],
  ['X5', 'Y-T1 Y-T2 B-T1(B-A01)', 9],
  ['X6', 'Y-T1(Y-A01 Y-A02) B-T1(B-A01) B-A04', 3],
  ['X7', 'Y-A01 Y-A02 B-A01 B-A04 G-T1(G-A01)', 4],
  ['X8', 'Y-A01 B-T1(B-A01 B-A04) G-S1(G-A01)', 3],
];

test('every card of the deck has its row below', () => {
  const rows = [AZTECS, TEMPLES, SAUCERS, CODICES].flatMap((table) => table.map(([id]) => id));
  expect(rows.toSorted()).toEqual(CARDS.map(({ id }) => id).toSorted());
});

/** A colour that the position does not use. */
const spare = (...texts: readonly string[]) =>
  ['P', 'Y', 'B', 'G'].find((colour) => !texts.join().includes(`${colour}-`))!;
const FILLERS = ['X1', 'X2', 'X3', 'X4', 'X5'];
const score = (of: City, removed: 'P' | 'none') => totalOf(linesOf(of, removed));

describe('[D7, D8] Aztecs', () => {
  test.each(AZTECS)('%s joins %s: %i visible', (id, mates, gain) => {
    const before = withCities([mates, '', ''], { removedSet: spare(id, mates) });
    const { state } = playing(before, [id, 'X1', 'X2']);
    expect(state.cities[0]).toEqual(city(`${mates} ${id}`));
    expect(score(state.cities[0]!, 'none') - score(before.cities[0]!, 'none')).toBe(gain);
  });

  test.each(AZTECS)('%s joins %s: %3$i under a temple', (id, mates, _, gain) => {
    const agent = id === 'G-A04' ? 'G-A01' : 'G-A04';
    const temple = `${id[0]}-T1`;
    const own = `${mates} ${agent} ${temple}`;
    const before = withCities([own, '', ''], { removedSet: spare(id, own) });
    const { state } = doing(playing(before, [id, 'X1', 'X2']), 0, `hide ${temple}`);
    expect(state.cities[0]).toEqual(city(`${mates} ${agent} ${temple}(${id})`));
    expect(score(state.cities[0]!, 'none') - score(before.cities[0]!, 'none')).toBe(gain);
  });
});

test.each(TEMPLES)('[D5] %s is played to %s: %s', (id, before, after) => {
  const { state } = playing(withCities([before, '', ''], { removedSet: spare(id, before) }), [id, 'X1', 'X2']);
  expect(state.cities[0]).toEqual(city(after));
});

test.each(SAUCERS)('[D5] %s lands among %j and takes "%s"', (id, cities, taken) => {
  const { state } = playing(withCities(cities, { removedSet: spare(id, ...cities) }), [id, 'X1', 'X2']);
  expect(state.cities[0]?.saucers).toContainEqual({ card: id, captured: taken.split(' ').filter(Boolean) });
  const [own] = cities;
  expect(state.cities[0]?.visible).toEqual(city(own).visible);
  for (const seat of [1, 2])
    expect(state.cities[seat]?.visible).toEqual(city(cities[seat]!).visible.filter((one) => !taken.includes(one)));
});

test.each(CODICES)('[D9] %s with %s is worth %i', (id, mates, points) => {
  const seats = mates.includes('P-') ? 5 : 3;
  const fillers = FILLERS.filter((filler) => filler !== id && !mates.includes(filler)).slice(0, seats - 1);
  const before = withCities([mates, ...fillers.map(() => '')]);
  const { state } = playing(before, [id, ...fillers]);
  expect(state.cities[0]).toEqual(city(`${mates} ${id}`));
  expect(linesOf(state.cities[0]!, state.removed)).toContainEqual([id, points]);
});

test('[D9] X7 counts the colours of the game: four without pink Aztecs are not a set', () => {
  const mates = 'Y-A01 B-A01 G-A01 X7';
  expect(linesOf(city(mates), 'P')).toContainEqual(['X7', 4]);
  expect(linesOf(city(mates), 'none')).toContainEqual(['X7', 0]);
  expect(linesOf(city(`${mates} P-A01 P-A02`), 'none')).toContainEqual(['X7', 4]);
});

test('[SA-02] times are in the notation of the clock, 20 minutes apart', () => {
  const minutes = CARDS.map(({ id }) => cardOf(id).time.split(':').map(Number)).map(([h = 0, m = 0]) => 60 * h + m);
  expect(minutes).toEqual(CARDS.map((_, slot) => 20 * slot));
});
