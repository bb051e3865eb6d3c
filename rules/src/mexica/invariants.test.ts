import { describe, expect, test } from 'vitest';
import { at } from '../json.ts';
import { battlesIn, EARLY, eventsOf, leftIn, MATCHES, STEPS, type Step, splitAt, table } from './matches.fixture.ts';
import type { MexicaTable } from './table.ts';

const isFlood = ({ apocalypse }: MexicaTable): boolean =>
  apocalypse.kind === 'counting' && apocalypse.ending === 'flood';

describe('invariants of Parts A and B', () => {
  test('[inv 3] what was issued stays issued', () => {
    for (const { before, after } of STEPS)
      expect(table(before).issued.every((isIssued, day) => !isIssued || table(after).issued[day])).toBe(true);
  });

  test('[inv 5] lake and OUT never lose a token', () => {
    for (const { before, after } of STEPS) {
      expect(after.out).toBeGreaterThanOrEqual(before.out);
      expect(after.lake.war).toBeGreaterThanOrEqual(before.lake.war);
      expect(after.lake.rain).toBeGreaterThanOrEqual(before.lake.rain);
    }
  });

  test('[inv 6] a turn has sacrifices or a prayer, never both, and one prayer at most', () => {
    for (const events of [...MATCHES, ...EARLY].filter(isStrict).map(eventsOf)) {
      for (const turn of splitAt(events, 'turn-began')) {
        const whys = turn.flatMap((event) => (event.kind === 'skulls' ? event.why : []));
        const prayers = whys.filter((why) => why === 'tonantzin').length;
        expect(prayers).toBeLessThanOrEqual(whys.includes('sacrifice') ? 0 : 1);
      }
    }
  });

  test('[inv 8] the countdown never rises, falls by one at most, and not while the gods are level', () => {
    const ticks = STEPS.filter(({ before, after }) => leftIn(table(before)) !== leftIn(table(after)));
    const running = ticks.filter(({ before }) => leftIn(table(before)) !== undefined);
    expect(running.length).toBeGreaterThan(50);
    for (const { before, after } of running) {
      expect(leftIn(table(after))).toBe(leftIn(table(before))! - 1);
      if (table(after).favoured === 'none') expect(after.tally.war).not.toBe(after.tally.rain);
    }
  });

  test('[inv 9] in a flood no day loses a token', () => {
    const wet = STEPS.filter(({ before, after }) => isFlood(table(before)) && isFlood(table(after)));
    expect(wet.length).toBeGreaterThan(150);
    for (const { before, after } of wet)
      expect(after.days.every((tokens, day) => tokens >= at(before.days, day))).toBe(true);
  });

  test('[inv 13] a battle moves tokens between its two only; a card in it may bring some from the pool', () => {
    const battles = [...MATCHES, ...EARLY].flatMap((steps) => battlesIn(eventsOf(steps)));
    expect(battles.length).toBeGreaterThan(500);
    for (const { attacker, defender, moved } of battles) {
      const both = [{ seat: attacker }, { seat: defender }];
      for (const { from, to, why } of moved) {
        if (why === 'card' && from === 'pool') continue;
        expect(both).toContainEqual(from);
        expect(both).toContainEqual(to);
      }
    }
  });

  test('[inv 15] an extra turn is never followed by another', () => {
    const began = [...MATCHES, ...EARLY]
      .flatMap(eventsOf)
      .flatMap((event) => (event.kind === 'turn-began' ? [event] : []));
    expect(began.filter(({ extra }) => extra).length).toBeGreaterThan(10);
    for (const [index, { extra }] of began.entries()) expect(extra && began[index - 1]?.extra).toBeFalsy();
  });
});

const isStrict = ([first]: readonly Step[]): boolean => !table(first!.before).options.mixOfferings;

describe('early Flower War', () => {
  /** The events from a collection to the end of the arrival. */
  const arrivals = EARLY.flatMap((steps) => splitAt(eventsOf(steps), 'moved')).map((events) => {
    const end = events.findIndex(({ kind }) =>
      ['challenged', 'sacrificed', 'event-revealed', 'turn-ended'].includes(kind),
    );
    return end < 0 ? events : events.slice(0, end);
  });

  test('[EF-02] no Day card comes with what is collected', () => {
    const walked = arrivals.filter(([moved]) => moved?.kind === 'moved' && moved.way === 'move');
    const brought = walked.filter(([, next]) => next?.kind === 'skulls' && next.why === 'collect');
    expect(brought.length).toBeGreaterThan(500);
    for (const [, , next] of brought) expect(next?.kind).not.toBe('card-drawn');
  });

  test('[EF-06] an arrival costs one bead of tribute at most', () => {
    const paid = arrivals.map(
      (events) => events.filter((event) => event.kind === 'skulls' && event.why === 'tribute').length,
    );
    expect(paid.filter((n) => n === 1).length).toBeGreaterThan(100);
    expect(Math.max(...paid)).toBe(1);
  });
});
