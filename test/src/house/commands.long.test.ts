/** Each command that starts a program of ours says what it does not know, before it does anything. */
import { TOOLS } from '@flower-war/launcher/tools';
import { expect, test } from 'vitest';
import { COMMANDS, runProgram as run } from './commands.ts';

/** These take one word of any kind, but no second. */
const TAKE_ONE = ['verify', 'replay', 'backup', 'rotate-backups', 'restore'].map((name) => `do -- ${name}`);
/** It passes words on to another program. */
const TAKES_ALL = 'do -- openapi';

/** What the list of the tools says of each. */
const DOES = new Map(
  Object.values(TOOLS).flatMap((tools) => Object.entries(tools).map(([name, { does }]) => [`do -- ${name}`, does])),
);

test('the commands are found', () => expect(COMMANDS.length).toBeGreaterThan(50));

test.concurrent.each(COMMANDS)('npm run %s', { timeout: 300_000 }, async (name, command) => {
  const flag = await run(...command, '--no-such-flag');
  expect(flag).toMatchObject({ code: 2, said: expect.stringContaining('--no-such-flag') });
  expect(flag.said).not.toContain('    at '); // a stack
  expect(flag.said).toMatch(/--help|takes|knows/);
  if (name !== TAKES_ALL) {
    const word = await run(...command, ...(TAKE_ONE.includes(name) ? ['first'] : []), 'no-such-word');
    expect(word).toMatchObject({ code: 2, said: expect.stringContaining('no-such-word') });
    expect(word.said).not.toContain('    at ');
  }
  const help = await run(...command, '--help');
  expect(help).toMatchObject({ code: 0, said: expect.stringContaining(DOES.get(name) ?? 'npm ') });
});
