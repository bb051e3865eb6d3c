/** CI runs every check, the page of the tools is true, and the rules about imports name what is there. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/program.ts';
import { TOOLS_PAGE, toolsPage } from './commands.ts';

const { workspaces: ROOMS } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

test('CI runs every check that needs no test', () => {
  const ci = readFileSync(join(ROOT, '.ci/run'), 'utf8');
  expect(ci).toContain('npm run check -- format lint types deps unused');
});

test('docs/tools.md lists the tools; if not: npm run docs', () => {
  expect(readFileSync(TOOLS_PAGE, 'utf8')).toBe(toolsPage());
});

interface Rule {
  readonly name: string;
  readonly from: { readonly path?: string | readonly string[] };
  readonly to: { readonly path?: string | readonly string[] };
}

test('each rule about imports is about files that are there: a folder that moves takes its rule with it', async () => {
  const { forbidden } = (await import(join(ROOT, '.dependency-cruiser.mjs'))).default;
  const files = globSync(
    ROOMS.map((room: string) => `${room}/**/*.ts`),
    { cwd: ROOT, exclude: (path) => path.endsWith('node_modules') },
  );
  const stale = (forbidden as readonly Rule[]).flatMap(({ name, from, to }) =>
    [from.path, to.path]
      .flat()
      .filter((path) => path?.startsWith('^') && path.includes('/'))
      .filter((path = '') => !files.some((file) => new RegExp(path).test(file)))
      .map((path) => `${name}: ${path}`),
  );
  expect(stale).toEqual([]);
});

test('the check of imports finds a folder and one inside it that import each other', async () => {
  const { default: circlesIn } = await import(join(ROOT, '.dependency-cruiser-parents.mjs'));
  const importing = (source: string, resolved: string) => ({ source, dependencies: [{ resolved }] });
  const modules = [
    importing('server/src/five/inner/a.ts', 'server/src/five/b.ts'),
    importing('server/src/five/c.ts', 'server/src/five/inner/d.ts'),
    importing('server/src/six/a.ts', 'server/src/six/inner/b.ts'),
    importing('server/src/seven/inner/b.ts', 'server/src/seven/a.ts'),
  ];
  const { output, exitCode } = circlesIn({ modules, summary: { violations: [] } });
  expect(output).toMatch(/^parent-circles: server\/src\/five and server\/src\/five\/inner import each other: .*\n$/);
  expect(exitCode).toBe(1);
});
