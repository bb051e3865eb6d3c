/** The notes for builders name commands, flags and files: all of them are there. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ROOT } from './blocks.ts';

const run = promisify(execFile);
const NOTES = readFileSync(join(ROOT, 'docs/temple.md'), 'utf8').replace(/\n +/g, ' ');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/** The flags that the notes give to each command of npm. */
const used = new Map<string, Set<string>>();
for (const [, command = ''] of NOTES.matchAll(/`npm (?:run )?([^`]*)`/g)) {
  const [name = '', ...words] = command.split(/\s+/);
  if (name === 'ci') continue;
  const flags = words.filter((word) => /^--./.test(word));
  used.set(name, new Set([...(used.get(name) ?? []), ...flags]));
}

describe('the commands in docs/temple.md', () => {
  test('are those of a temple, from its name to its match', () => {
    expect([...used.keys()].sort()).toEqual([
      'broker',
      'play',
      'start',
      'temple:labels',
      'temple:mosquitto',
      'temple:new',
    ]);
  });

  test.each([...used])('npm run %s knows all its flags', async (name, flags) => {
    const [program = '', ...rest] = (scripts[name] ?? '').split(' ');
    expect(program).toBe('node');
    const { stdout } = await run(process.execPath, [...rest, '--help'], { cwd: ROOT, timeout: 60_000 });
    const known = new Set(stdout.match(/--[a-z][a-z-]*/g));
    expect([...flags].filter((flag) => !known.has(flag))).toEqual([]);
  });
});

test('the files and pictures in docs/temple.md are there', () => {
  const files = [...NOTES.matchAll(/`((?:temple|bridge|docs)\/[^`]+)`/g)].map(([, path = '']) => path);
  const linked = [...NOTES.matchAll(/\]\(([^)#]+)/g)].map(([, path = '']) => join('docs', path));
  const firmware = ['plain.yaml', 'plain-display.yaml', 'tls.yaml', 'tls-display.yaml', 'requirements.txt'];
  const needed = [...files, ...linked, ...firmware.map((name) => `temple/device/esphome/${name}`)];
  expect(needed.length).toBeGreaterThan(12);
  expect(needed.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
