/** `npm run check [-- NAME…]`: the checks, one after the other, until one fails. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { commandLine, refuse } from '@flower-war/protocol/command-line';
import { ROOT } from '../src/support/program.ts';

const { workspaces }: { readonly workspaces: readonly string[] } = JSON.parse(
  readFileSync(`${ROOT}/package.json`, 'utf8'),
);
const rooms = workspaces.join(' ');
/** TypeScript 7 is a native program, and has no interface yet for what reads types here: that has TypeScript 6. */
const compile = 'node node_modules/typescript-native/bin/tsc --noEmit --singleThreaded';
const cruise = 'depcruise --config .dependency-cruiser';

/** Each is a line for the shell. */
const CHECKS: Readonly<Record<string, readonly string[]>> = {
  format: ['biome format .'],
  lint: ['biome lint --error-on-warnings .', 'oxlint --deny-warnings .'],
  types: [compile, `${compile} -p tsconfig.browser.json`],
  deps: [`${cruise}.mjs ${rooms}`, `${cruise}-folders.mjs -T "plugin:$PWD/.dependency-cruiser-parents.mjs" ${rooms}`],
  unused: ['knip --no-progress --treat-config-hints-as-errors'],
  test: ['npm test'],
  frozen: ['npm run do -- frozen --matches 200'],
};

const names = Object.keys(CHECKS);
const { words } = commandLine({
  name: 'check',
  does: 'runs all checks, or those that are named',
  words: { of: 'NAME…', tells: names.join(', ') },
});
const unknown = words.find((name) => !names.includes(name));
if (unknown !== undefined) refuse(`npm run check has no check ${JSON.stringify(unknown)}. It has ${names.join(', ')}.`);

const env = { ...process.env, PATH: `${ROOT}node_modules/.bin:${process.env['PATH']}` };
for (const name of words.length > 0 ? words : names)
  for (const line of CHECKS[name] ?? []) {
    console.log(`> ${line}`);
    const { status } = spawnSync(line, { cwd: ROOT, env, shell: true, stdio: 'inherit' });
    if (status !== 0) process.exit(status ?? 1);
  }
