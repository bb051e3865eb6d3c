import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { prove } from './prove.ts';

const RECORD = readFileSync(
  fileURLToPath(new URL('../../../../protocol/vectors/record2.jsonl', import.meta.url)),
  'utf8',
);
const LINES = RECORD.trimEnd().split('\n');
const proved = (lines: readonly string[]) => prove({ record: `${lines.join('\n')}\n`, parent: undefined });
const replaced = (line: number, by: (text: string) => string) => LINES.map((text, n) => (n === line ? by(text) : text));

test('an honest record passes every check, and says what its dice were made of', async () => {
  const { verdict, failed, flawed, facts } = await proved(LINES);
  expect(verdict.ok).toBe(true);
  expect([failed, flawed]).toEqual([undefined, undefined]);
  expect(facts?.commitment).toMatch(/^[0-9a-f]{64}$/);
  expect(facts?.secret).toMatch(/^[0-9a-f]{64}$/);
  for (const { bytes } of facts?.added ?? []) expect(RECORD).toContain(bytes);
});

test('a changed letter, a missing line and a missing end are flaws of the whole', async () => {
  const changed = await proved(replaced(5, (text) => text.replace('"seq":5', '"seq":6')));
  expect(changed).toMatchObject({ verdict: { ok: false, line: 6 }, failed: 'whole', facts: undefined });
  expect(changed.flawed).toContain('"seq":6');
  expect(await proved(LINES.filter((_, n) => n !== 4))).toMatchObject({ verdict: { line: 5 }, failed: 'whole' });
  expect(await proved(LINES.slice(0, -1))).toMatchObject({ failed: 'whole' });
});

test('bytes count, not text alone', async () => {
  const bytes = new TextEncoder().encode(RECORD);
  expect((await prove({ record: bytes, parent: undefined })).verdict.ok).toBe(true);
});
