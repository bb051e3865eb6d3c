/**
 * Each check finds the faults that it exists for, also in a room that only package.json names. A house is a small copy of the
 * repository: its settings, and rooms that hold only what a test plants.
 */
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../support/program.ts';

type Files = Readonly<Record<string, string>>;

const ABOUT = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const ROOMS: readonly string[] = ABOUT.workspaces;
const SETTINGS = readdirSync(ROOT).filter((file) =>
  /^\.gitignore$|\.(mjs|ts)$|^(tsconfig(\.\w+)?|biome)\.json$/.test(file),
);

/** Makes a house with these files and one room more. Returns its folder, which is deleted after the test. */
function houseWith(files: Files): string {
  const house = mkdtempSync(join(tmpdir(), 'house-'));
  onTestFinished(() => rmSync(house, { recursive: true }));
  for (const file of SETTINGS) copyFileSync(join(ROOT, file), join(house, file));
  symlinkSync(join(ROOT, 'node_modules'), join(house, 'node_modules'));
  const rooms = [...ROOMS, 'attic'];
  const empty = rooms.flatMap((room) => [
    [`${room}/package.json`, packageOf(room)],
    [`${room}/src/index.ts`, 'export const x = 1;'],
  ]);
  const about = { 'package.json': JSON.stringify({ ...ABOUT, workspaces: rooms }, undefined, 2) };
  for (const [file, text] of Object.entries({ ...about, ...Object.fromEntries(empty), ...files })) {
    mkdirSync(dirname(join(house, file)), { recursive: true });
    writeFileSync(join(house, file), `${text}\n`);
  }
  return house;
}

function packageOf(room: string, dependencies: object = {}): string {
  const about = { name: `@flower-war/${room}`, version: '0.1.0', private: true, type: 'module' };
  return JSON.stringify({ ...about, exports: { '.': './src/index.ts' }, dependencies }, undefined, 2);
}

/** Runs a script of package.json, so that a test fails when a script loses its check. */
function runScript(house: string, script: string): Promise<{ readonly isGood: boolean; readonly output: string }> {
  const env = { ...process.env, NO_COLOR: '1', CI: '' };
  return new Promise((resolve) => {
    execFile('npm', ['run', '--silent', script], { cwd: house, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      resolve({ isGood: error === null, output: `${stdout}${stderr}` }),
    );
  });
}

const KINDS = "type Move = { readonly kind: 'roll' } | { readonly kind: 'done' };\n";

/** A script of package.json, the faults that are planted for it, and what it must say. ESLint runs only if Biome finds nothing. */
const FAULTS: readonly (readonly [script: string, files: Files, found: readonly string[]])[] = [
  ['check:format', { 'attic/src/a.ts': 'export const   a = "b"' }, ['attic/src/a.ts']],
  [
    'check:lint',
    {
      'attic/src/a.ts': `${KINDS}export function play(move: Move): void {\n  switch (move.kind) {\n    case 'roll':\n      return;\n  }\n}`,
      'attic/src/b.ts':
        'export async function send(): Promise<void> {}\n\nexport function stop(): void {\n  send();\n}',
    },
    ['useExhaustiveSwitchCases', 'noFloatingPromises'],
  ],
  [
    'check:lint',
    {
      'attic/src/a.ts':
        "import { z } from 'zod';\n\nconst move = z.enum(['roll', 'done']);\nexport function play(of: z.infer<typeof move>): void {\n  switch (of) {\n    case 'roll':\n      return;\n  }\n}",
      'attic/src/b.ts':
        "import { writeFile } from 'node:fs/promises';\n\nexport function save(): void {\n  writeFile('file', 'text');\n}",
      'attic/src/c.ts':
        'export function later(send: () => Promise<void>): void {\n  setTimeout(async () => {\n    await send();\n  }, 1);\n}',
    },
    ['switch-exhaustiveness-check', 'no-floating-promises', 'no-misused-promises'],
  ],
  ['check:types', { 'attic/src/a.ts': "export const wrong: number = 'text';" }, ['attic/src/a.ts']],
  [
    'check:unused',
    {
      'attic/src/index.ts': "export { used } from './cards.ts';",
      'attic/src/cards.ts': 'export const used = 1;\nexport const forgotten = 2;',
      'attic/src/alone.ts': 'export const alone = 1;',
      'attic/package.json': packageOf('attic', { zod: '4.6.7' }),
      'cellar/src/unnamed.ts': 'export const a = 1;', // of a room that package.json does not name
    },
    ['forgotten', 'attic/src/alone.ts', 'zod', 'cellar/src/unnamed.ts'],
  ],
  [
    'test',
    { 'attic/src/a.test.ts': "import { expect, test } from 'vitest';\n\ntest('attic', () => expect(1).toBe(2));" },
    ['attic/src/a.test.ts'],
  ],
];

test.each(FAULTS)('%s finds each of its faults', async (script, files, found) => {
  const { isGood, output } = await runScript(houseWith(files), script);
  for (const words of found) expect(output).toContain(words);
  expect(isGood).toBe(false);
});

const FLOORS = ['doors', 'features', 'matches', 'match', 'store', 'announcing', 'base'];

/** An import that each rule must refuse. */
const REFUSED: Readonly<Record<string, readonly [file: string, text: string]>> = {
  'rules-pure': ['rules/src/b.ts', "import 'node:fs';"],
  'games-apart': ['rules/src/ring/b.ts', "import '../mexica/b.ts';"],
  'rules-as-types': ['protocol/src/a.ts', "import { x } from '../../rules/src/index.ts';\nexport const y = x;"],
  'words-as-types': ['words/src/a.ts', "import '../../protocol/src/index.ts';"],
  'web-knows-no-rules': ['web/src/d.ts', "import '../../protocol/src/index.ts';"],
  'twin-apart': ['web/src/lazy/b.ts', "import '../../../temple/twin/core.ts';"],
  'sdk-http': ['client-sdk/src/http/a.ts', "import '../rooms/b.ts';"],
  'sdk-socket': ['client-sdk/src/socket/a.ts', "import '../rooms/b.ts';"],
  'sdk-rooms': ['client-sdk/src/rooms/a.ts', "import '../index.ts';"],
  'sdk-without-react': ['client-sdk/src/c.ts', "import './react/a.ts';"],
  'pure-match': ['server/src/match/a.ts', "import 'node:fs';"],
  'sql-in-store': [
    'server/src/features/a.ts',
    "import type { DatabaseSync } from 'node:sqlite';\nexport type D = DatabaseSync;",
  ],
  'redis-apart': ['server/src/c.ts', "import 'ioredis';"],
  'front-door': ['server/src/b.ts', "import '../../rules/src/mexica/b.ts';"],
  'no-circles': ['protocol/src/d.ts', "import type { E } from './e.ts';\nexport type D = E;"],
  declared: ['server/src/d.ts', "import 'left-pad';"],
  resolvable: ['server/src/e.ts', "import './nowhere.ts';"],
  'not-to-dev': ['server/src/f.ts', "import 'typescript';"],
  // The only room that is told nothing of: it may import no other.
  'attic-arrows': ['attic/src/a.ts', "import '../../rules/src/index.ts';"],
  ...Object.fromEntries(
    ROOMS.filter((room) => room !== 'test').map((room) => [
      `${room}-arrows`,
      [`${room}/src/to-test.ts`, "import '../../test/src/index.ts';"] as const,
    ]),
  ),
  ...Object.fromEntries(
    FLOORS.slice(1).map((floor, above) => [
      `floor-${floor}`,
      [`server/src/${floor}/upward.ts`, `import '../${FLOORS[above]}/index.ts';`] as const,
    ]),
  ),
};

/** Imports that no rule refuses, and what the others need. */
const ALLOWED: Files = {
  'rules/tools/a.ts': "import '../../protocol/src/hosting/commandLine.ts';",
  'rules/src/mexica/b.ts': "import '../ring/a.ts';",
  'rules/src/ring/a.ts': 'export const ring = 1;',
  'protocol/src/hosting/commandLine.ts': 'export const read = 1;',
  'protocol/src/b.ts': "import type { x } from '../../rules/src/index.ts';\nexport type Y = typeof x;",
  'protocol/src/e.ts': "import type { D } from './d.ts';\nexport type E = D;",
  'protocol/src/http/pages.ts': 'export const x = 1;',
  'server/src/features/a.test.ts': "import 'node:sqlite';",
  'server/src/store/a.ts': "import 'node:sqlite';",
  'client-sdk/src/rooms/b.ts': 'export const room = 1;',
  'client-sdk/src/react/a.ts': "import 'react';",
  'terminal/src/b.ts': "import '../../client-sdk/src/index.ts';",
  'terminal/src/c.test.ts': "import '../../rules/src/index.ts';",
  'web/src/f.ts': "import '../../protocol/src/http/pages.ts';",
  'web/src/lazy/a.ts': "import '../../../rules/src/index.ts';",
  'web/src/lazy/twin/a.ts': "import '../../../../temple/twin/core.ts';",
  'temple/twin/core.ts': 'export const core = 1;',
  'temple/twin/a.test.ts': "import '../../bridge/src/index.ts';",
  'test/src/a.ts': "import '../../server/src/index.ts';",
  ...Object.fromEntries(FLOORS.map((floor) => [`server/src/${floor}/index.ts`, 'export const x = 1;'])),
};

test('check:deps refuses an import by each of its rules, and allows the others', async () => {
  const { forbidden } = (await import(join(ROOT, '.dependency-cruiser.mjs'))).default;
  const rules: readonly string[] = forbidden.map(({ name }: { readonly name: string }) => name);
  const unbroken = ['test-arrows']; // test may import every room
  expect(rules.filter((name) => !unbroken.includes(name) && !(name in REFUSED))).toEqual([]);
  const real = ROOMS.map((room) => [`${room}/package.json`, readFileSync(join(ROOT, room, 'package.json'), 'utf8')]);
  const files = { ...ALLOWED, ...Object.fromEntries([...real, ...Object.values(REFUSED)]) };
  const { output } = await runScript(houseWith(files), 'check:deps');
  const found = [...output.matchAll(/^ *error (\S+): (\S+)/gm)].map(([, rule, file]) => `${rule}: ${file}`);
  for (const [rule, [file]] of Object.entries(REFUSED)) expect(found).toContain(`${rule}: ${file}`);
  // The tool tells a circle once, at any of its files.
  const amiss = Object.keys(ALLOWED).filter((file) => found.some((line) => line.endsWith(`: ${file}`)));
  expect(amiss.filter((file) => file !== 'protocol/src/e.ts')).toEqual([]);
});

test('check:deps finds folders that import each other, also types alone, and also a folder and one inside it', async () => {
  const house = houseWith({
    'server/src/features/one/a.ts': "import type { B } from '../two/b.ts';\nexport type A = B;",
    'server/src/features/one/d.ts': 'export type D = 1;',
    'server/src/features/two/b.ts': 'export type B = 1;',
    'server/src/features/two/c.ts': "import type { D } from '../one/d.ts';\nexport type C = D;",
    'server/src/features/three/a.ts': "import '../four/a.ts';",
    'server/src/features/four/a.ts': 'export const a = 1;',
    'server/src/features/four/a.test.ts': "import '../three/a.ts';",
    'server/src/five/inner/a.ts': "import type { B } from '../b.ts';\nexport type A = B;",
    'server/src/five/b.ts': 'export type B = 1;',
    'server/src/five/c.ts': "import type { D } from './inner/d.ts';\nexport type C = D;",
    'server/src/five/inner/d.ts': 'export type D = 1;',
    'server/src/six/a.ts': "import './inner/b.ts';",
    'server/src/six/inner/b.ts': 'export const b = 1;',
    'server/src/seven/a.ts': 'export const a = 1;',
    'server/src/seven/inner/b.ts': "import '../a.ts';",
  });
  const { output } = await runScript(house, 'check:deps');
  const told = output.split('\n').filter((line) => line.includes('circles: '));
  expect(told.toSorted()).toEqual([
    'folder-circles: server/src/features/one and server/src/features/two import each other',
    'folder-circles: server/src/features/two and server/src/features/one import each other',
    expect.stringMatching(/^parent-circles: server\/src\/five and server\/src\/five\/inner import each other/),
  ]);
});
