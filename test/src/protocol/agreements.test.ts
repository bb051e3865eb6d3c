/** What the players at a table agree on, entry by entry. */
import { peopleAtTable, tableSettings } from '@flower-war/protocol';
import { deepEqual } from '@flower-war/rules';
import { describe, expect, test } from 'vitest';
import { type Body, engineOf, Scribe, TimedScribe } from './scribe.ts';

/** By this time a bot has stood in for long enough. */
const LATER = 1_770_000_000_000;

const MINUTE = 60_000;
const table = () => new TimedScribe({}).begin();
const offer = (what: 'abort' | 'pause' | 'resume' | 'takeback', seat = 0) =>
  ({ kind: 'agreement', seat, what, is: 'offered', id: 900 }) as const;
const reply = (is: 'accepted' | 'declined', seat = 1, what: 'abort' | 'resume' | 'takeback' = 'abort') =>
  ({ kind: 'agreement', seat, what, is, id: 901 }) as const;
/** A bot stands in for the player who is to move. */
const stoodInFor = (scribe = table()) => {
  const seat = scribe.asked;
  scribe.add({ kind: 'absence', seat, what: 'bot', bot: 'greedy' });
  return { scribe, seat };
};

/** A table whose last move drew no chance, and the seat that made the move. */
function afterPlainMove(): { table: TimedScribe; seat: 0 | 1; before: unknown } {
  for (let seed = 1; seed < 100; seed++) {
    const found = new TimedScribe({}, engineOf('tieqchieq'), seed).begin();
    for (let step = 0; step < 20; step++) {
      const seat = found.asked as 0 | 1;
      const before = found.position.state;
      found.playSomething(seat);
      if (found.position.past.length > 0) return { table: found, seat, before };
    }
  }
  throw new Error('no seed has a move without chance');
}

describe('a takeback', () => {
  test('brings back exactly the position before the move', () => {
    const { table, seat, before } = afterPlainMove();
    table.add(offer('takeback', seat));
    expect(table.position.offer).toEqual({ what: 'takeback', by: seat, accepted: [seat] });
    table.add(reply('accepted', 1 - seat, 'takeback'));
    expect(table.position.state).toBe(before);
    expect(table.position.offer).toBeUndefined();
  });

  test('complaint 17, undo: a takeback and the same move again give the same position', () => {
    const { table, seat } = afterPlainMove();
    const after = table.position.state;
    const { move } = JSON.parse(table.lines.at(-1) ?? '');
    table
      .add(offer('takeback', seat))
      .add(reply('accepted', 1 - seat, 'takeback'))
      .move(seat, move);
    expect(table.position.state).toEqual(after);
  });

  test('is refused once chance was drawn', () => {
    const scribe = table();
    const seat = scribe.asked;
    expect(() => scribe.toss().add(offer('takeback', seat))).toThrow('nothing-to-take-back');
  });

  test('that was offered ends when somebody plays on', () => {
    const { table, seat } = afterPlainMove();
    table.add(offer('takeback', seat)).playSomething();
    expect(table.position.offer).toBeUndefined();
  });

  test.each(['flower-war', 'mexica', 'space-aztecs'])(
    'complaint 17, undo: 450 moves of %s, and none that showed something hidden is taken back',
    (id) => {
      const game = engineOf(id);
      for (let seed = 1; seed <= 3; seed++) {
        const scribe = new TimedScribe({}, game, seed).begin();
        for (let step = 0; step < 150 && scribe.position.status === 'running'; step++) {
          const before = scribe.position.state;
          scribe.playSomething();
          const [last] = scribe.position.past.slice(-1);
          if (last === undefined || last.before !== before) continue;
          const hidden = [0, 1].some(
            (seat) => !deepEqual(handOf(game.view(before, seat as 0)), handOf(game.view(last.after, seat as 0))),
          );
          if (hidden && game.windows?.open(scribe.position.state) === undefined)
            expect(() => scribe.add(offer('takeback', last.seat))).toThrow('nothing-to-take-back');
        }
      }
    },
  );
});

/** What only one seat sees: its cards, and in Space Aztecs its choice and what it saw in piles. */
function handOf(view: unknown): unknown {
  const { hand, log, cities } = view as { hand?: unknown; log?: unknown; cities?: readonly { pile: number }[] };
  return { hand, log, piles: cities?.map(({ pile }) => pile) };
}

describe('an abort', () => {
  test('ends the match without a winner when all have accepted', () => {
    const scribe = table().agree('abort');
    expect(scribe.position).toMatchObject({
      status: 'over',
      result: { result: 'aborted', reason: 'agreed', winners: [] },
    });
  });

  test('needs nobody else where bots have the other seats', () => {
    const { scribe, seat } = stoodInFor();
    expect(peopleAtTable(scribe.position)).toEqual([1 - seat]);
    scribe.add(offer('abort', 1 - seat));
    expect(scribe.position.status).toBe('over');
  });
});

describe('a pause', () => {
  test('stops the match until its time is over', () => {
    const scribe = table().agree('pause', 30);
    expect(() => scribe.playSomething()).toThrow('paused');
    expect(() => scribe.clock(scribe.asked)).toThrow('paused');
    expect(() => scribe.wait(30 * MINUTE - 1).add({ kind: 'agreement', seat: 0, what: 'pause', is: 'over' })).toThrow(
      'time-left',
    );
    scribe.wait(1).add({ kind: 'agreement', seat: 0, what: 'pause', is: 'over' }).playSomething();
  });

  test('is ended early when all want it', () => {
    const scribe = table().agree('pause', 30).agree('resume');
    scribe.playSomething();
    expect(scribe.position.pause).toBeUndefined();
  });
});

describe('what cannot be agreed on', () => {
  test.each<[string, () => TimedScribe, Body, string]>([
    ['before the start', () => new TimedScribe({}), offer('abort'), 'not-running'],
    ['a second offer', () => table().add(offer('abort')), offer('resume'), 'offer-open'],
    ['an answer to nothing', table, reply('accepted'), 'no-offer'],
    ['an answer to something else', () => table().add(offer('abort')), reply('accepted', 1, 'resume'), 'no-offer'],
    ['a second yes of the same seat', () => table().add(offer('abort')), reply('accepted', 0), 'accepted-already'],
    ['going on without a pause', table, offer('resume'), 'not-paused'],
    ['a pause without a time', table, offer('pause'), 'minutes-belong-to-a-pause'],
    ['the end of no pause', table, { kind: 'agreement', seat: 0, what: 'pause', is: 'over' }, 'not-paused'],
  ])('%s', (_name, make, entry, reason) => {
    expect(() => make().add(entry)).toThrow(reason);
  });

  test('an offer of a seat that a bot plays', () => {
    const { scribe, seat } = stoodInFor();
    expect(() => scribe.add(offer('abort', seat))).toThrow('not-at-the-table');
  });

  test('an offer that is declined is gone, also by who made it', () => {
    expect(table().add(offer('abort')).add(reply('declined')).position.offer).toBeUndefined();
    expect(table().add(offer('abort')).add(reply('declined', 0)).position.offer).toBeUndefined();
  });

  test('an offer ends when somebody’s seat changes hands', () => {
    const { scribe } = stoodInFor(table().add(offer('abort')));
    expect(scribe.position).toMatchObject({ status: 'running' });
    expect(scribe.position.offer).toBeUndefined();
  });
});

describe('a substitute', () => {
  test('takes the seat for good, with what its first player added to the dice', () => {
    const { scribe, seat } = stoodInFor();
    scribe.add({ kind: 'absence', seat, what: 'substituted', player: 'p-9', at: LATER } as never);
    const person = { kind: 'player', player: 'p-9', contribution: `${seat}`.repeat(32) };
    expect(scribe.position.occupants.get(seat)).toEqual(person);
  });

  test.each([
    ['where no bot stands in', table, 'p-9', 'no-bot-there'],
    ['who sits at the table already', () => stoodInFor().scribe, 'p-0', 'sits-already'],
  ] as const)('cannot be %s', (_name, make, player, reason) => {
    const scribe = make();
    const seat = scribe.asked;
    const taken = { kind: 'absence', seat, what: 'substituted', player, at: LATER } as never;
    expect(() => scribe.add(taken)).toThrow(reason);
  });
});

describe('a seat that is kept', () => {
  const away = (settings: object) =>
    new Scribe({}, 1, undefined, { table: tableSettings.parse(settings) }).start('player', 'player');
  const { seat } = away({}).choose();
  const taken = { kind: 'absence' as const, seat, what: 'substituted' as const, player: 'p-9' };
  const bot = { kind: 'absence' as const, seat, what: 'bot' as const, bot: 'greedy' };

  test('is taken by nobody before its time', () => {
    expect(() => away({}).add(bot).add(taken)).toThrow('seat-kept');
  });

  test('no bot stands in at a strict table, so nobody takes a seat there', () => {
    expect(() => away({ absence: 'strict' }).add(bot)).toThrow('no-bots-at-this-table');
    expect(() => away({ absence: 'strict' }).add({ ...taken, at: LATER } as never)).toThrow('no-bot-there');
  });

  test('no entry has the fields of another', () => {
    expect(() => away({}).add({ ...bot, id: 7 })).toThrow('not-its-fields');
    expect(() => away({}).add({ ...bot, player: 'p-9' })).toThrow('not-its-fields');
    expect(() => away({}).add({ kind: 'absence', seat: 1, what: 'resigned', bot: 'greedy', id: 1 })).toThrow(
      'not-its-fields',
    );
  });
});
