/** A player takes back alone what has shown nothing, while the turn is still the player's own. */
import { canonical, MOST_UNDONE, undoRefusal } from '@flower-war/protocol';
import { verify } from '@flower-war/protocol/verify';
import { engine as engineFor, GAMES, type Seat } from '@flower-war/rules';
import { describe, expect, test } from 'vitest';
import { type Body, engineOf, TimedScribe } from './scribe.ts';

const undo = (seat: number, id = 900): Body => ({ kind: 'agreement', seat, what: 'undo', is: 'offered', id });

interface Made {
  readonly scribe: TimedScribe;
  readonly seat: Seat;
  readonly move: string;
  readonly before: unknown;
}

/** Plays at random until a move can be taken back, and again, until the match is over. */
function* undoable(game: string, seed: number): Generator<Made> {
  const scribe = new TimedScribe({}, engineOf(game), seed).begin();
  while (scribe.position.status === 'running') {
    const { state: before } = scribe.position;
    const { seat, move } = scribe.choose();
    scribe.move(seat, move);
    if (undoRefusal(scribe.folding.engine, scribe.position, seat) === undefined) yield { scribe, seat, move, before };
  }
}

function firstOf(game: string): Made {
  for (let seed = 1; seed < 50; seed++) for (const made of undoable(game, seed)) return made;
  throw new Error(`nothing of ${game} can be taken back`);
}

describe.each([...GAMES.keys()])('%s', (game) => {
  test('a move, taken back, leaves the state as it was, and played again leads where it led; the record proves it', async () => {
    let times = 0;
    let scribe: TimedScribe | undefined;
    for (const made of undoable(game, 7)) {
      ({ scribe } = made);
      const after = canonical(scribe.position.state);
      const { draws } = scribe.position;
      scribe.add(undo(made.seat, scribe.lines.length));
      expect(scribe.position.state).toBe(made.before);
      scribe.move(made.seat, made.move);
      expect(canonical(scribe.position.state)).toBe(after);
      expect(scribe.position.draws).toBe(draws);
      times++;
    }
    if (scribe === undefined) return expect(ASKS_IN_TURNS).not.toContain(game);
    expect(times).toBeGreaterThan(0);
    scribe.end();
    expect(await verify(scribe.text, engineFor)).toMatchObject({ ok: true });
  });

  test('no seat sees more or less of what is hidden than before', () => {
    for (const { scribe, seat, before } of undoable(game, 11)) {
      const { engine } = scribe.folding;
      const { state } = scribe.position;
      for (const viewer of [0, 1] as const)
        expect(handOf(engine.view(state, viewer))).toEqual(handOf(engine.view(before, viewer)));
      expect(scribe.position.past.at(-1)?.seat).toBe(seat);
      expect(engine.toMove(state)).toContain(seat);
    }
  });
});

/** The games in which a seat may decide several times in a turn without chance and secrets. */
const ASKS_IN_TURNS: readonly string[] = ['flower-war', 'mexica'];

/** What only one seat sees. */
function handOf(view: unknown): unknown {
  const { hand, pending, looked, log } = view as Readonly<Record<string, unknown>>;
  return { hand, pending, looked, log };
}

describe('an undo is refused', () => {
  test.each<[string, string, (made: Made) => unknown]>([
    ['of another seat', 'nothing-to-take-back', ({ scribe, seat }) => scribe.add(undo(1 - seat))],
    ['twice', 'nothing-to-take-back', ({ scribe, seat }) => scribe.add(undo(seat, 1)).add(undo(seat, 2))],
    ['in a pause', 'paused', ({ scribe, seat }) => scribe.agree('pause', 5).add(undo(seat))],
    ['by an answer', 'no-offer', ({ scribe, seat }) => scribe.add({ ...undo(seat), is: 'accepted' } as Body)],
    [
      'for minutes',
      'minutes-belong-to-a-pause',
      ({ scribe, seat }) => scribe.add({ ...undo(seat), minutes: 5 } as Body),
    ],
  ])('%s', (_, reason, ask) => {
    expect(() => ask(firstOf('flower-war'))).toThrow(reason);
  });

  test('once chance was drawn', () => {
    const scribe = new TimedScribe({}, engineOf('flower-war')).begin();
    const seat = scribe.asked;
    expect(() => scribe.move(seat, 'roll').add(undo(seat))).toThrow('nothing-to-take-back');
  });

  test('of what the clock or a bot has played for the seat', () => {
    const { scribe, seat, move } = firstOf('flower-war');
    scribe.add(undo(seat)).add({ kind: 'absence', seat, what: 'bot', bot: 'greedy' });
    scribe.move(seat, move).add({ kind: 'absence', seat, what: 'returned', id: 901 } as Body);
    expect(() => scribe.add(undo(seat, 902))).toThrow('nothing-to-take-back');
  });

  test('after that many', () => {
    const { scribe, seat, move } = firstOf('flower-war');
    for (let time = 0; time < MOST_UNDONE; time++) scribe.add(undo(seat, 2000 + time)).move(seat, move);
    expect(() => scribe.add(undo(seat, 3000))).toThrow('undone-too-often');
  });
});

test('the clock runs on, and gets no time back', () => {
  const settings = { clock: { kind: 'bank', seconds: 600, increment: 5 } } as const;
  const scribe = new TimedScribe(settings, engineOf('flower-war'), 3).begin();
  for (;;) {
    const { seat, move } = scribe.wait(1000).choose();
    scribe.move(seat, move);
    if (undoRefusal(scribe.folding.engine, scribe.position, seat) !== undefined) continue;
    const left = () => scribe.position.clocks[seat]?.left ?? 0;
    const before = left();
    scribe.wait(2000).add(undo(seat));
    expect(left()).toBe(before - 2000);
    scribe.wait(2000).move(seat, move);
    expect(left()).toBe(before - 4000);
    return;
  }
});
