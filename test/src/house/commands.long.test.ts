/** Each command that starts a program of ours says what it does not know, before it does anything. */
import { readFileSync } from 'node:fs';
import { TOOLS } from '@flower-war/launcher/tools';
import { expect, test } from 'vitest';
import { ROOT } from '../support/program.ts';
import { COMMANDS, runOnNothing as run } from './commands.ts';

/** These take one word of any kind, but no second. */
const TAKE_ONE = ['verify', 'replay', 'backup', 'rotate-backups', 'restore'].map((name) => `do -- ${name}`);
/** It passes words on to another program. */
const TAKES_ALL = 'do -- openapi';

const LISTED = Object.values(TOOLS).flatMap(Object.entries<(typeof TOOLS)[string][string]>);
const FILES = new Map(LISTED.map(([name, { file }]) => [`do -- ${name}`, file]));

const sourceOf = (file: string) => readFileSync(`${ROOT}/${file}`, 'utf8');

test('the commands are found', () => expect(COMMANDS.length).toBeGreaterThan(50));

test.each(LISTED)('%s says of itself what the list of the tools says', (_, { file, does }) => {
  expect(sourceOf(file)).toContain(does);
});

test.concurrent.each(COMMANDS)('npm run %s', { timeout: 300_000 }, async (name, command) => {
  const flag = await run(...command, '--no-such-flag');
  expect(flag).toMatchObject({ code: 2, said: expect.stringContaining('--no-such-flag') });
  expect(flag.said).not.toContain('    at '); // a stack
  expect(flag.said).toMatch(/--help|takes|knows/);
  // Words and --help are read in the same place as flags, where commandLine.test.ts tries them.
  const isRead = sourceOf(FILES.get(name) ?? command[0] ?? '').includes('commandLine(');
  if (isRead && flag.said.startsWith(`npm run ${name} does not know --no-such-flag. It knows --`)) return;
  if (name !== TAKES_ALL) {
    const word = await run(...command, ...(TAKE_ONE.includes(name) ? ['first'] : []), 'no-such-word');
    expect(word).toMatchObject({ code: 2, said: expect.stringContaining('no-such-word') });
    expect(word.said).not.toContain('    at ');
  }
  const help = await run(...command, '--help');
  expect(help).toMatchObject({ code: 0, said: expect.stringContaining('npm ') });
});

test('npm test names its suites, and what vitest does not know', async () => {
  const file = 'test/tools/test.ts';
  const help = await run(file, '--help');
  expect(help).toMatchObject({ code: 0, said: expect.stringContaining('long, cluster, web, a11y, watch') });
  expect(help.said).toContain('--testNamePattern');
  for (const suite of [[], ['long']]) {
    const flag = await run(file, ...suite, '--no-such-flag');
    expect(flag).toMatchObject({ code: 2, said: expect.stringMatching(/Unknown option .*. See npm test -- --help\./) });
    expect(flag.said).not.toContain('    at ');
  }
});

test.each([
  ['prompts', '--lang', 'xx'],
  ['web-shots', '--lang', 'xx'],
  ['web-shots', '--only', 'xx'],
  ['web-walk', '--lang', 'xx'],
  ['web-walk', '--only', 'xx'],
  ['web-walk', '--game', 'xx'],
])('npm run do -- %s %s %s is refused with what there is', { timeout: 300_000 }, async (tool, flag, value) => {
  const { code, said } = await run('launcher/src/do.ts', tool, flag, value);
  expect({ code, said }).toMatchObject({ code: 2, said: expect.stringMatching(/ takes .+, .+ for --\w+, not "xx"/) });
});
