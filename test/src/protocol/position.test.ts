import { type Entry, type EntryOutcome, isFull, isSeatFree, type Position, tableSettings } from '@flower-war/protocol';
import { describe, expect, test } from 'vitest';
import { createdEntry, Scribe } from './scribe.ts';

type Bare = Entry extends infer E ? (E extends Entry ? Omit<E, 'seq' | 'at'> : never) : never;

/** By this time every clock has run out. */
const LATE = 1_770_000_000_000;
const open = () => new Scribe({ turnCap: 3 });
const withAna = () => open().sit(0, 'player');
const onTheClock = (by: 'player' | 'bot') =>
  new Scribe({ turnCap: 3 }, 1, undefined, {
    table: tableSettings.parse({ clock: { kind: 'turn', seconds: 5 } }),
  }).start(by, by);
const running = () => open().start('player', 'player');
const withBot = () => open().start('player', 'bot');
const over = () => running().play();
const aborted = { result: 'aborted' as const, winners: [], standings: [], reason: 'nobody-came' };
const ended = (result: object = aborted) =>
  ({ kind: 'ended', result, secret: '', key: '', signature: '' }) as unknown as Bare;

const person = (seat: number, player = 'p-9'): Bare => ({
  kind: 'seated',
  seat,
  by: 'player',
  player,
  contribution: '',
});
const absence = (what: 'left' | 'resigned' | 'retired' | 'bot' | 'returned', seat = 0, bot?: string): Bare => ({
  kind: 'absence',
  seat,
  what,
  ...(bot !== undefined && { bot }),
});
const clock = (seat: number, move = 'toss'): Bare => ({ kind: 'clock', seat, move });
const start: Bare = { kind: 'started' };
const toss: Bare = { kind: 'move', seat: 0, by: 'player', move: 'toss' };
const resumed: Bare = { kind: 'resumed', lost: 1 };
const offered: Bare = { kind: 'temple', temple: 'templo-7f3a', what: 'offered' };

const next = (scribe: Scribe, entry: Bare): EntryOutcome => scribe.outcomeOf({ at: LATE, ...entry });

function after(scribe: Scribe, entry: Bare): Position {
  const outcome = next(scribe, entry);
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.position;
}

/** A legal move of the seat that is asked, with changes. */
const moving = (scribe: Scribe, changes: object = {}): Bare =>
  ({ kind: 'move', by: 'player', ...scribe.choose(), ...changes }) as Bare;
const asked = (scribe: Scribe) => scribe.choose().seat;

describe('what cannot follow', () => {
  test.each<[string, Scribe, Bare | ((scribe: Scribe) => Bare), string]>([
    ['a second beginning', open(), createdEntry(), 'created-twice'],
    ['a taken seat', withAna(), person(0), 'seat-taken'],
    ['a seat taken by a bot', open().sit(1, 'bot'), person(1), 'seat-taken'],
    ['a seat that the match does not have', open(), person(2), 'seat-taken'],
    ['sitting down after the start', running(), person(1), 'already-started'],
    ['a start with free seats', withAna(), start, 'seats-free'],
    ['a second start', running(), start, 'already-started'],
    ['a move before the start', withAna(), toss, 'not-running'],
    ['a move after the end of the game', over(), toss, 'not-running'],
    ['text that is not a move', running(), (s) => moving(s, { move: 'TOSS' }), 'bad-notation'],
    ['a move against the rules', running(), (s) => moving(s, { move: 'stay' }), 'toss-first'],
    ['a move of a seat that is not asked', running(), (s) => moving(s, { seat: 1 - asked(s) }), 'not-your-turn'],
    ['a move of a seat that nobody has', running(), (s) => moving(s, { seat: 4 }), 'somebody-else-plays'],
    ['a bot that plays for a person', running(), (s) => moving(s, { by: 'bot' }), 'somebody-else-plays'],
    ['a person who plays for a bot', withBot(), (s) => moving(s, { seat: 1 }), 'somebody-else-plays'],
    ['a clock before the start', open(), clock(0), 'not-running'],
    ['a clock for a seat that is not asked', running(), (s) => clock(1 - asked(s)), 'not-to-move'],
    ['a clock that plays what it likes', onTheClock('player'), (s) => clock(asked(s), 'introduce'), 'not-the-fallback'],
    ['a clock at a table that has none', running(), (s) => clock(asked(s)), 'no-clock'],
    ['a person who sits down twice', withAna(), person(1, 'p-0'), 'sits-already'],
    ['coming back with nothing lost', running(), { kind: 'resumed', lost: 0 }, 'nothing-lost'],
    ['leaving a free seat', open(), absence('left'), 'no-player-there'],
    ['leaving after the start', running(), absence('left'), 'already-started'],
    ['resigning before the start', withAna(), absence('resigned'), 'not-running'],
    ['resigning when it is over', over(), absence('resigned'), 'not-running'],
    ['a bot that retires', withBot(), absence('retired', 1), 'no-player-there'],
    ['handing a seat to nobody', running(), absence('bot'), 'no-bot-named'],
    ['handing a seat over before the start', withAna(), absence('bot', 0, 'greedy'), 'not-running'],
    ['coming back before the start', withAna(), absence('returned'), 'not-running'],
    ['coming back to the seat of a bot', withBot(), absence('returned', 1), 'no-player-there'],
    ['a temple', running(), offered, 'no-temple'],
    ['resuming before the start', open(), resumed, 'not-running'],
    ['resuming when it is over', over(), resumed, 'not-running'],
    ['an end by the rules while it runs', running(), ended({ ...aborted, result: 'draw' }), 'not-over'],
    ['an end with another result', over(), (s) => ended({ ...s.position.result, winners: [] }), 'another-result'],
    ['an abort of what is over', over(), ended(), 'another-result'],
    ['an abort with a winner', running(), ended({ ...aborted, winners: [0] }), 'an-abort-has-no-winners'],
    ['a second end', over().end(), (s) => ended(s.position.result), 'already-ended'],
    ['anything after the end', open().abort(), person(0), 'already-ended'],
  ])('%s', (_name, scribe, entry, reason) => {
    const before = JSON.stringify([scribe.position, [...scribe.position.occupants]]);
    expect(next(scribe, typeof entry === 'function' ? entry(scribe) : entry)).toEqual({ ok: false, reason });
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

  test('a bot stands in for a person, both may move, and the person comes back', () => {
    const before = running();
    const seat = asked(before);
    const scribe = running().add({ kind: 'absence', seat, what: 'bot', bot: 'greedy' });
    const sitting = { kind: 'player', player: `p-${seat}`, contribution: `${seat}`.repeat(32) };
    expect(scribe.position.occupants.get(seat)).toEqual({ ...sitting, bot: 'greedy', since: expect.any(Number) });
    for (const by of ['player', 'bot']) expect(next(scribe, moving(scribe, { by }))).toMatchObject({ ok: true });
    expect(next(scribe, absence('bot', seat, 'random'))).toEqual({ ok: false, reason: 'not-at-the-table' });
    expect(after(scribe, absence('returned', seat)).occupants).toEqual(before.position.occupants);
  });
});

describe('a match', () => {
  test('has no state and no seed before it starts', () => {
    expect(open().position).toMatchObject({ status: 'open', created: { host: 'p-HOST' }, clocks: [] });
    expect([open().position.state, open().position.seed]).toEqual([undefined, undefined]);
    const begun = { status: 'running', seed: expect.any(Uint8Array), state: expect.anything() };
    expect(running().position).toMatchObject(begun);
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
    const fallback = (scribe: Scribe) => next(scribe, clock(asked(scribe), scribe.fallbackOf(asked(scribe))));
    expect(fallback(onTheClock('player'))).toMatchObject({ ok: true });
    expect(fallback(onTheClock('bot'))).toEqual({ ok: false, reason: 'a-bot-has-no-clock' });
  });

  test.each([
    ['open', open()],
    ['running', running()],
  ])('may be aborted while it is %s', (_name, scribe) => {
    expect(after(scribe, ended())).toMatchObject({ status: 'ended', result: aborted });
  });
});
