/** What the pages point at exists: relative links, and files and folders in backticks. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOMS, ROOT } from './scratch.ts';

const FOLDERS = [...ROOMS, 'docs', 'examples'];
const THERE = globSync(['*', ...FOLDERS.map((room) => `${room}/**`)], {
  cwd: ROOT,
  exclude: (path) => path.endsWith('node_modules'),
});
const PAGES = THERE.filter((path) => path.endsWith('.md'));

/** A folder ends with a slash and a file with its kind; topics of MQTT do neither. */
const PATH = /^[\w@.-]+(\/[\w@.-]+)*(\/|\.(ts|mjs|md|json|jsonl|svg|txt|yaml|cpp|h|py|sql))$/;
/** What a running server, `npm run load` and `npm run pack` make, and the name of topics. */
const ELSEWHERE = /^(data|dist|templo|[.]load)\//;

const isAt = (path: string) => THERE.includes(path.replace(/\/$/, '')) || ROOMS.includes(path.replace(/\/$/, ''));
/** Pages name a file as it stands from the root, or within the folder that they tell of. */
const isNamedRightly = (path: string) =>
  isAt(path) ||
  (!ROOMS.includes(path.split('/')[0] ?? '') && THERE.some((there) => there.endsWith(`/${path.replace(/\/$/, '')}`)));

test.for(PAGES)('%s points at what exists', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const links = [...text.matchAll(/\]\(([^)#]+)(#[^)]*)?\)/g)].map(([, to = '']) => to);
  const relative = links.filter((to) => !/^(https?|mailto):/.test(to));
  expect(relative.filter((to) => !isAt(join(dirname(page), to)))).toEqual([]);
  const named = [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);
  const paths = named.filter((name) => name.includes('/') && PATH.test(name));
  expect(
    paths.filter((path) => !ELSEWHERE.test(path) && !isNamedRightly(path) && !isAt(join(dirname(page), path))),
  ).toEqual([]);
});

test('the README shows every room', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  for (const room of ROOMS) {
    expect(readme).toContain(`(${room}/README.md)`);
    expect(readFileSync(join(ROOT, room, 'README.md'), 'utf8')).toMatch(/^# /);
  }
});
