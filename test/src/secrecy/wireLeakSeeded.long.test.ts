/** Plants leaks in rules, rooms and streams, one at a time: the harness that finds no leak in the server must find each of them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVENT_LEAKS, REASON_LEAKS, VIEW_LEAKS } from './wire/leaks/rules.ts';
import { searchFor } from './wire/leaks/leak.ts';
import { ANSWER_LEAKS, SHOWN_LEAKS, STREAM_LEAKS, WINDOW_LEAKS } from './wire/leaks/server.ts';
import { Stage } from './wire/stage.ts';

const SEED = Number(process.env.SEED ?? 1);
const LEAKS = [...VIEW_LEAKS, ...EVENT_LEAKS, ...WINDOW_LEAKS, ...REASON_LEAKS, ...ANSWER_LEAKS, ...SHOWN_LEAKS];
let stage: Stage;

beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage?.stop());

test('there are twenty, and three of the streams alone', () => {
  expect(new Set([...LEAKS, ...STREAM_LEAKS].map(({ name }) => name)).size).toBe(23);
});

test.each(LEAKS)(`$edition.game: $name, from seed ${SEED} on`, async (leak) => {
  const found = await searchFor(stage, leak, SEED);
  expect(found ?? 'no pair gave it away').toMatch(/seed \d+/);
});

test.each(STREAM_LEAKS)(`$edition.game: $name: only a stream shows it, from seed ${SEED} on`, async (leak) => {
  expect(await searchFor(stage, leak, SEED)).toMatch(/: (stream|reader) \d/);
});
