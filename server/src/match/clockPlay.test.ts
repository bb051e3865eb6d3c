/** Whole matches with a clock: some players answer in time, some do not, and some lose the seat. */
import { type ClockSettings, type TableSettings, verify } from '@flower-war/protocol';
import { at, engine, fastChance } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { newTable, runningMatch, type TestTable } from '../matches/table.fixture.ts';
import type { Match } from './match.ts';

const CASES: readonly (readonly [string, ClockSettings])[] = [
  ['tieqchieq', { kind: 'turn', seconds: 30 }],
  ['flower-war', { kind: 'bank', seconds: 120, increment: 3 }],
  ['mexica', { kind: 'days', days: 1 }],
  ['space-aztecs', { kind: 'turn', seconds: 30 }],
];
const MOST_STEPS = 1500;

test.each(CASES)(
  '%s with %j: whatever people do, the clock plays what the rules allow, and the record verifies',
  async (game, clock) => {
    const table = newTable();
    const settings: Partial<TableSettings> = { clock, absence: 'strict' };
    const match = await runningMatch(table, { game, seats: game === 'tieqchieq' ? 2 : 3, settings });
    const chance = fastChance(clock.kind.length + game.length);
    for (let step = 0; step < MOST_STEPS && match.position.status === 'running'; step++) {
      if (chance.die(12) === 1) await letTimePass(table, match);
      else await playSoon(table, match, { step, pick: (items) => chance.pick(items) });
    }
    if (match.position.status === 'running') await match.abort('long-enough', table.now);
    const lines = (await table.journal.read(match.id))?.lines ?? [];
    expect(table.reports).toEqual([]);
    expect(await verify(lines.map((line) => `${line}\n`).join(''), engine)).toMatchObject({ ok: true });
    expect(lines.some((line) => line.includes('"kind":"clock"'))).toBe(true);
  },
  60_000,
);

async function letTimePass(table: TestTable, match: Match): Promise<void> {
  table.now = Math.max(table.now, match.dueAt ?? table.now);
  await match.tend(table.now);
}

interface Step {
  readonly step: number;
  readonly pick: <T>(items: readonly T[]) => T;
}

/** A player who answers in time is never refused as late. */
async function playSoon(table: TestTable, match: Match, { step, pick }: Step): Promise<void> {
  const seat = pick(match.awaited);
  const { legal } = match.privateOf(seat);
  table.now = Math.min(table.now + 500, (match.dueAt ?? Number.POSITIVE_INFINITY) - 1);
  const acting = match.act(seat, [step, match.decisionOf(seat) ?? 0, pick(legal)], table.now);
  while (match.isBusy) await new Promise(setImmediate);
  const answer = await Promise.race([acting, 'in a window']);
  if (answer !== 'in a window') expect(answer).toMatchObject({ kind: 'accepted' });
  expect(at(match.table.clocks, 0)).toBeDefined();
}
