/** How many taps a usual short match takes: the page asks for no more than this. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const TOOL = new URL('../../../web/build/clicks.ts', import.meta.url).pathname;

/** The medians by edition, and what the tool says beside them. */
function clicks(...given: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [TOOL, '--matches', '5', ...given], {
    encoding: 'utf8',
  });
  const rows = [...stdout.matchAll(/^(\S+): (\S+) taps for (\S+) questions/gm)];
  const medians = rows.map(([, edition, taps, questions]) => [
    edition,
    { taps: Number(taps), questions: Number(questions) },
  ]);
  return { status, said: stdout + stderr, medians: Object.fromEntries(medians) as Readonly<Record<string, Taps>> };
}

interface Taps {
  readonly taps: number;
  readonly questions: number;
}

test.each(['greedy', 'random'])('a short match of two seats, by a person who chooses like %s', (person) => {
  const { medians } = clicks('--person', person);
  expect(medians['flower-war']?.taps).toBeLessThanOrEqual(120);
  expect(medians['mexica']?.taps).toBeLessThanOrEqual(150);
  const before = clicks('--person', person, '--cautious').medians;
  for (const [edition, { taps, questions }] of Object.entries(medians)) {
    expect(before[edition]?.questions, edition).toBe(questions);
    expect(before[edition]?.taps, edition).toBeGreaterThan(taps);
  }
});

test.each([
  [['--seats', '9'], 'flower-war is for 2 to 6 seats, not 9'],
  [['--length', 'for-ever'], 'bad-value: length'],
  [['--game', 'chess'], 'not "chess"'],
  [['--matches', '0'], '--matches'],
])('%j is refused', (given, words) => {
  const { status, said } = clicks(...given);
  expect(status).not.toBe(0);
  expect(said).toContain(words);
});
