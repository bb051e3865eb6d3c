/** docs/roads.md names every function on three roads: each is declared where the page says. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/program.ts';

const PAGE = readFileSync(join(ROOT, 'docs/roads.md'), 'utf8');
const ROADS = PAGE.split(/^## /m)
  .slice(1)
  .map((text) => ({
    title: text.split('\n')[0] ?? '',
    steps: [...text.matchAll(/^\| `(\w+)` \| `([^`]+)` \| (.*) \|$/gm)].map(([, name = '', file = '', does = '']) => ({
      name,
      file,
      does,
    })),
  }));

/** A function, a method, or a constant that is a function. A call ends its line with a semicolon, or stands behind a dot. */
function declares(text: string, name: string): boolean {
  const words =
    '(?:export |default |private |protected |override |static |async |abstract |function\\*? |const |class |\\*)*';
  return new RegExp(`^ *${words}${name}(?:<[^>]*>)?(?:\\((?:.*[^;\\n])?| = .*|: .*=>.*|: Rules.*)$`, 'm').test(text);
}

const stepsOf = () => ROADS.flatMap(({ steps }) => steps);

test('the roads are found', () => {
  expect(ROADS.map(({ steps }) => steps.length > 20)).toEqual([true, true, true]);
});

test('each function is declared where the page says', () => {
  const wrong = stepsOf().filter(
    ({ name, file }) => !existsSync(join(ROOT, file)) || !declares(readFileSync(join(ROOT, file), 'utf8'), name),
  );
  expect(wrong.map(({ name, file }) => `${name} in ${file}`)).toEqual([]);
  expect(declares('  const a = nowhere(1);\n  nowhere(2);\n', 'nowhere')).toBe(false);
});

test('between the frame and the append at most eight functions do a piece of the work', () => {
  const [move] = ROADS;
  const work = move?.steps.filter(({ file, does }) => !file.startsWith('client-sdk') && does.startsWith('**'));
  expect(work?.length).toBeLessThanOrEqual(8);
});
