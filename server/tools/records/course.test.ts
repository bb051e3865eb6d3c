import { readFileSync } from 'node:fs';
import { courseOf } from '@flower-war/protocol';
import { engine } from '@flower-war/rules';
import { expect, test } from 'vitest';

const RECORD = readFileSync(new URL('../../../protocol/vectors/record.jsonl', import.meta.url), 'utf8');
const lines = RECORD.trimEnd().split('\n');

test('the course of a record has every move, each from the state before it', async () => {
  const found = await courseOf(RECORD, engine);
  if (!found.ok) throw new Error(found.why);
  const { game, seats, steps, start, result, isContinued } = found.course;
  expect([game.id, seats, isContinued]).toEqual(['tieqchieq', 2, false]);
  const moves = lines.map((line) => JSON.parse(line)).filter(({ kind }) => kind === 'move' || kind === 'clock');
  expect(steps.map(({ seq, made }) => [seq, made?.seat, made?.move])).toEqual(
    moves.map(({ seq, seat, move }) => [seq, seat, move]),
  );
  expect(steps.map(({ made }) => made?.isChosen)).toEqual(moves.map(({ kind }) => kind === 'move'));
  for (const [index, { before }] of steps.entries()) expect(before).toBe(steps[index - 1]?.after ?? start);
  expect(result.winners).toEqual(JSON.parse(lines.at(-1)!).result.winners);
});

test('a record that has not ended, is damaged or has unknown rules has no course', async () => {
  const running = `${lines.slice(0, -1).join('\n')}\n`;
  expect(await courseOf(running, engine)).toEqual({ ok: false, why: 'running' });
  expect(await courseOf('', engine)).toEqual({ ok: false, why: 'broken' });
  expect(await courseOf('{}\n', engine)).toEqual({ ok: false, why: 'broken' });
  expect(await courseOf(RECORD.replace('"toss"', '"pass"'), engine)).toEqual({ ok: false, why: 'broken' });
  expect(await courseOf(RECORD, async () => undefined)).toEqual({ ok: false, why: 'no-rules' });
});
