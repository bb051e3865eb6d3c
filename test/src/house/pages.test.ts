/** What the pages point at exists: relative links, files and folders in backticks, and the files that CONTRIBUTING.md says to edit. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TOOLS } from '@flower-war/launcher/tools';
import { expect, test } from 'vitest';
import { ROOT } from '../support/program.ts';

const textOf = (page: string) => readFileSync(join(ROOT, page), 'utf8');
const { workspaces: ROOMS }: { readonly workspaces: readonly string[] } = JSON.parse(textOf('package.json'));
const FOLDERS = [...ROOMS, 'docs', 'examples'];
const THERE = globSync(['*', ...FOLDERS.map((room) => `${room}/**`)], {
  cwd: ROOT,
  exclude: (path) => path.endsWith('node_modules'),
});

/** A folder ends with a slash and a file with its kind; topics of MQTT do neither. */
const PATH = /^[\w@.-]+(\/[\w@.-]+)*(\/|\.(ts|mjs|md|json|jsonl|svg|txt|yaml|cpp|h|py|sql))$/;
/** A file of code is named without its folder, too. */
const CODE = /^\w.*\.(ts|mjs)$/;
/** What a running server, `npm run load` and `npm run do -- pack` make, and the name of topics. */
const ELSEWHERE = /^(data|dist|templo|[.]load)\//;

const isAt = (path: string) => THERE.includes(path.replace(/\/$/, '')) || ROOMS.includes(path.replace(/\/$/, ''));
/** Pages name a file as it stands from the root, or within the folder that they tell of. */
const isNamedRightly = (path: string) =>
  isAt(path) ||
  (!ROOMS.includes(path.split('/')[0] ?? '') && THERE.some((there) => there.endsWith(`/${path.replace(/\/$/, '')}`)));

test.for(THERE.filter((path) => path.endsWith('.md')))('%s points at what exists', (page) => {
  const text = textOf(page);
  const links = [...text.matchAll(/\]\(([^)#]+)(#[^)]*)?\)/g)].map(([, to = '']) => to);
  const relative = links.filter((to) => !/^(https?|mailto):/.test(to));
  expect(relative.filter((to) => !isAt(join(dirname(page), to)))).toEqual([]);
  const named = [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);
  const paths = named.filter((name) => PATH.test(name) && (name.includes('/') || CODE.test(name)));
  expect(
    paths.filter((path) => !ELSEWHERE.test(path) && !isNamedRightly(path) && !isAt(join(dirname(page), path))),
  ).toEqual([]);
});

test('the workflows call programs that are there', () => {
  const tools = Object.values(TOOLS).flatMap((group) => Object.keys(group));
  const workflows = globSync('.github/workflows/*.yml', { cwd: ROOT }).map(textOf).join('\n');
  const called = [...workflows.matchAll(/npm run do -- ([\w-]+)/g)].map(([, name = '']) => name);
  expect(called).toContain('release');
  expect(called.filter((name) => !tools.includes(name))).toEqual([]);
  expect(existsSync(join(ROOT, '.ci/run'))).toBe(true);
});

test('the README shows every room', () => {
  const readme = textOf('README.md');
  for (const room of ROOMS) {
    expect(readme).toContain(`(${room}/README.md)`);
    expect(textOf(`${room}/README.md`)).toMatch(/^# /);
  }
});

test.for(['a game', 'a card', 'a route', 'an action', 'a table option'])('the files to edit for %s exist', (what) => {
  const [, rest = ''] = textOf('CONTRIBUTING.md').split(`\n## Add ${what}\n`);
  const items = (rest.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('- '));
  const files = items.flatMap((item) => [...item.matchAll(/`([^`]+\/[^`]+)`/g)].map(([, file = '']) => file));
  expect(files.length).toBeGreaterThan(2);
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});
