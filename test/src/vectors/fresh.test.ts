/** The committed transcripts are those that the server speaks today. If not: npm run vectors. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { recordAll } from './recording.ts';

const FOLDER = new URL('../../../protocol/vectors/socket/', import.meta.url);

/** Ids and tokens are drawn anew for each recording, and the bytes hold them too. */
function masked(text: string): string {
  return text
    .replace(/"hex":"[0-9a-f]+"/g, '"hex":""')
    .replace(/"token":"[^"]+"/g, '"token":""')
    .replace(/"p-[0-9A-Z]{12}"/g, '"player"')
    .replace(/"[0-9A-Z]{8}"/g, '"match"');
}

/** The lobby gathers changes for a moment, so that only its end is always the same. */
function comparable(name: string, text: string): readonly string[] {
  const lines = masked(text).split('\n');
  return name === 'lobby' ? lines.slice(-2) : lines;
}

test('a new recording differs from the committed one in nothing but ids', async () => {
  const fresh = await recordAll();
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl'));
  expect(names.sort()).toEqual([...fresh.keys()].map((name) => `${name}.jsonl`).sort());
  for (const [name, lines] of fresh) {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    const kept = readFileSync(new URL(`${name}.jsonl`, FOLDER), 'utf8');
    expect(comparable(name, text), `${name}; if not: npm run vectors`).toEqual(comparable(name, kept));
  }
});
