/** Forged records with temples: lies of a server, and changes by a forger. */
import { type BeadAccount, NEW_ACCOUNT } from '@flower-war/protocol';
import { describe, expect, test } from 'vitest';
import { TEMPLE, TempleTable } from './templeTable.ts';

const entry = (what: string, more: object = {}) => ({ kind: 'temple', temple: TEMPLE, what, ...more }) as never;
const bound = (more: object, account: Partial<BeadAccount> = {}) =>
  entry('bound', { by: 'p-0', seat: 0, account: { ...NEW_ACCOUNT, ...account }, ...more });
const open = () => new TempleTable().start();

function left(table: TempleTable, seat: number): TempleTable {
  table.scribe.position = { ...table.scribe.position, gone: [seat] };
  return table;
}

describe('an entry that lies is refused', () => {
  test.each<[lie: string, table: () => TempleTable, body: never, why: string]>([
    [
      'totals that bring nothing',
      () => new TempleTable().bound().drop(2),
      entry('sensed', { epoch: 7, war: 2, rain: 0 }),
      'nothing-new',
    ],
    ['totals of a temple that is not there', open, entry('sensed', { epoch: 7, war: 2, rain: 0 }), 'not-bound'],
    ['an offering of nothing', () => new TempleTable().bound(), entry('offered'), 'nothing-to-offer'],
    [
      'an offering by another temple',
      () => new TempleTable().bound(),
      { ...(entry('offered') as object), temple: 'templo-beef' } as never,
      'not-bound',
    ],
    ['a card that nobody is owed', () => new TempleTable().bound(), entry('drawn'), 'nothing-to-draw'],
    ['an account with a bead too many', open, bound({}, { sensed: { war: 1, rain: 0 } }), 'bad-account'],
    [
      'an account with fewer than none',
      open,
      bound({}, { applied: { war: -1, rain: 0 }, refused: { war: 1, rain: 0 } }),
      'bad-account',
    ],
    ['the seat of somebody else', open, bound({ seat: 1 }), 'not-seated'],
    ['a player who is not there', open, bound({ by: 'p-9' }), 'not-seated'],
    [
      'a second temple for a seat',
      () => new TempleTable().bound(),
      { ...(bound({}) as object), temple: 'templo-beef' } as never,
      'temple-there',
    ],
    ['the same temple again', () => new TempleTable().bound(), bound({}), 'temple-there'],
    [
      'an account from before',
      () => new TempleTable().bound().drop(1).say({ what: 'unbound' }),
      bound({}),
      'bad-account',
    ],
    [
      'a switch that changes nothing',
      () => new TempleTable().bound(),
      entry('by-hand', { seat: 0, is: false, id: 1 }),
      'nothing-changes',
    ],
    [
      'a switch of somebody without a temple',
      () => new TempleTable().bound(),
      entry('by-hand', { seat: 1, is: true, id: 1 }),
      'not-your-temple',
    ],
    [
      'a word of what is no more',
      () => new TempleTable().bound().say({ what: 'unbound' }),
      entry('unbound'),
      'not-bound',
    ],
    [
      'nothing to confirm',
      () => new TempleTable().bound(),
      entry('confirmed', { seat: 0, id: 1 }),
      'nothing-to-confirm',
    ],
    [
      'nothing to settle',
      () => new TempleTable().bound(),
      entry('settled', { seat: 0, slot: 'war', n: 1, as: 'counts', id: 1 }),
      'no-dispute',
    ],
    [
      'a judgement by a guest',
      () => new TempleTable().bound(),
      entry('settled', { seat: 1, slot: 'war', n: 1, as: 'counts', id: 1 }),
      'not-the-host',
    ],
    ['a temple for who has resigned', () => open().resigned(), bound({}), 'match-over'],
    ['a temple for who has left while others play on', () => left(open(), 0), bound({}), 'has-left'],
  ])('%s', (_, table, body, why) => expect(table().refusal(body)).toBe(why));

  test('a temple in a game without gods', () => {
    const table = new TempleTable({ game: 'tieqchieq' }, 'plain').start();
    expect(table.refusal(bound({}))).toBe('no-temple');
  });
});

describe('a record with beads', () => {
  const record = () => {
    const table = new TempleTable({ skulls: [9, 9] }).bound().drop(2, 1).endTurn();
    for (let turn = 0; turn < 4; turn++) table.drop(1, 1).toOffering().endTurn(table.state.turn.seat);
    return table;
  };

  test('has checksums at entries of temples, and verifies', async () => {
    const table = record();
    while (table.entries.length <= 64)
      table.by(0, 'by-hand', { is: !table.scribe.position.temples.byHand.includes(0) });
    const checked = table.entries.filter(({ kind, check }) => kind === 'temple' && check !== undefined);
    expect(checked.length).toBeGreaterThan(0);
    expect(await table.abort().verify()).toMatchObject({ ok: true });
  });

  test('any character of it that is changed is found', async () => {
    const { text } = record().abort().scribe;
    const first = text.indexOf('"temple"');
    const places = Array.from({ length: 60 }, (_, i) => first + Math.floor(((text.length - first) * i) / 60));
    for (const place of places) {
      const changed = text[place] === '1' ? '2' : '1';
      const forged = `${text.slice(0, place)}${changed}${text.slice(place + 1)}`;
      if (forged !== text) expect((await TempleTable.verdictOn(forged)).ok, `character ${place}`).toBe(false);
    }
  });
});
