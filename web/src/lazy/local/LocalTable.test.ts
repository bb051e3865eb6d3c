import { setTimeout } from 'node:timers/promises';
import { fastChance, resolveOptions } from '@flower-war/rules';
import { advised, askedIn, begin, bots, type LocalMatch, seeded, shownIn } from '@flower-war/rules/local';
import { playable } from '@flower-war/rules/playable';
import { expect, test } from 'vitest';
import { CURRENT, tableOf as keptTable, LocalTable } from './LocalTable.tsx';

async function tableOf(id: string, onChange?: (match: LocalMatch) => void): Promise<LocalTable> {
  const loaded = await playable(id);
  const resolved = resolveOptions(loaded.game, undefined, {});
  if (!resolved.ok) throw new Error(resolved.reason);
  const match = begin({
    game: loaded.game,
    options: resolved.options,
    seat: 0,
    start: loaded.game.setup(resolved.options, 2, fastChance(3)),
    chanceAt: seeded(3),
    answer: bots(loaded, { names: [undefined, 'greedy'], seed: 3 }),
  });
  const seats = [
    { kind: 'player', name: 'Itzel' },
    { kind: 'bot', name: 'greedy' },
  ] as const;
  return new LocalTable(match, { id: 'HERE', seats, paceMs: 0, ...(onChange && { onChange }) });
}

test.each(['flower-war', 'mexica', 'space-aztecs', 'tieqchieq'])('%s: the person plays a whole match', async (id) => {
  const table = await tableOf(id);
  for (let asked = 0; !table.getSnapshot().isOver; asked++) {
    await setTimeout(1); // the bots act in the meantime
    const { legal } = table.getSnapshot();
    if (legal.length > 0) expect((await table.play(legal[asked % legal.length] ?? '')).kind).toBe('accepted');
  }
  const { table: shown } = table.getSnapshot();
  expect(shown.status).toBe('ended');
  expect(shown.result.standings).toHaveLength(2);
  expect(table.story.length).toBeGreaterThan(10);
  table.close();
});

test('a refused move says why, and changes nothing', async () => {
  const table = await tableOf('tieqchieq');
  const before = table.getSnapshot();
  expect(await table.play('dance')).toMatchObject({ kind: 'rejected', code: 'illegal-move', reason: 'unreadable' });
  expect(table.getSnapshot()).toBe(before);
  table.close();
});

test('a move is taken back, with its line of the story; who listens is told each time', async () => {
  const kept: number[] = [];
  const table = await tableOf('flower-war', ({ moments }) => kept.push(moments.length));
  const first = shownIn(table.now);
  const story = table.story.length;
  let told = 0;
  table.subscribe(() => told++);
  await table.play('roll');
  expect([table.canTakeBack, table.story.length]).toEqual([true, story + 1]);
  table.takeBack();
  expect(shownIn(table.now)).toEqual(first);
  expect([table.canTakeBack, table.story.length, told]).toEqual([false, story, 2]);
  expect(kept).toEqual([2, 1]);
  table.takeBack();
  expect(told).toBe(2);
  table.close();
});

test('a match that an older page kept names its rules from the next move on, and one by rules that are not here has no table', async () => {
  const kept = { game: 'mexica', seats: 2, level: 'easy', seed: 3, moves: [] } as const;
  const table = await keptTable({ ...kept, rulesVersion: 4 }, 'Itzel');
  if (table === 'other-rules') throw new Error(table);
  expect(table.now.setting.game.rulesVersion).toBe(4);
  table.close();
  const older = await keptTable(kept, 'Itzel');
  if (older === 'other-rules') throw new Error(older);
  older.show(older.now);
  expect(CURRENT.value()).toEqual({ ...kept, rulesVersion: 5 });
  older.close();
  expect(await keptTable({ ...kept, rulesVersion: 999 }, 'Itzel')).toBe('other-rules');
});

test.each(['flower-war', 'mexica', 'space-aztecs', 'tieqchieq'])(
  '%s: a hint is a legal move, the same each time',
  async (id) => {
    const table = await tableOf(id);
    const loaded = await playable(id);
    while (table.getSnapshot().legal.length === 0) await setTimeout(1); // a bot may begin
    const asked = askedIn(table.now);
    const hint = advised(loaded, 'strong', structuredClone(asked));
    expect(asked.legal).toContain(hint);
    expect(advised(loaded, 'strong', asked)).toBe(hint);
    table.close();
  },
);
