/** Checks the check of import arrows: it must find each forbidden arrow, planted in a small copy of the repository. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const { workspaces: ROOMS }: { workspaces: readonly string[] } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
);

/** The text of a file, and the rule that must refuse it, or undefined if the import is allowed. */
const ARROWS: readonly (readonly [file: string, text: string, rule: string | undefined])[] = [
  ['rules/src/a.ts', "import '../../protocol/src/index.ts';", 'rules-arrows'],
  ['rules/src/b.ts', "import 'node:fs';", 'rules-pure'],
  ['rules/src/d.ts', "import '../../protocol/src/hosting/commandLine.ts';", 'rules-pure'],
  ['rules/tools/a.ts', "import '../../protocol/src/hosting/commandLine.ts';", undefined],
  ['rules/tools/b.ts', "import '../../protocol/src/index.ts';", 'rules-arrows'],
  ['protocol/src/hosting/commandLine.ts', 'export const read = 1;', undefined],
  ['rules/src/c.ts', "import 'zod';", 'rules-pure'],
  ['rules/src/mexica/a.ts', "import '../tieqchieq/a.ts';", 'games-apart'],
  ['rules/src/mexica/b.ts', "import '../ring/a.ts';", undefined],
  ['rules/src/ring/a.ts', 'export const ring = 1;', undefined],
  ['rules/src/ring/b.ts', "import '../mexica/b.ts';", 'games-apart'],
  ['rules/src/tieqchieq/a.ts', 'export const day = 1;', undefined],
  ['protocol/src/a.ts', "import { x } from '../../rules/src/index.ts';\nexport const y = x;", 'rules-as-types'],
  ['protocol/src/b.ts', "import type { x } from '../../rules/src/index.ts';\nexport type Y = typeof x;", undefined],
  ['protocol/src/c.ts', "import '../../server/src/index.ts';", 'protocol-arrows'],
  ['server/src/a.ts', "import '../../client-sdk/src/index.ts';", 'server-arrows'],
  ['server/src/b.ts', "import '../../rules/src/mexica/a.ts';", 'front-door'],
  ['server/src/c.ts', "import 'left-pad';", 'declared'],
  ['server/src/d.ts', "import 'typescript';", 'not-to-dev'],
  ['server/src/match/a.ts', "import 'node:fs';", 'pure-match'],
  ['server/src/features/a.ts', "import 'node:sqlite';", 'sql-in-store'],
  [
    'server/src/features/b.ts',
    "import type { DatabaseSync } from 'node:sqlite';\nexport type D = DatabaseSync;",
    'sql-in-store',
  ],
  ['server/src/features/a.test.ts', "import 'node:sqlite';", undefined],
  ['server/src/store/a.ts', "import 'node:sqlite';", undefined],
  ['server/src/e.ts', "import './f.ts';", 'no-circles'],
  ['protocol/src/d.ts', "import type { E } from './e.ts';\nexport type D = E;", 'no-circles'],
  ['client-sdk/src/a.ts', "import '../../server/src/index.ts';", 'client-sdk-arrows'],
  ['client-sdk/src/b.ts', "import '../../test/src/index.ts';", 'client-sdk-arrows'],
  ['client-sdk/src/http/a.ts', "import '../rooms/b.ts';", 'sdk-http'],
  ['client-sdk/src/http/b.ts', "import '../index.ts';", 'sdk-http'],
  ['client-sdk/src/rooms/a.ts', "import '../index.ts';", 'sdk-rooms'],
  ['client-sdk/src/rooms/b.ts', 'export const room = 1;', undefined],
  ['terminal/src/a.ts', "import '../../server/src/index.ts';", 'terminal-arrows'],
  ['terminal/src/b.ts', "import '../../client-sdk/src/index.ts';", undefined],
  ['terminal/src/c.ts', "import '../../rules/src/index.ts';", 'rules-as-types'],
  ['terminal/src/c.test.ts', "import '../../rules/src/index.ts';", undefined],
  ['web/src/a.ts', "import '../../words/src/index.ts';", undefined],
  ['web/src/b.ts', "import '../../client-sdk/src/index.ts';", undefined],
  ['web/src/c.ts', "import '../../server/src/index.ts';", 'web-arrows'],
  ['web/src/d.ts', "import '../../protocol/src/index.ts';", 'web-knows-no-rules'],
  ['web/src/e.ts', "import '../../rules/src/index.ts';", 'web-knows-no-rules'],
  ['web/src/f.ts', "import '../../protocol/src/http/pages.ts';", undefined],
  ['web/src/lazy/a.ts', "import '../../../rules/src/index.ts';", undefined],
  ['web/src/lazy/b.ts', "import '../../../temple/twin/core.ts';", 'twin-apart'],
  ['web/src/lazy/twin/a.ts', "import '../../../../temple/twin/core.ts';", undefined],
  ['temple/twin/core.ts', 'export const core = 1;', undefined],
  ['server/src/g.ts', "import '../../web/src/index.ts';", 'server-arrows'],
  ['bridge/src/a.ts', "import '../../server/src/index.ts';", 'bridge-arrows'],
  ['bridge/src/b.ts', "import '../../client-sdk/src/index.ts';", undefined],
  ['temple/twin/a.ts', "import '../../bridge/src/index.ts';", 'temple-arrows'],
  ['temple/twin/a.test.ts', "import '../../bridge/src/index.ts';", undefined],
  ['launcher/src/a.ts', "import '../../server/src/index.ts';", 'launcher-arrows'],
  ['test/src/a.ts', "import '../../server/src/index.ts';", undefined],
];

/** The floors of the server, from the top. */
const FLOORS = ['doors', 'features', 'matches', 'match', 'store', 'announcing', 'base'];
const UPWARD = FLOORS.slice(1).flatMap((lower, above) =>
  FLOORS.slice(0, above + 1).map(
    (upper) => [`server/src/${lower}/to-${upper}.ts`, `../${upper}/index.ts`, `floor-${lower}`] as const,
  ),
);

/** Folders of the server with circles. The tool names the first folder of each circle. */
const FOLDERS: Readonly<Record<string, string>> = {
  'server/src/features/one/a.ts': "import type { B } from '../two/b.ts';\nexport type A = B;",
  'server/src/features/one/d.ts': 'export type D = 1;',
  'server/src/features/two/b.ts': 'export type B = 1;',
  'server/src/features/two/c.ts': "import type { D } from '../one/d.ts';\nexport type C = D;",
  'server/src/features/three/a.ts': "import '../four/a.ts';",
  'server/src/features/four/a.ts': 'export const a = 1;',
  'server/src/features/four/a.test.ts': "import '../three/a.ts';",
  'protocol/src/record/one/a.ts': "import type { B } from '../two/b.ts';\nexport type A = B;",
  'protocol/src/record/one/d.ts': 'export type D = 1;',
  'protocol/src/record/two/b.ts': 'export type B = 1;',
  'protocol/src/record/two/c.ts': "import type { D } from '../one/d.ts';\nexport type C = D;",
  'protocol/src/record/three/a.ts': "import '../four/a.ts';",
  'protocol/src/record/four/a.ts': 'export const a = 1;',
  'protocol/src/record/four/a.test.ts': "import '../three/a.ts';",
};

/** The files of `five` and of `five/inner` import each other; those of `six` only import downward, and those of `seven` only upward. */
const PARENTS: Readonly<Record<string, string>> = {
  'server/src/five/inner/a.ts': "import type { B } from '../b.ts';\nexport type A = B;",
  'server/src/five/b.ts': 'export type B = 1;',
  'server/src/five/c.ts': "import type { D } from './inner/d.ts';\nexport type C = D;",
  'server/src/five/inner/d.ts': 'export type D = 1;',
  'server/src/six/a.ts': "import './inner/b.ts';",
  'server/src/six/inner/b.ts': 'export const b = 1;',
  'server/src/seven/a.ts': 'export const a = 1;',
  'server/src/seven/inner/b.ts': "import '../a.ts';",
};

test('each forbidden arrow is found, and no other', () => {
  const upward = UPWARD.map(([file, upper, rule]) => [file, `import '${upper}';`, rule] as const);
  const arrows = [...ARROWS, ...upward];
  const house = houseWith({
    ...Object.fromEntries(FLOORS.map((floor) => [`server/src/${floor}/index.ts`, 'export const x = 1;'])),
    ...Object.fromEntries(arrows.map(([file, text]) => [file, text])),
    'server/src/f.ts': "import './e.ts';", // the tool reports a circle once, at its first file
    'protocol/src/http/pages.ts': 'export const x = 1;',
    'protocol/src/e.ts': "import type { D } from './d.ts';\nexport type E = D;",
  });
  const found = violationsIn(house, '.dependency-cruiser.mjs', ROOMS);
  for (const [file, , rule] of arrows) {
    const own = found.filter(({ from }) => from === file).map(({ name }) => name);
    if (rule === undefined) expect(own, file).toEqual([]);
    else expect(own, file).toContain(rule);
  }
});

test('folders that import each other are found, also where only types are imported', () => {
  const house = houseWith(FOLDERS);
  const found = violationsIn(house, '.dependency-cruiser-folders.mjs', ['server/src', 'protocol/src']);
  const folders = found.map(({ from, name }) => `${name} ${from}`).toSorted();
  expect(folders).toEqual([
    'folder-circles protocol/src/record/one',
    'folder-circles protocol/src/record/two',
    'folder-circles server/src/features/one',
    'folder-circles server/src/features/two',
  ]);
});

test('a folder and one inside it that import each other are found, and so is what the tool itself finds', () => {
  const house = houseWith({ ...FOLDERS, ...PARENTS });
  const plugin = `plugin:${join(house, '.dependency-cruiser-parents.mjs')}`;
  const args = ['--config', '.dependency-cruiser-folders.mjs', '-T', plugin, 'server/src'];
  const told = run([join(ROOT, 'node_modules/.bin/depcruise'), ...args], house)
    .trim()
    .split('\n');
  expect(told.toSorted()).toEqual([
    expect.stringMatching(/^folder-circles: server.src.features.one and /),
    expect.stringMatching(/^folder-circles: server.src.features.two and /),
    'parent-circles: server/src/five and server/src/five/inner import each other: ' +
      'server/src/five/inner/a.ts imports server/src/five/b.ts, and server/src/five/c.ts imports server/src/five/inner/d.ts',
  ]);
});

const COPIED = [
  '.dependency-cruiser.mjs',
  '.dependency-cruiser-folders.mjs',
  '.dependency-cruiser-parents.mjs',
  'tsconfig.json',
  'package.json',
];

/** A small copy of the repository with these files. */
function houseWith(files: Readonly<Record<string, string>>): string {
  const house = mkdtempSync(join(tmpdir(), 'arrows-'));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(house, file)), { recursive: true });
    writeFileSync(join(house, file), `${text}\n`);
  };
  for (const file of COPIED) copyFileSync(join(ROOT, file), join(house, file));
  for (const room of ROOMS) {
    write(`${room}/src/index.ts`, 'export const x = 1;');
    copyFileSync(join(ROOT, room, 'package.json'), join(house, room, 'package.json'));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(house, 'node_modules'));
  for (const [file, text] of Object.entries(files)) write(file, text);
  return house;
}

interface Violation {
  readonly from: string;
  readonly name: string;
}

function violationsIn(house: string, config: string, folders: readonly string[]): readonly Violation[] {
  const tool = join(ROOT, 'node_modules/.bin/depcruise');
  const args = [tool, '--config', config, '-T', 'json', ...folders];
  const report: { summary: { violations: { from: string; rule: { name: string } }[] } } = JSON.parse(run(args, house));
  return report.summary.violations.map(({ from, rule }) => ({ from, name: rule.name }));
}

/** Returns the report. The tool writes it even when it exits with the number of violations as its code. */
function run(args: readonly string[], cwd: string): string {
  try {
    return execFileSync(process.execPath, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}
