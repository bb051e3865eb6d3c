/** The end of a match in words: of matches written by hand, and of whole matches that bots played. */
import { type AnyBot, type AnyGame, at, fastChance, GAMES, resolveOptions } from '@flower-war/rules';
import { describe, expect, test } from 'vitest';
import { LANGUAGES, spanish } from '../all.ts';
import { english, FURTHER, loadWords, type Speech } from '../index.ts';
import { RULEBOOKS, rulebook, ruleIn } from '../rulebook/index.ts';
import { type CourseStep, endingOf, type Standing } from './index.ts';

const SENTENCES = /^[A-ZÁÉÍÓÚÄÖÜ¿¡].*[.]$/s;
const INTERNAL = /[{}]|undefined|NaN|\[object|\.\.|@|_|[a-z][A-Z]| {2}|null/;

const name = (seat: number) => ['East', 'West', 'North'][seat] ?? `Seat ${seat}`;
const speech: Speech = { name, cards: new Map() };

const standing = (seat: number, score: number, place: number): Standing => ({
  seat,
  place,
  score,
  breakdown: { skulls: score, discs: 0, cards: 0 },
});

/** The scores of East and West after a step, and what happened in it. */
function step(number: number, scores: readonly [number, number], ...events: CourseStep['events']): CourseStep {
  const [east, west] = scores;
  const standings = [standing(0, east, east >= west ? 1 : 2), standing(1, west, west >= east ? 1 : 2)];
  return { step: number, status: 'running', events, standings: standings.toSorted((a, b) => a.place - b.place) };
}

const event = (kind: string, fields: object = {}) => ({ kind, ...fields });
const won = (winner: number) => event('battle-won', { winner, loser: 1 - winner, totals: [5, 2], stake: 1 });

const COURSE: readonly CourseStep[] = [
  { step: 0, status: 'open', events: [], standings: [] },
  step(3, [0, 0], event('turn-began', { seat: 0, round: 1, extra: false })),
  step(4, [2, 0], event('sacrificed', { seat: 1, god: 'rain', tally: 1 })),
  step(5, [2, 3], won(1)),
  step(7, [2, 4], won(1), event('turn-ended', { seat: 1 })),
  step(8, [3, 4], event('turn-began', { seat: 1, round: 2, extra: false })),
  step(9, [3, 4], event('disc-taken', { seat: 0, day: 4 }), event('apocalypse', { counter: 0 })),
  step(10, [3, 4], event('forestalled'), event('sacrificed', { seat: 1, god: 'rain', tally: 2 })),
  step(12, [3, 9], won(1), event('sacrificed', { seat: 1, god: 'rain', tally: 3 })),
  step(
    13,
    [3, 9],
    event('turn-began', { seat: 0, round: 6, extra: false }),
    event('countdown', { left: 0, isLast: false }),
  ),
];
const result = { reason: 'countdown', winners: [1], standings: [standing(1, 9, 1), standing(0, 3, 2)] };
const ended = { game: 'flower-war', result, course: COURSE, speech } as const;

// A disc may lie on its day, left there by the tribe that took the last skull.
test('it says why, who led, and what decided', () => {
  const { why, lead, moments, decided } = endingOf(english, ended);
  expect(why).toEqual({
    text: 'The countdown of the apocalypse ran out in round 6. The apocalypse began in round 2, when East took the calendar disc of Lizard (Cuetzpalin). The countdown stood still once, because the gods were level.',
    rule: 'apocalypse-3',
  });
  expect(lead).toBe('East was in front first. The lead changed once; West took it for the last time in step 3 of 9.');
  expect(moments).toEqual([
    { step: 5, index: 2, text: 'West wins 5 : 2 against East; the stake is 1.', change: 'West 0 → 3' },
    { step: 7, index: 3, text: 'West wins 5 : 2 against East; the stake is 1.', change: 'West 3 → 4' },
    { step: 12, index: 7, text: 'West wins 5 : 2 against East; the stake is 1.', change: 'West 4 → 9' },
  ]);
  expect(decided).toBe('What decided: step 3 (West 0 → 3); step 4 (West 3 → 4); step 8 (West 4 → 9).');
});

test('for a replay that goes by the numbers of the steps, it says those', () => {
  const { lead, decided } = endingOf(english, { ...ended, numbers: 'steps' });
  expect(lead).toContain('West took it for the last time in step 5 of 13.');
  expect(decided).toBe('What decided: step 5 (West 0 → 3); step 7 (West 3 → 4); step 12 (West 4 → 9).');
});

test('it says so in a language that is a file, too', async () => {
  const { why, lead, decided, next } = endingOf(await loadWords('de'), { ...ended, seat: 0 });
  expect(why.text).toBe(
    'Der Countdown der Apokalypse lief in Runde 6 ab. Die Apokalypse begann in Runde 2: East nahm die Kalenderscheibe von Eidechse (Cuetzpalin). Einmal stand der Countdown still, weil die Götter gleichauf waren.',
  );
  expect(lead).toBe(
    'Zuerst lag East vorn. Die Führung wechselte einmal; zuletzt übernahm sie West, in Schritt 3 von 9.',
  );
  expect(decided).toBe('Das hat entschieden: Schritt 3 (West 0 → 3); Schritt 4 (West 3 → 4); Schritt 8 (West 4 → 9).');
  expect(next[0]?.text).toMatch(/^Du hast keinen Kampf gewonnen, West 3\./);
});

test.each([
  ['en', 'Before the end Tlaloc sent the flood, so the days gave nothing more.'],
  ['es', 'Antes del final Tláloc envió el diluvio, así que los días ya no daban nada.'],
  ['de', 'Vor dem Ende schickte Tlaloc die Flut, und die Tage gaben nichts mehr.'],
])('%s: the flood came after the apocalypse had begun, and it says no other order', async (language, flood) => {
  const course = [...COURSE, step(14, [3, 9], event('ending-fixed', { ending: 'flood' }))];
  const words = await loadWords(language);
  expect(endingOf(words, { ...ended, course }).why.text).toContain(flood);
  const [unwon, by] = [{ ...result, reason: 'flood', winners: [] }, /by then|para entonces|bis dahin|da hatte/i];
  for (const told of [result, unwon])
    expect(endingOf(words, { ...ended, course, result: told }).why.text).not.toMatch(by);
});

test.each(['en', 'es', 'de'])(
  '%s: at the last toss it does not say that the tokens decided, for they may be level',
  async (language) => {
    const drawn = { reason: 'turn-cap', winners: [0, 1], standings: [] };
    const { why } = endingOf(await loadWords(language), { ...ended, game: 'tieqchieq', result: drawn });
    expect(why.text).not.toMatch(/decided|decidieron|entschied/);
  },
);

test('a match without moments has nothing that decided', () => {
  expect(endingOf(english, { ...ended, course: COURSE.slice(0, 2) })).toMatchObject({ moments: [], decided: '' });
});

test('of moments that brought equally much, the winner’s own and the battles come first', () => {
  const offer = event('sacrificed', { seat: 0, god: 'war', tally: 1 });
  const course = [
    step(1, [9, 0]),
    step(2, [9, 1], won(1)),
    step(3, [8, 1], offer),
    step(4, [8, 2], event('rolled', { seat: 1, die: 2 })),
    step(5, [7, 2], offer),
    step(6, [7, 3], won(1)),
    step(7, [6, 3], offer),
  ];
  const { moments } = endingOf(english, { ...ended, course });
  expect(moments.map((one) => one.step)).toEqual([2, 4, 6]);
});

test('the advice is for a seat, is true of the match, and leads to its rule', () => {
  const next = endingOf(english, { ...ended, seat: 0 }).next;
  expect(next.map(({ rule }) => rule)).toEqual(['battle-5', 'offering-1']);
  expect(next[0]?.text).toMatch(/^You won no battle; West won 3\./);
  expect(next[1]?.text).toMatch(/^You offered to Tlaloc never; West 3 times\./);
  // What differs most comes first.
  const course = [...COURSE, step(14, [4, 8], won(0))];
  expect(endingOf(english, { ...ended, course, seat: 0 }).next.map(({ rule }) => rule)).toEqual([
    'offering-1',
    'battle-5',
  ]);
  expect(endingOf(english, { ...ended, seat: 1 }).next).toEqual([]);
  expect(endingOf(english, ended).next).toEqual([]);
});

test('what was taken back did not happen, and the other steps keep their numbers', () => {
  const flight = step(11, [0, 9], won(1), event('apocalypse', { counter: 1 }));
  const undone = [
    ...COURSE.slice(0, 4),
    step(6, [9, 3], won(0), won(0), won(0)),
    { ...step(6.2, [9, 4], event('forestalled')), back: 6 },
    { ...flight, step: 6.4 },
    { ...step(6.6, [2, 3]), back: 5 },
    ...COURSE.slice(4),
  ];
  for (const seat of [undefined, 0, 1]) {
    const { why, lead, moments, next } = endingOf(english, { ...ended, course: undone, seat });
    const plain = endingOf(english, { ...ended, seat });
    expect([why, next]).toEqual([plain.why, plain.next]);
    expect(moments.map((one) => one.step)).toEqual(plain.moments.map((one) => one.step));
    expect(lead).toBe(
      'East was in front first. The lead changed once; West took it for the last time in step 3 of 13.',
    );
  }
});

test.each(['en', 'es', 'de'])(
  '%s: of a match that goes on from another one, it says no round and no beginning that it does not know',
  async (language) => {
    const words = await loadWords(language);
    const why = (reason: string, course: readonly CourseStep[]) =>
      endingOf(words, { ...ended, course, result: { ...result, reason } }).why.text;
    const short = [step(0, [3, 8]), step(1, [3, 9], won(1))];
    const turn = step(2, [3, 9], event('turn-began', { seat: 0, round: 6, extra: false }));
    for (const reason of ['countdown', 'signs', 'round-cap']) {
      expect(why(reason, short)).toMatch(SENTENCES);
      expect(why(reason, short)).not.toMatch(/\d/);
    }
    for (const reason of ['countdown', 'signs']) expect(why(reason, [...short, turn])).toContain('6');
    expect(why('round-cap', [...short, turn])).toBe(why('round-cap', []));
    expect(why('round-cap', [turn, ...short])).toContain('6');
  },
);

test('a moment without a change of the score names what else changed', () => {
  const weeks = (n: number): Standing => ({ ...standing(0, 0, 1), breakdown: { signs: 0, weeks: n, tokens: 4 } });
  const course = [0, 1].map(
    (n): CourseStep => ({ step: n, status: 'running', events: [], standings: [weeks(n), standing(1, 0, 2)] }),
  );
  const { moments } = endingOf(english, { ...ended, game: 'mexica', course, result: { ...result, winners: [0] } });
  expect(moments).toMatchObject([{ step: 1, change: 'East week cards 0 → 1' }]);
});

test('without a course it says only what the result says', () => {
  for (const course of [[], COURSE.map((one) => ({ ...one, standings: [] }))])
    expect(endingOf(english, { ...ended, course, seat: 0 })).toMatchObject({ lead: '', moments: [] });
  expect(endingOf(english, { ...ended, course: [] }).why.text).toBe('The countdown has run out.');
  for (const reason of ['dreaming', 'constructor', '__proto__', ''])
    expect(endingOf(english, { ...ended, result: { ...result, reason } }).why.text).not.toMatch(INTERNAL);
  expect(endingOf(spanish, { ...ended, game: 'patolli', seat: 0 }).next).toEqual([]);
  expect(
    endingOf(english, { ...ended, result: { reason: 'agreed', winners: [], standings: [] }, seat: 0 }).moments,
  ).toEqual([]);
});

/** A match of bots from its start to its end, as a spectator sees it. */
function played(game: AnyGame, bot: AnyBot, seed: number): { course: readonly CourseStep[]; final: unknown } {
  const chance = fastChance(seed);
  const isKnown = game.options.some((spec) => spec.name === 'length');
  const resolved = resolveOptions(game, undefined, isKnown ? { length: 'short' } : {});
  if (!resolved.ok) throw new Error('the options are known');
  const seats = at([2, game.usualSeats ?? 2], seed % 2);
  let state = game.setup(resolved.options, seats, chance);
  const course: CourseStep[] = [];
  const note = (events: readonly object[]) =>
    course.push({
      step: course.length,
      status: 'running',
      events: events.flatMap((one) => game.viewEvent(one, 'spectator') ?? []),
      standings: game.standings?.(state) ?? [],
    });
  note(game.opening?.(state) ?? []);
  for (let asked = game.toMove(state); asked.length > 0; asked = game.toMove(state)) {
    const seat = at(asked, 0);
    const legal = game.legalMoves(state, seat);
    const move = bot({ view: game.view(state, seat), seat, options: resolved.options, legal }, chance);
    const applied = game.apply(state, seat, move, chance);
    if (!applied.ok) throw new Error(applied.reason);
    state = applied.state;
    note(applied.events);
  }
  return { course, final: state };
}

describe.each(RULEBOOKS)('whole matches of %s', (id) => {
  const { game, bots } = at(
    [GAMES.get(id)].flatMap((one) => one ?? []),
    0,
  );
  const book = rulebook(english, id);
  test.each([1, 2, 3, 4])('the end of match %i is told in every language', async (seed) => {
    const further = await Promise.all(Object.keys(FURTHER).map(loadWords));
    const { course, final } = played(game, seed < 3 ? bots.greedy : bots.random, seed);
    const outcome = game.result(final);
    if (outcome === undefined) throw new Error('the match is over');
    for (const words of [...LANGUAGES, ...further])
      for (const { seat } of outcome.standings) {
        const told = endingOf(words, { game: id, result: outcome, course, speech, seat });
        const texts = [told.why, ...told.next].map(({ text }) => text);
        for (const text of [...texts, told.lead, ...told.moments.map((one) => one.text)]) {
          expect(text).toMatch(SENTENCES);
          expect(text).not.toMatch(INTERNAL);
        }
        for (const { rule } of [told.why, ...told.next])
          expect(ruleIn(book, rule ?? ''), `${rule} of ${outcome.reason}`).toBeDefined();
        expect(told.moments.length).toBeGreaterThan(0);
        for (const { step: number, index, change } of told.moments) {
          expect(course[index]?.step).toBe(number);
          expect(change).not.toBe('');
        }
      }
  });
});

test.each([
  ['flower-war', 'round-cap', 'winning-3'],
  ['mexica', 'round-cap', 'winning-4'],
  ['mexica', 'signs', 'winning-1'],
  ['tieqchieq', 'turn-cap', 'winning-2'],
  ['tieqchieq', 'all-home', 'winning-1'],
] as const)('%s, at the end by %s, leads to the rule about it', (game, reason, rule) => {
  expect(endingOf(english, { ...ended, game, result: { ...result, reason } }).why.rule).toBe(rule);
});

test('a seat that gives up is named, with the rule about leaving', () => {
  const course = [...COURSE, step(14, [0, 9], event('retired', { seat: 0 }))];
  const { why } = endingOf(english, { ...ended, course, result: { ...result, reason: 'retired' } });
  expect(why).toEqual({ text: 'East gave up, and only West was left.', rule: 'leaving-1' });
});
