import {
  advance,
  begin,
  type Entry,
  type EntryOutcome,
  isFull,
  isSeatFree,
  type Position,
  tableSettings,
} from '@flower-war/protocol';
import { describe, expect, test } from 'vitest';
import { createdEntry, Scribe } from './scribe.ts';

type Bare = Entry extends infer E ? (E extends Entry ? Omit<E, 'seq' | 'at'> : never) : never;

/** By this time every clock has run out. */
const LATE = 1_770_000_000_000;
const open = () => new Scribe({ turnCap: 3 });
const onTheClock = (...who: ('player' | 'bot')[]) =>
  new Scribe({ turnCap: 3 }, 1, undefined, {
    table: tableSettings.parse({ clock: { kind: 'turn', seconds: 5 } }),
  }).start(...who);
const running = () => open().start('player', 'player');
const withBot = () => open().start('player', 'bot');
const over = () => running().play();
const aborted = { result: 'aborted' as const, winners: [], standings: [], reason: 'nobody-came' };
const ended = (result: object = aborted) =>
  ({ kind: 'ended', result, secret: '', key: '', signature: '' }) as unknown as Bare;

const person = (seat: number): Bare => ({ kind: 'seated', seat, by: 'player', player: 'p-9', contribution: '' });
const absence = (what: 'left' | 'resigned' | 'retired' | 'bot' | 'returned', seat = 0, bot?: string): Bare => ({
  kind: 'absence',
  seat,
  what,
  ...(bot !== undefined && { bot }),
});

function next({ folding, position, lines }: Scribe, entry: Bare): EntryOutcome {
  return advance(folding, position, { seq: lines.length, at: LATE, ...entry } as Entry);
}

function after(scribe: Scribe, entry: Bare): Position {
  const outcome = next(scribe, entry);
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.position;
}

function moving(scribe: Scribe, by: 'player' | 'bot' = 'player'): Bare {
  return { kind: 'move', ...scribe.choose(), by };
}

describe('what cannot follow', () => {
  const notToMove = (scribe: Scribe) => 1 - scribe.choose().seat;
  test.each<[string, Scribe, (scribe: Scribe) => Bare, string]>([
    ['a second beginning', open(), () => createdEntry(), 'created-twice'],
    ['a taken seat', open().sit(0, 'player'), () => person(0), 'seat-taken'],
    ['a seat taken by a bot', open().sit(1, 'bot'), () => person(1), 'seat-taken'],
    ['a seat that the match does not have', open(), () => person(2), 'seat-taken'],
    ['sitting down after the start', running(), () => person(1), 'already-started'],
    ['a start with free seats', open().sit(0, 'player'), () => ({ kind: 'started' }), 'seats-free'],
    ['a second start', running(), () => ({ kind: 'started' }), 'already-started'],
    [
      'a move before the start',
      open().sit(0, 'player'),
      () => ({ kind: 'move', seat: 0, by: 'player', move: 'toss' }),
      'not-running',
    ],
    [
      'a move after the end of the game',
      over(),
      () => ({ kind: 'move', seat: 0, by: 'player', move: 'toss' }),
      'not-running',
    ],
    ['text that is no move', running(), (s) => ({ ...moving(s), move: 'TOSS' }) as Bare, 'bad-notation'],
    [
      'a move against the rules',
      running(),
      (s) => ({ ...moving(s), move: 'stay' }) as Bare,
      expect.stringMatching(/^[a-z-]+$/),
    ],
    [
      'a move of a seat that is not asked',
      running(),
      (s) => ({ ...moving(s), seat: notToMove(s) }) as Bare,
      'not-your-turn',
    ],
    [
      'a move of a seat that the match does not have',
      running(),
      (s) => ({ ...moving(s), seat: 4 }) as Bare,
      'somebody-else-plays',
    ],
    ['a bot that plays for a person', running(), (s) => moving(s, 'bot'), 'somebody-else-plays'],
    ['a person who plays for a bot', withBot(), (s) => ({ ...moving(s), seat: 1 }) as Bare, 'somebody-else-plays'],
    ['a clock before the start', open(), () => ({ kind: 'clock', seat: 0, move: 'toss' }), 'not-running'],
    [
      'a clock for a seat that is not asked',
      running(),
      (s) => ({ kind: 'clock', seat: notToMove(s), move: 'toss' }),
      'not-to-move',
    ],
    [
      'a clock that plays what it likes',
      onTheClock('player', 'player'),
      (s) => ({ kind: 'clock', seat: s.choose().seat, move: 'introduce' }),
      'not-the-fallback',
    ],
    [
      'a clock at a table that has none',
      running(),
      (s) => ({ kind: 'clock', seat: s.choose().seat, move: 'toss' }),
      'no-clock',
    ],
    [
      'a person who sits down twice',
      open().sit(0, 'player'),
      () => ({ ...person(1), player: 'p-0' }) as Bare,
      'sits-already',
    ],
    ['coming back with nothing lost', running(), () => ({ kind: 'resumed', lost: 0 }), 'nothing-lost'],
    ['leaving a free seat', open(), () => absence('left'), 'no-player-there'],
    ['leaving after the start', running(), () => absence('left'), 'already-started'],
    ['resigning before the start', open().sit(0, 'player'), () => absence('resigned'), 'not-running'],
    ['resigning when it is over', over(), () => absence('resigned'), 'not-running'],
    ['a bot that retires', withBot(), () => absence('retired', 1), 'no-player-there'],
    ['handing a seat to nobody', running(), () => absence('bot'), 'no-bot-named'],
    ['handing a seat over before the start', open().sit(0, 'player'), () => absence('bot', 0, 'greedy'), 'not-running'],
    ['coming back before the start', open().sit(0, 'player'), () => absence('returned'), 'not-running'],
    ['coming back to the seat of a bot', withBot(), () => absence('returned', 1), 'no-player-there'],
    ['a temple', running(), () => ({ kind: 'temple', temple: 'templo-7f3a', what: 'offered' }), 'no-temple'],
    ['resuming before the start', open(), () => ({ kind: 'resumed', lost: 1 }), 'not-running'],
    ['resuming when it is over', over(), () => ({ kind: 'resumed', lost: 1 }), 'not-running'],
    ['an end by the rules while it runs', running(), () => ended({ ...aborted, result: 'draw' }), 'not-over'],
    ['an end with another result', over(), (s) => ended({ ...s.position.result, winners: [] }), 'another-result'],
    ['an abort of what is over', over(), () => ended(), 'another-result'],
    ['an abort with a winner', running(), () => ended({ ...aborted, winners: [0] }), 'an-abort-has-no-winners'],
    ['a second end', over().end(), (s) => ended(s.position.result), 'already-ended'],
    ['anything after the end', open().abort(), () => person(0), 'already-ended'],
  ])('%s', (_name, scribe, entry, reason) => {
    const before = JSON.stringify([scribe.position, [...scribe.position.occupants]]);
    expect(next(scribe, entry(scribe))).toEqual({ ok: false, reason });
    expect(JSON.stringify([scribe.position, [...scribe.position.occupants]])).toBe(before);
  });
});

describe('seats', () => {
  test('are free until somebody sits there, and again when they leave', () => {
    const scribe = open().sit(0, 'player');
    expect([0, 1, 2].map((seat) => isSeatFree(scribe.position, seat))).toEqual([false, true, false]);
    const position = after(scribe, absence('left'));
    expect([isSeatFree(position, 0), isFull(position)]).toEqual([true, false]);
    expect(isFull(open().sit(1, 'bot').sit(0, 'player').position)).toBe(true);
  });

  test('a bot stands in for a person, and the person comes back', () => {
    const before = running();
    const { seat } = before.choose();
    const scribe = running().add({ kind: 'absence', seat, what: 'bot', bot: 'greedy' });
    expect(scribe.position.occupants.get(seat)).toEqual({
      kind: 'player',
      player: `p-${seat}`,
      contribution: `${seat}`.repeat(32),
      bot: 'greedy',
      since: expect.any(Number),
    });
    expect(next(scribe, absence('bot', seat, 'random'))).toEqual({ ok: false, reason: 'not-at-the-table' });
    expect(after(scribe, absence('returned', seat)).occupants).toEqual(before.position.occupants);
  });

  test('both the person and the bot that stands in may move', () => {
    const scribe = running();
    scribe.add({ kind: 'absence', seat: scribe.choose().seat, what: 'bot', bot: 'greedy' });
    expect([next(scribe, moving(scribe, 'bot')).ok, next(scribe, moving(scribe)).ok]).toEqual([true, true]);
  });
});

describe('a match', () => {
  test('has no state and no seed before it starts', () => {
    expect(begin(createdEntry())).toEqual({
      gone: [],
      draws: 0,
      restores: [],
      clocks: [],
      past: [],
      temples: { all: new Map(), byHand: [], steps: [] },
      requests: new Map(),
      created: createdEntry(),
      occupants: new Map(),
      status: 'open',
      host: createdEntry().host,
      wishes: new Map(),
      habits: new Map(),
      inARow: 0,
    });
    expect(running().position).toMatchObject({
      status: 'running',
      seed: expect.any(Uint8Array),
      state: expect.anything(),
    });
  });

  test('gives the same state from the same record, and another one from another contribution', () => {
    expect(running().play(2).position).toEqual(running().play(2).position);
    expect(running().position.seed).not.toEqual(withBot().position.seed);
  });

  test('is over with the result of the rules, and ends with it', () => {
    const scribe = over();
    expect(scribe.position).toMatchObject({ status: 'over', result: { reason: 'turn-cap' } });
    expect(scribe.end().position).toMatchObject({ status: 'ended', result: { reason: 'turn-cap' } });
  });

  test.each(['resigned', 'retired'] as const)('is forfeit when one of two has %s', (what) => {
    expect(after(running(), absence(what, 1))).toMatchObject({
      status: 'over',
      result: { result: 'forfeit', winners: [0], reason: 'retired' },
    });
  });

  test('tells what happened', () => {
    const outcome = next(running(), absence('resigned'));
    expect(outcome.ok && outcome.events).toContainEqual({ kind: 'retired', seat: 0 });
  });

  test('goes on where it was after a pause', () => {
    const scribe = running().play(2);
    expect(after(scribe, { kind: 'resumed', lost: 5000 })).toEqual(scribe.position);
  });

  test('lets the clock play the fallback for who is to move, but for no bot', () => {
    for (const by of ['player', 'bot'] as const) {
      const scribe = onTheClock(by, by);
      const { engine } = scribe.folding;
      const { seat } = scribe.choose();
      const move = engine.format(engine.fallback(scribe.position.state, seat));
      const played = next(scribe, { kind: 'clock', seat, move });
      expect(played).toMatchObject(by === 'player' ? { ok: true } : { ok: false, reason: 'a-bot-has-no-clock' });
    }
  });

  test.each([
    ['open', open()],
    ['running', running()],
  ])('may be aborted while it is %s', (_name, scribe) => {
    expect(after(scribe, ended())).toMatchObject({ status: 'ended', result: aborted });
  });
});
