/** Each command of package.json that starts a program of ours says what it does not know, before it does anything. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(`${ROOT}package.json`, 'utf8'),
);
/** `npm run dev` starts the same program as `npm start`. */
const COMMANDS = Object.entries(scripts).flatMap(([name, script]) =>
  [...script.matchAll(/\bnode [^&]*?(\S+\.(?:ts|mjs))\b/g)].map(([, file = '']) => [name, file] as const),
);
/** These take one word of any kind, but no second. */
const TAKE_ONE = ['verify', 'replay', 'backup', 'backup:rotate', 'restore', 'test:drift'];
/** It passes words on to another program. */
const TAKES_ALL = 'test:openapi';
const NOWHERE = { DATA_DIR: '/nowhere/data', DATABASE_URL: '', REDIS_URL: '', PORT: '1' };

test('the commands are found', () => expect(COMMANDS.length).toBeGreaterThan(60));

test.concurrent.each(COMMANDS)('npm run %s (%s)', { timeout: 300_000 }, async (name, file) => {
  const flag = await run(file, '--no-such-flag');
  expect(flag).toMatchObject({ code: 2, said: expect.stringContaining('--no-such-flag') });
  expect(flag.said).not.toContain('    at '); // a stack
  expect(flag.said).toMatch(/--help|takes|knows/);
  if (name !== TAKES_ALL) {
    const word = await run(file, ...(TAKE_ONE.includes(name) ? ['first'] : []), 'no-such-word');
    expect(word).toMatchObject({ code: 2, said: expect.stringContaining('no-such-word') });
    expect(word.said).not.toContain('    at ');
  }
  const help = await run(file, '--help');
  expect(help).toMatchObject({ code: 0, said: expect.stringContaining('npm ') });
});

async function run(file: string, ...words: readonly string[]) {
  const child = spawn(process.execPath, [file, ...words], { cwd: ROOT, env: { ...process.env, ...NOWHERE } });
  const [said, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, said: `${said}${errors}` };
}
