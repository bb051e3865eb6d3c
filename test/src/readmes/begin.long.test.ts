/** The chapter "Begin" of the temple protocol, typed into a shell as it stands, against what `npm start` starts. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWholeHouse, type WholeHouse } from '../support/wholeHouse.ts';
import { ROOT } from './blocks.ts';

const CHAPTER = /^## Begin\n(.*?)^## /ms.exec(readFileSync(join(ROOT, 'docs/temple-protocol.md'), 'utf8'))?.[1] ?? '';
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
    const { printed, complaints } = await typed(SCRIPT, house);
    let from = 0;
    for (const words of SAID) {
      const at = printed.indexOf(words.trim(), from);
      expect(at, `${words.trim()} comes in:\n${printed.slice(from)}`).toBeGreaterThanOrEqual(0);
      from = at;
    }
    expect(complaints.replace(/^Timed out\n/gm, '')).toBe('');
  });
});

/** Ports are the only thing that differs from what the chapter says: the programs' own settings lead to the free ones. */
async function typed(script: string, { url, mqtt, folder }: WholeHouse) {
  const home = mkdtempSync(join(tmpdir(), 'begin-'));
  for (const program of ['mosquitto_pub', 'mosquitto_sub'])
    writeFileSync(join(home, program), `-p ${new URL(mqtt).port}\n`);
  writeFileSync(join(home, '.curlrc'), `connect-to = "127.0.0.1:2567:127.0.0.1:${new URL(url).port}"\n`);
  const env = { ...process.env, XDG_CONFIG_HOME: home, CURL_HOME: home, DATA_DIR: folder };
  const shell = spawn('bash', ['-s'], { cwd: ROOT, env });
  let [printed, complaints] = ['', ''];
  shell.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  shell.stderr.on('data', (chunk) => {
    complaints += chunk;
  });
  shell.stdin.end(script);
  await once(shell, 'close');
  return { printed, complaints };
}
