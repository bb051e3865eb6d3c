import { describe, expect, test } from 'vitest';
import {
  account,
  type BeadAccount,
  heldAgain,
  hold,
  isBalanced,
  marked,
  NEW_ACCOUNT,
  type Run,
  settled,
  takenOut,
} from './account.ts';
import { sensed, withBaseline } from './countBeads.ts';

const bead = (slot: 'war' | 'rain', ordinal: number, more: Partial<Run> = {}): Run => ({
  slot,
  n: 1,
  ordinal,
  why: 'no-match',
  ...more,
});
const ALL = { isMeant: () => true };
const totals = (war: number, rain = 0, epoch = 7) => ({ epoch, war, rain });
const coming = { at: 1000, as: () => ({ why: 'no-match' as const }) };

describe('beads that wait', () => {
  test('neighbours with one fate are one run, and the oldest go first', () => {
    const held = hold(NEW_ACCOUNT, [bead('war', 1), bead('war', 2), bead('rain', 1), bead('war', 3)]);
    expect(held.waiting).toEqual([bead('war', 2, { n: 2 }), bead('rain', 1), bead('war', 3)]);
    const offered = settled(held, { isMeant: ({ slot }) => slot === 'war', most: 1 }, 'ok');
    expect(offered).toMatchObject({ held: { war: 2, rain: 1 }, applied: { war: 1, rain: 0 } });
    expect(offered.last).toEqual({ slot: 'war', ordinal: 1, verdict: 'applied', why: 'ok' });
    expect(offered.waiting[0]).toEqual(bead('war', 2));
  });

  test('200 runs are the most: then those with one fate are joined, and none is lost', () => {
    const runs = Array.from({ length: 500 }, (_, i) => bead(i % 2 === 0 ? 'war' : 'rain', i + 1));
    const held = runs.reduce((was, run) => hold(was, [run]), NEW_ACCOUNT);
    expect(held.waiting.length).toBeLessThanOrEqual(200);
    expect(held.held).toEqual({ war: 250, rain: 250 });
    expect(account.parse(held)).toEqual(held);
    expect(settled(held, ALL, 'ok').applied).toEqual({ war: 250, rain: 250 });
  });

  test('a run across two lives of the device has numbers of the later one, none below 0', () => {
    const held = sensed(sensed(NEW_ACCOUNT, totals(50), coming), totals(2, 0, 8), coming);
    expect(held.waiting).toEqual([bead('war', 2, { n: 52 })]);
    const rest = settled(held, { ...ALL, most: 10 }, 'no-skulls');
    expect(rest.last?.ordinal).toBe(0);
    expect(account.safeParse(rest).success).toBe(true);
  });
});

describe('what became of beads', () => {
  const refused = settled(hold(NEW_ACCOUNT, [bead('war', 3, { n: 3 })]), ALL, 'match-over');

  test('refused ones are to be taken out, until somebody did', () => {
    expect(refused).toMatchObject({ refused: { war: 3 }, toTake: { war: 3 } });
    expect(takenOut(refused, 'war', 2)).toMatchObject({
      refused: { war: 3 },
      toTake: { war: 1 },
      last: { why: 'returned' },
    });
    expect(takenOut(refused, 'war', 0)).toBe(refused);
  });

  test('those that a person took out while they waited need not be taken out once more', () => {
    const out = settled(hold(NEW_ACCOUNT, [bead('war', 1)]), ALL, 'returned');
    expect(out).toMatchObject({ refused: { war: 1 }, toTake: { war: 0 } });
  });

  test('more than there are cannot be taken out, nor count again', () => {
    expect(() => takenOut(refused, 'war', 4)).toThrow('does not balance');
    expect(() => heldAgain(refused, { slot: 'war', n: 4 })).toThrow('does not balance');
    expect(heldAgain(refused, { slot: 'war', n: 3 })).toMatchObject({ held: { war: 3 }, refused: { war: 0 } });
  });

  test('nobody meant changes nothing, not even the number', () => {
    expect(settled(refused, ALL, 'ok')).toBe(refused);
    expect(marked(refused, ALL, { why: 'incomplete' })).toBe(refused);
    expect(hold(refused, [])).toBe(refused);
  });

  test.each<[string, Partial<BeadAccount>]>([
    ['a bead without a fate', { sensed: { war: 4, rain: 0 } }],
    ['a bead with two', { applied: { war: 1, rain: 0 } }],
    ['one that is held but does not wait', { held: { war: 1, rain: 0 }, sensed: { war: 4, rain: 0 } }],
    ['more to take out than were refused', { toTake: { war: 4, rain: 0 } }],
    ['fewer than none', { refused: { war: 4, rain: 0 }, applied: { war: -1, rain: 0 } }],
  ])('%s is found', (_, wrong) => expect(isBalanced({ ...refused, ...wrong })).toBe(false));
});

describe('limits', () => {
  const MOST = 0xffffffff;

  test('totals of 2^32 - 1 in each of many lives are counted, held and written down', () => {
    const held = [7, 8, 9].reduce((was, epoch) => sensed(was, totals(MOST, MOST, epoch), coming), NEW_ACCOUNT);
    expect(held.sensed).toEqual({ war: 3 * MOST, rain: 3 * MOST });
    expect(held.waiting.every(({ why }) => why === 'implausible')).toBe(true);
    expect(account.safeParse(held).success).toBe(true);
    expect(account.safeParse(settled(held, ALL, 'returned')).success).toBe(true);
  });

  test('64 at once are believed, 65 wait for a confirmation', () => {
    expect(sensed(NEW_ACCOUNT, totals(64, 64), coming).waiting.map(({ why }) => why)).toEqual(['no-match', 'no-match']);
    expect(sensed(NEW_ACCOUNT, totals(0, 65), coming).waiting.map(({ why }) => why)).toEqual(['implausible']);
  });

  test('8 lives have a cursor; of one more the oldest counts no more, whatever it tells', () => {
    const lives = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    const held = lives.reduce((was, epoch) => sensed(was, totals(2, 0, epoch), coming), NEW_ACCOUNT);
    expect(held.cursors.map(({ epoch }) => epoch)).toEqual(lives.slice(1));
    expect(held.retired).toEqual([1]);
    expect(sensed(held, totals(99, 99, 1), coming)).toBe(held);
    expect(sensed(held, totals(3, 0, 2), coming).sensed.war).toBe(19);
  });

  test('a life that was left for good counts again from a baseline on', () => {
    const lives = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    const held = lives.reduce((was, epoch) => sensed(was, totals(2, 0, epoch), coming), NEW_ACCOUNT);
    const based = withBaseline(held, totals(40, 4, 1));
    expect(based.retired).toEqual([2]);
    expect(sensed(based, totals(40, 4, 1), coming)).toBe(based);
    expect(sensed(based, totals(41, 4, 1), coming).sensed.war).toBe(held.sensed.war + 1);
  });

  test('512 lives without a cursor are remembered', () => {
    let held = NEW_ACCOUNT;
    for (let epoch = 1; epoch <= 8 + 512; epoch++) held = sensed(held, totals(1, 0, epoch), coming);
    expect(held.retired).toHaveLength(512);
    expect(sensed(held, totals(99, 0, 1), coming)).toBe(held);
    const more = sensed(held, totals(1, 0, 521), coming);
    expect(more.retired).toHaveLength(512);
    expect(more.retired).not.toContain(1);
  });
});
