/** What builders of temples type works: the commands of docs/temple.md, and the chapter "Begin" of docs/temple-protocol.md. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS, runOnNothing } from '../house/commands.ts';
import { ROOT } from '../support/program.ts';
import { startWholeHouse, type WholeHouse } from '../support/server.ts';

const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** The flags that the notes give to each command of npm. */
const used = new Map<string, Set<string>>();
for (const [, command = ''] of textOf('docs/temple.md')
  .replace(/\n +/g, ' ')
  .matchAll(/`npm (?:run )?([^`]*)`/g)) {
  const [, name = '', rest = ''] = /^((?:do -- )?\S+)(.*)$/.exec(command) ?? [];
  if (name === 'ci') continue;
  used.set(name, new Set([...(used.get(name) ?? []), ...(rest.match(/--[a-z][\w-]*/g) ?? [])]));
}

describe('the commands in docs/temple.md', () => {
  const files = new Map(COMMANDS);

  test('are found', () => expect(used.size).toBeGreaterThan(5));

  test.each([...used])('npm run %s knows all its flags', async (name, flags) => {
    const { code, said } = await runOnNothing(...(files.get(name) ?? [`no command ${name}`]), '--help');
    expect(code, said).toBe(0);
    const known = new Set(said.match(/--[a-z][a-z-]*/g));
    expect([...flags].filter((flag) => !known.has(flag))).toEqual([]);
  });
});

const CHAPTER = /^## Begin\n(.*?)^## /ms.exec(textOf('docs/temple-protocol.md'))?.[1] ?? '';
const [START = '', ...REST] = [...CHAPTER.matchAll(/```sh\n(.*?)```/gs)].map(([, code = '']) => code);
const SCRIPT = REST.join('\n');
/** What the chapter says that its commands print, in this order. */
const SAID = [...SCRIPT.matchAll(/# (->.*)$/gm)].flatMap(([, words = '']) => words.split('->').slice(1));

const PROGRAMS = ['curl', 'mosquitto_pub', 'mosquitto_sub', 'bash'];
const missing = PROGRAMS.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0);

test('the chapter begins with npm start, and says what its commands print', () => {
  expect(START).toMatch(/^npm start /);
  expect(SAID.length).toBeGreaterThan(8);
});

const skipped = missing.length === 0 ? '' : ` (skipped: ${missing.join(', ')} is not installed)`;
describe.skipIf(missing.length > 0)(`the commands of the chapter${skipped}`, () => {
  let house: WholeHouse;
  beforeAll(async () => {
    house = await startWholeHouse();
  });
  afterAll(() => house?.stop());

  test('print what the chapter says', { timeout: 120_000 }, async () => {
    const [printed, complaints] = await typed(SCRIPT, house);
    let from = 0;
    for (const words of SAID) {
      const at = printed.indexOf(words.trim(), from);
      expect(at, `${words.trim()} comes in:\n${printed.slice(from)}`).toBeGreaterThanOrEqual(0);
      from = at;
    }
    expect(complaints.replace(/^Timed out\n/gm, '')).toBe('');
  });
});

/**
 * Only the ports differ from what the chapter says: the programs' own settings lead to the free ones. Gives what the programs printed,
 * and what they complained of.
 */
async function typed(script: string, { url, mqtt, folder }: WholeHouse): Promise<readonly [string, string]> {
  const home = mkdtempSync(join(tmpdir(), 'begin-'));
  for (const program of ['mosquitto_pub', 'mosquitto_sub'])
    writeFileSync(join(home, program), `-p ${new URL(mqtt).port}\n`);
  writeFileSync(join(home, '.curlrc'), `connect-to = "127.0.0.1:2567:127.0.0.1:${new URL(url).port}"\n`);
  const env = { ...process.env, XDG_CONFIG_HOME: home, CURL_HOME: home, DATA_DIR: folder };
  const shell = spawn('bash', ['-s'], { cwd: ROOT, env });
  shell.stdin.end(script);
  const [printed, complaints] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, 'close')]);
  return [printed, complaints];
}
