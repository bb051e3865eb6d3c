/** A newcomer finishes each lesson in the terminal: reads, tries a move, asks for the hint, and does what it says. Then come puzzles. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { COURSES, loadCourse } from '@flower-war/rules/courses';
import { listPuzzles, loadPuzzle } from '@flower-war/rules/puzzles';
import { expect, test } from 'vitest';

const PLAY = fileURLToPath(new URL('../../../terminal/src/play.ts', import.meta.url));

const READS = {
  en: { ask: /^Type the number/, doThis: /^Do this: (\d+)/, lesson: /^Lesson \d/, astray: /^You may do that/ },
  es: { ask: /^Escribe el número/, doThis: /^Haz esto: (\d+)/, lesson: /^Lección \d/, astray: /^También puedes/ },
} as const;

interface Lesson {
  readonly code: number | null;
  readonly lessons: number;
  readonly strayed: number;
}

/** In each lesson the newcomer types the last move first, once, and then what the hint says. */
function learned(course: string, language: keyof typeof READS): Promise<Lesson> {
  const reads = READS[language];
  const child = spawn(process.execPath, [PLAY, '--learn', course, '--lang', language], { stdio: 'pipe' });
  const type = (line: string) => child.stdin.write(`${line}\n`);
  let [lessons, strayed, tried, last] = [0, 0, 0, ''];
  createInterface(child.stdout).on('line', (line) => {
    last = /^(\d+) {2}/.exec(line)?.[1] ?? last;
    if (reads.lesson.test(line)) lessons++;
    if (reads.astray.test(line)) strayed++;
    const said = reads.doThis.exec(line)?.[1];
    if (said !== undefined) type(said);
    else if (reads.ask.test(line)) {
      const isChoice = Number(last) > 1;
      type(tried < lessons && isChoice ? last : '?');
      if (isChoice) tried = lessons;
    }
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, lessons, strayed }));
  });
}

/** Another language has other words, and the same lessons. */
const RUNS = [
  ...COURSES.map((course) => ({ course, language: 'en' }) as const),
  ...COURSES.slice(0, 1).map((course) => ({ course, language: 'es' }) as const),
];

test.each(RUNS)('$course in $language', async ({ course, language }) => {
  const { lessons } = await loadCourse(course);
  const done = await learned(course, language);
  expect(done).toMatchObject({ code: 0, lessons: lessons.length });
  expect(done.strayed).toBeGreaterThan(0);
});

/** What the terminal says while a person types these lines. */
function said(lines: readonly string[], ...given: readonly string[]): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, [PLAY, ...given], { stdio: 'pipe' });
  let out = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (out += part));
  child.stdin.end(lines.map((line) => `${line}\n`).join(''));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out }));
  });
}

test('a person answers all puzzles of a game, the easiest first, and reads what each answer brings', async () => {
  const own = (await listPuzzles()).filter(({ game }) => game === 'tieqchieq').toSorted((a, b) => a.rating - b.rating);
  const puzzles = await Promise.all(own.map(({ id }) => loadPuzzle(id)));
  const { code, out } = await said(['9', ...own.map(() => '1')], '--puzzle', 'tieqchieq', '--lang', 'en');
  expect(code).toBe(0);
  expect(out.match(/^(Solved!|There is a better answer\.)$/gm)).toHaveLength(own.length);
  expect(out.match(/^Type the number of an answer/gm)).toHaveLength(own.length + 1);
  for (const puzzle of puzzles)
    for (const n of Object.values(puzzle?.answers ?? {})) expect(out).toContain(`${n} of 100`);
});

test('today has a puzzle; a person may leave; a puzzle that is not there is named with those that are', async () => {
  expect(await said(['q'], '--puzzle', 'day')).toMatchObject({ code: 1 });
  const { code, out } = await said([], '--puzzle', 'constructor', '--lang', 'de');
  expect(code).toBeGreaterThan(0);
  expect(out).toMatch(/Dieses Rätsel gibt es nicht\. day, .*tieqchieq/);
});
