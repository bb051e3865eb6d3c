/** The one temple of a whole table: which seat a bead belongs to, and what players say about beads. */
import { describe, expect, test } from 'vitest';
import { TEMPLE, TempleTable } from './templeTable.ts';

const AN_HOUR_MS = 3_600_000;
const BOT = { kind: 'absence', seat: 0, what: 'bot', bot: 'random' } as const;
const SUBSTITUTED = { kind: 'absence', seat: 0, what: 'substituted', player: 'p-9' } as const;
const temple = (what: string, seat: number, more: object = {}) =>
  ({ kind: 'temple', temple: TEMPLE, what, seat, ...more, id: 1 }) as never;

describe('whose a bead is', () => {
  test('of the seat in whose step of offerings it was sensed', () => {
    const table = new TempleTable().bound('table').drop(2);
    expect(table.skulls).toEqual([1, 3]);
    expect(table.fate).toEqual([2, 0, 0, 'applied ok']);
  });

  test('nobody’s outside such a step, until a seat says that it is theirs; then it waits for their step', () => {
    const table = new TempleTable({ phase: 'moving' }).bound('table').drop(2);
    expect(table.waits).toEqual(['2 war unclaimed']);
    table.by(1, 'claimed', { slot: 'war', n: 1 });
    expect(table.waits).toEqual(['1 war wrong-phase 1', '1 war unclaimed']);
    expect(table.refusal(temple('claimed', 0, { slot: 'war', n: 2 }))).toBe('not-so-many');
    table.by(0, 'claimed', { slot: 'war', n: 1 }).play(0, 'roll').toOffering();
    expect(table.fate.slice(0, 3)).toEqual([1, 1, 0]);
    expect(table.waits).toEqual(['1 war wrong-phase 1']);
  });

  test('a bead that was dropped in a step and told later is of that step, as the ages say', () => {
    const table = new TempleTable().bound('table').endTurn();
    const { steps } = table.scribe.position.temples;
    expect(steps).toMatchObject([{ seat: 0 }]);
    const at = table.scribe.lines.length * 1000 + 1_760_000_000_000;
    const inStep = at - (steps[0]?.from ?? 0);
    table.drop(2, 0, {
      ages: [
        ['war', 1, inStep],
        ['war', 2, 0],
      ],
    });
    expect(table.waits).toEqual(['1 war not-your-turn 0', '1 war unclaimed']);
  });

  test('of more beads than ages are told of, the first ones are nobody’s', () => {
    const table = new TempleTable({ skulls: [9, 3] }).bound('table').drop(3, 0, { ages: [['war', 3, 0]] });
    expect(table.fate.slice(0, 3)).toEqual([1, 2, 0]);
    expect(table.waits).toEqual(['2 war unclaimed']);
  });

  test('beads of a seat that leaves are refused; those of nobody stay', () => {
    const table = new TempleTable({ phase: 'moving' }).bound('table').drop(2);
    table.by(1, 'claimed', { slot: 'war', n: 1 }).add({ kind: 'absence', seat: 1, what: 'resigned' });
    expect(table.fate.slice(1, 3)).toEqual([0, 2]);
  });
});

describe('what people say', () => {
  const byHost = (table: TempleTable, more: object = {}) => {
    table.scribe.position = { ...table.scribe.position, host: 'p-0', ...more };
    return table;
  };
  const disputed = () => new TempleTable({ skulls: [0, 3] }).bound('table').drop(2).by(1, 'disputed', { slot: 'war' });

  test('disputed beads wait for the host, whatever is said of them meanwhile', () => {
    const table = disputed();
    expect(table.refusal(temple('returned', 1, { slot: 'war', n: 1 }))).toBe('disputed');
    expect(table.refusal(temple('disputed', 0, { slot: 'war' }))).toBe('disputed-already');
    expect(table.refusal(temple('settled', 1, { slot: 'war', n: 1, as: 'counts' }))).toBe('not-the-host');
  });

  test('the host says that they count: for whoever disputed', () => {
    const table = byHost(disputed().add(BOT)).by(0, 'settled', { slot: 'war', n: 2, as: 'counts' });
    expect([table.fate.slice(0, 3), table.waits]).toEqual([[0, 2, 0], ['2 war wrong-phase 1']]);
  });

  test('or that they were taken out; then they are no concern any more', () => {
    const table = byHost(disputed()).by(0, 'settled', { slot: 'war', n: 2, as: 'returned' });
    expect(table.account).toMatchObject({ refused: { war: 2 }, toTake: { war: 0 } });
  });

  test('beads that another seat had claimed count for whoever disputed, as many as the host says', () => {
    const table = new TempleTable({ phase: 'moving' }).bound('table').drop(3);
    table.by(0, 'claimed', { slot: 'war', n: 3 }).by(1, 'disputed', { slot: 'war' });
    byHost(table).by(0, 'settled', { slot: 'war', n: 2, as: 'counts' });
    expect(table.waits).toEqual(['2 war wrong-phase 1', '1 war wrong-phase 0']);
  });

  test('when the host plays here no more, whoever of those still there sat down first ends it', () => {
    const settled = { slot: 'war', n: 2, as: 'counts' } as const;
    const left = byHost(disputed(), { gone: [0] }).by(1, 'settled', settled);
    expect(left.waits).toEqual(['2 war wrong-phase 1']);
    const given = byHost(disputed()).add(BOT);
    given.scribe.wait(AN_HOUR_MS);
    given.add(SUBSTITUTED);
    expect(given.refusal(temple('settled', 1, settled))).toBe('not-the-host');
    expect(given.by(0, 'settled', settled).waits).toEqual(['2 war wrong-phase 1']);
  });

  test('beads about which there is a dispute are not offered before it is settled, though their step comes', () => {
    const table = new TempleTable({ phase: 'moving' }).bound('table').drop(2);
    table.by(0, 'claimed', { slot: 'war', n: 2 }).by(1, 'disputed', { slot: 'war' }).play(0, 'roll').toOffering();
    expect(table.fate.slice(0, 3)).toEqual([0, 2, 0]);
    byHost(table).by(0, 'settled', { slot: 'war', n: 1, as: 'returned' });
    expect(table.fate.slice(0, 3)).toEqual([1, 0, 1]);
  });

  test.each(['counts', 'returned'] as const)('no more are settled than there are: %s', (as) => {
    expect(byHost(disputed()).refusal(temple('settled', 0, { slot: 'war', n: 3, as }))).toBe('not-so-many');
  });

  test('of a temple at home only its own seat speaks', () => {
    const table = new TempleTable().bound(1).drop(1);
    for (const [what, more] of [
      ['returned', { slot: 'war', n: 1 }],
      ['confirmed', {}],
      ['disputed', { slot: 'war' }],
    ] as const)
      expect(table.refusal(temple(what, 0, more)), what).toBe('not-your-temple');
    expect(table.refusal(temple('claimed', 1, { slot: 'war', n: 1 }))).toBe('not-the-tables');
  });

  test('a bot, and whoever has left, say nothing', () => {
    const table = new TempleTable({ bots: true }).bound('table').drop(4);
    expect(table.refusal(temple('returned', 1, { slot: 'war', n: 1 }))).toBe('no-player-there');
    expect(table.refusal(temple('by-hand', 1, { is: true }))).toBe('no-player-there');
  });
});

describe('time', () => {
  const clock = { clock: { kind: 'turn', seconds: 60 } };

  test('a bead is an act of its seat, as a tap is: the clock goes on the same way', () => {
    const tapped = new TempleTable({ table: tableOf(clock) }).bound().play(0, 'offer war', 'draw');
    const dropped = new TempleTable({ table: tableOf(clock) }).bound().drop(1);
    const sinceOf = (table: TempleTable) => table.scribe.position.clocks[0];
    expect(sinceOf(dropped)).toEqual(sinceOf(tapped));
    expect(dropped.cards).toEqual(tapped.cards);
  });

  test('a bead that only waits gives nobody time', () => {
    const table = new TempleTable({ table: tableOf(clock), phase: 'moving' }).bound();
    const before = table.scribe.position.clocks[0];
    const deadline = (one = before) => (one?.since ?? 0) + (one?.left ?? 0);
    table.drop(1);
    expect(deadline(table.scribe.position.clocks[0])).toBe(deadline());
  });

  test('what a bead did is not taken back, what was done before it neither; a bead that waits hinders nothing', () => {
    const table = new TempleTable({ cards: [0, 0] }).bound().endTurn();
    table.drop(1);
    expect(table.scribe.position.past).toHaveLength(1);
    table.agree('takeback');
    expect([table.state.turn.seat, table.fate]).toEqual([0, [1, 0, 0, 'applied ok']]);
    expect(table.scribe.position.past).toEqual([]);
  });

  test('a turn that is taken back is not a step that was passed: the beads of the other wait on', () => {
    const table = new TempleTable({ skulls: [3, 0] }).bound(1).endTurn();
    expect(table.state.turn.seat).toBe(1);
    table.drop(1).agree('takeback');
    expect([table.state.turn.seat, table.fate.slice(0, 3)]).toEqual([0, [0, 1, 0]]);
  });
});

function tableOf(more: object): object {
  return { ...new TempleTable().scribe.position.created.table, ...more };
}
