/** The past of a delayed view comes from the record, and what happens meanwhile from the match. */
import { expect, test } from 'vitest';
import { newTable, runningMatch } from '../../matches/table.fixture.ts';
import { DelayedView } from './delayedView.ts';

test('what happens while the past is read is shown once', async () => {
  const table = newTable();
  const match = await runningMatch(table, { settings: { watching: 'delayed', watchDelaySeconds: 60 } });
  const read = async () => {
    await match.resign(0, ['now'], table.now);
    return table.journal.read(match.id);
  };
  const report = (error: unknown) => expect.unreachable(String(error));
  const engineOf = () => match.engine;
  const view = await DelayedView.open(match, { read, engineOf, now: () => table.now, report } as never);
  const live = { table: match.table, publicStep: match.publicStep };
  const shown: unknown[] = [];
  const onFlush = () => void shown.push({ table: view.table, publicStep: view.publicStep });
  view.watch({ onFlush, onLost: () => {} });
  expect(view.table).not.toEqual(live.table);
  table.now += 120_000;
  await expect.poll(() => view.table).toEqual(live.table);
  view.stop();
  expect(shown.filter((one) => JSON.stringify(one) === JSON.stringify(live))).toHaveLength(1);
  expect(new Set(shown.map((one) => JSON.stringify(one))).size).toBe(shown.length);
});
