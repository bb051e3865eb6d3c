/** The page is built once for the same sources, and what the first play loads stays small. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtPage, docsFolder, hashOfSources, BUDGETS, bytesIn, firstPlay, proofLoad, twinLoad } from './built.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
let folder: string;
beforeAll(async () => {
  folder = await builtPage(ROOT);
});

test('what the first play loads keeps to its budget', () => {
  const files = firstPlay(folder);
  console.log([...files].map(([file, size]) => `${size} ${file}`).join(', '));
  expect(files.size).toBeGreaterThan(2);
  expect(bytesIn(files)).toBeGreaterThan(50_000);
  expect(bytesIn(files)).toBeLessThanOrEqual(BUDGETS.firstPlay);
});

test('letters and pictures come after it', () => {
  const first = [...firstPlay(folder).keys()];
  expect(first.filter((file) => /\.(woff2|svg)$/.test(file))).toEqual([expect.stringMatching(/icon-.*\.svg$/)]);
  for (const sheet of first.filter((file) => file.endsWith('.css')))
    expect(readFileSync(join(folder, sheet), 'utf8')).not.toContain('.woff2');
  const later = readdirSync(join(folder, 'assets'));
  for (const file of [/^almendra-.*\.woff2$/, /^alegreya-sans-.*\.woff2$/, /^days-.*\.svg$/, /^ring-.*\.svg$/])
    expect(later.some((name) => file.test(name))).toBe(true);
});

test('what a proof loads beyond it keeps to its budget', () => {
  const files = proofLoad(folder);
  console.log([...files].map(([file, size]) => `${size} ${file}`).join(', '));
  expect([...files.keys()].filter((file) => /@\d/.test(file))).toHaveLength(1);
  expect(bytesIn(files)).toBeGreaterThan(70_000);
  expect(bytesIn(files)).toBeLessThanOrEqual(BUDGETS.proof);
});

test('the temple on the screen keeps to its budget', () => {
  const files = twinLoad(folder);
  expect(files.size).toBeGreaterThan(1);
  expect(bytesIn(files)).toBeGreaterThan(10_000);
  expect(bytesIn(files)).toBeLessThanOrEqual(BUDGETS.twin);
});

test('the rulebooks are not in it', () => {
  const [script = ''] = [...firstPlay(folder).keys()].filter((file) => file.endsWith('.js'));
  expect(readFileSync(join(folder, script), 'utf8')).not.toContain('quadrant');
});

test('the same sources are built once', async () => {
  const { mtimeMs } = statSync(join(folder, 'index.html'));
  expect(await builtPage(ROOT)).toBe(folder);
  expect(statSync(join(folder, 'index.html')).mtimeMs).toBe(mtimeMs);
  expect(basename(folder)).toBe(hashOfSources(ROOT));
});

const scratch = mkdtempSync(join(tmpdir(), 'web-sources-'));
afterAll(() => rmSync(scratch, { recursive: true }));

test('other sources have another folder; tests do not count', () => {
  for (const room of ['web', 'words', 'client-sdk', 'protocol', 'package-lock.json'])
    if (room.includes('.')) cpSync(join(ROOT, room), join(scratch, room));
    else cpSync(join(ROOT, room, 'src'), join(scratch, room, 'src'), { recursive: true });
  symlinkSync(join(ROOT, 'web/index.html'), join(scratch, 'web/index.html'));
  const before = hashOfSources(scratch);
  writeFileSync(join(scratch, 'web/src/new.test.ts'), 'export {};');
  expect(hashOfSources(scratch)).toBe(before);
  writeFileSync(join(scratch, 'words/src/new.ts'), 'export {};');
  expect(hashOfSources(scratch)).not.toBe(before);
});

test('the documents for players have another folder when one of them changes', () => {
  cpSync(join(ROOT, 'docs/tables.md'), join(scratch, 'docs/tables.md'));
  const before = docsFolder(scratch);
  expect(docsFolder(scratch)).toBe(before);
  writeFileSync(join(scratch, 'docs/tables.md'), '# Tables');
  expect(docsFolder(scratch)).not.toBe(before);
});
