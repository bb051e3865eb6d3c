/** Records with temples: lies of a server, and honest ones. */
import { type BeadAccount, NEW_ACCOUNT } from '@flower-war/protocol';
import { describe, expect, test } from 'vitest';
import { TEMPLE, TempleTable } from './templeTable.ts';

const entry = (what: string, more: object = {}) => ({ kind: 'temple', temple: TEMPLE, what, ...more }) as never;
const bound = (more: object, account: Partial<BeadAccount> = {}) =>
  entry('bound', { by: 'p-0', seat: 0, account: { ...NEW_ACCOUNT, ...account }, ...more });
const LESS_THAN_NONE = { applied: { war: -1, rain: 0 }, refused: { war: 1, rain: 0 } };
const SETTLED = { slot: 'war', n: 1, as: 'counts', id: 1 };
const open = () => new TempleTable().start();
const godless = () => new TempleTable({ game: 'tieqchieq' }, 'plain').start();

function left(table: TempleTable, seat: number): TempleTable {
  table.scribe.position = { ...table.scribe.position, gone: [seat] };
  return table;
}

const there = () => new TempleTable().bound();
const gone = () => there().say({ what: 'unbound' });
const counted = { epoch: 7, war: 2, rain: 0 };
const ofAnother = (body: object) => ({ ...body, temple: 'templo-beef' }) as never;

describe('an entry that lies is refused', () => {
  test.each<[lie: string, table: () => TempleTable, body: never, why: string]>([
    ['totals that bring nothing', () => there().drop(2), entry('sensed', counted), 'nothing-new'],
    ['totals of a temple that is not there', open, entry('sensed', counted), 'not-bound'],
    ['an offering of nothing', there, entry('offered'), 'nothing-to-offer'],
    ['an offering by another temple', there, ofAnother(entry('offered')), 'not-bound'],
    ['a card that no player is owed', there, entry('drawn'), 'nothing-to-draw'],
    ['an account with a bead too many', open, bound({}, { sensed: { war: 1, rain: 0 } }), 'bad-account'],
    ['an account with fewer than none', open, bound({}, LESS_THAN_NONE), 'bad-account'],
    ['the seat of another player', open, bound({ seat: 1 }), 'not-seated'],
    ['a player who is not there', open, bound({ by: 'p-9' }), 'not-seated'],
    ['a second temple for a seat', there, ofAnother(bound({})), 'temple-there'],
    ['the same temple again', there, bound({}), 'temple-there'],
    ['an account from before', () => there().drop(1).say({ what: 'unbound' }), bound({}), 'bad-account'],
    ['a switch that changes nothing', there, entry('by-hand', { seat: 0, is: false, id: 1 }), 'nothing-changes'],
    ['a switch without a temple', there, entry('by-hand', { seat: 1, is: true, id: 1 }), 'not-your-temple'],
    ['a word of what is there no more', gone, entry('unbound'), 'not-bound'],
    ['nothing to confirm', there, entry('confirmed', { seat: 0, id: 1 }), 'nothing-to-confirm'],
    ['nothing to settle', there, entry('settled', { seat: 0, ...SETTLED }), 'no-dispute'],
    ['a judgement by a guest', there, entry('settled', { seat: 1, ...SETTLED }), 'not-the-host'],
    ['a temple for a player who has resigned', () => open().resigned(), bound({}), 'match-over'],
    ['a temple for a player who has left, while others play on', () => left(open(), 0), bound({}), 'has-left'],
    ['a temple in a game without gods', godless, bound({}), 'no-temple'],
  ])('%s', (_, table, body, why) => expect(table().refusal(body)).toBe(why));
});

test('a record with beads has checksums at entries of temples, and verifies', async () => {
  const table = new TempleTable({ skulls: [9, 9] }).bound().drop(2, 1).endTurn();
  for (let turn = 0; turn < 4; turn++) table.drop(1, 1).toOffering().endTurn(table.state.turn.seat);
  while (table.entries.length <= 64) table.by(0, 'by-hand', { is: !table.scribe.position.temples.byHand.includes(0) });
  const checked = table.entries.filter(({ kind, check }) => kind === 'temple' && check !== undefined);
  expect(checked.length).toBeGreaterThan(0);
  expect(await table.abort().verify()).toMatchObject({ ok: true });
});
