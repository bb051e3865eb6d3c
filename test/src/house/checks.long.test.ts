/** Each check must find the fault that it exists for, and must find nothing without a fault. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyRoom, type Files, plant, ROOMS, runScript, scratchHouse } from './scratch.ts';

/** Each tool with the check that runs it. ESLint runs only if Biome finds nothing, so each tool gets a house of its own. */
const CHECKS = { biome: 'check:lint', eslint: 'check:lint', knip: 'check:unused', cruiser: 'check:deps' } as const;

interface Fault {
  readonly fault: string;
  readonly tool: keyof typeof CHECKS;
  readonly files: Files;
  /** What the check must name: the file, or what is unused. */
  readonly found: readonly string[];
}

const KINDS = "type Move = { readonly kind: 'roll' } | { readonly kind: 'done' };\n";

const FAULTS: readonly Fault[] = [
  {
    fault: 'a switch without one of its cases',
    tool: 'biome',
    files: {
      'server/src/index.ts': `${KINDS}export function play(move: Move): void {\n  switch (move.kind) {\n    case 'roll':\n      return;\n  }\n}`,
    },
    found: ['server/src/index.ts', 'useExhaustiveSwitchCases'],
  },
  {
    fault: 'a switch without a case of a type that a schema gives',
    tool: 'eslint',
    files: {
      'protocol/src/index.ts':
        "import { z } from 'zod';\n\nconst move = z.enum(['roll', 'done']);\nexport function play(of: z.infer<typeof move>): void {\n  switch (of) {\n    case 'roll':\n      return;\n  }\n}",
    },
    found: ['protocol/src/index.ts', 'switch-exhaustiveness-check'],
  },
  {
    fault: 'a floating promise of the own house',
    tool: 'biome',
    files: {
      'bridge/src/index.ts':
        'export async function send(): Promise<void> {}\n\nexport function stop(): void {\n  send();\n}',
    },
    found: ['bridge/src/index.ts', 'noFloatingPromises'],
  },
  {
    fault: 'a floating promise of a library',
    tool: 'eslint',
    files: {
      'server/src/index.ts':
        "import { writeFile } from 'node:fs/promises';\n\nexport function save(): void {\n  writeFile('file', 'text');\n}",
    },
    found: ['server/src/index.ts', 'no-floating-promises'],
  },
  {
    fault: 'a floating promise in a loop',
    tool: 'eslint',
    files: {
      'temple/src/index.ts':
        'interface Port {\n  send(): Promise<void>;\n}\n\nexport function all(ports: readonly Port[]): void {\n  for (const port of ports) port.send();\n}',
    },
    found: ['temple/src/index.ts', 'no-floating-promises'],
  },
  {
    fault: 'a promise in a callback without await',
    tool: 'eslint',
    files: {
      'launcher/src/index.ts':
        'export function later(send: () => Promise<void>): void {\n  setTimeout(async () => {\n    await send();\n  }, 1);\n}',
    },
    found: ['launcher/src/index.ts', 'no-misused-promises'],
  },
  {
    fault: 'an unused export',
    tool: 'knip',
    files: {
      'rules/src/index.ts': "export { used } from './cards.ts';",
      'rules/src/cards.ts': 'export const used = 1;\nexport const forgotten = 2;',
    },
    found: ['forgotten', 'rules/src/cards.ts'],
  },
  {
    fault: 'an unused file',
    tool: 'knip',
    files: { 'server/src/forgotten.ts': 'export const alone = 1;' },
    found: ['Unused files', 'server/src/forgotten.ts'],
  },
  {
    fault: 'an unused dependency',
    tool: 'knip',
    files: {
      'server/package.json': JSON.stringify({
        name: '@flower-war/server',
        version: '0.1.0',
        type: 'module',
        exports: { '.': './src/index.ts' },
        dependencies: { zod: '4.6.7' },
      }),
    },
    found: ['Unused dependencies', 'zod'],
  },
  {
    fault: 'a circle of types',
    tool: 'cruiser',
    files: {
      'protocol/src/a.ts': "import type { B } from './b.ts';\nexport type A = B | 1;",
      'protocol/src/b.ts': "import type { A } from './a.ts';\nexport type B = A | 2;",
    },
    found: ['no-circles', 'protocol/src/a.ts'],
  },
];

for (const [tool, check] of Object.entries(CHECKS)) {
  const faults = FAULTS.filter((one) => one.tool === tool);
  test(`${check} finds ${faults.map(({ fault }) => fault).join(', ')}`, async () => {
    const house = scratchHouse(Object.assign({}, ...faults.map(({ files }) => files)));
    const { isGood, output } = await runScript(house, check);
    for (const { fault, found } of faults) for (const text of found) expect(output, fault).toContain(text);
    expect(isGood).toBe(false);
  });
}

/** A package that only the workspaces of package.json name. */
const NEW_ROOM: Files = {
  ...emptyRoom('attic', '@flower-war/attic'),
  'attic/src/unformatted.ts': 'export const   a = "b"',
  'attic/src/floating.ts':
    "import { writeFile } from 'node:fs/promises';\n\nexport const save = () => {\n  writeFile('file', 'text');\n};",
  'attic/src/wrong.ts': "export const wrong: number = 'text';",
  'attic/src/arrow.ts': "import '../../rules/src/index.ts';",
  'attic/src/failing.test.ts': "import { expect, test } from 'vitest';\n\ntest('attic', () => expect(1).toBe(2));",
};

test('a new room is covered by every check as soon as package.json names it', async () => {
  const house = scratchHouse(NEW_ROOM);
  const about = JSON.parse(readFileSync(join(house, 'package.json'), 'utf8'));
  plant(house, { 'package.json': JSON.stringify({ ...about, workspaces: [...ROOMS, 'attic'] }, undefined, 2) });
  const said = async (script: string) => (await runScript(house, script)).output;
  expect(await said('check:format')).toContain('attic/src/unformatted.ts');
  expect(await said('check:lint')).toContain('attic/src/floating.ts');
  expect(await said('check:types')).toContain('attic/src/wrong.ts');
  expect(await said('check:deps')).toMatch(/attic-arrows: attic\/src\/arrow\.ts/);
  expect(await said('check:unused')).toContain('attic/src/wrong.ts');
  expect(await said('test')).toContain('attic/src/failing.test.ts');
});

test('a folder of sources that package.json does not name is found', async () => {
  const { isGood, output } = await runScript(
    scratchHouse({ 'cellar/src/a.ts': 'export const a = 1;' }),
    'check:unused',
  );
  expect(output).toContain('cellar/src/a.ts');
  expect(isGood).toBe(false);
});

test('no check says no to a house without faults', async () => {
  const house = scratchHouse({});
  for (const check of ['check:format', 'check:lint', 'check:types', 'check:deps', 'check:unused'])
    expect(await runScript(house, check), check).toMatchObject({ isGood: true });
});
