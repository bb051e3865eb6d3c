/** The executable in the hands of a host who has no Node, nor anything else on the PATH. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMALL } from '@flower-war/launcher/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { executables } from './executables.ts';
import { testAsHost } from './host.fixture.ts';
import { ROOT, readRoom } from './packs.ts';
import { stageProgram } from './program.ts';
import { filesIn, pack } from './unpacked.ts';

const into = mkdtempSync(join(tmpdir(), 'executable-'));
const { version } = readRoom('launcher');
const fileFor = (arch: string) => join(into, `flower-war-${version}-linux-${arch}`);
const own = process.arch === 'arm64' ? 'arm64' : 'x64';
const nothing = join(into, 'nothing');

const QEMU = 'qemu-aarch64-static';
/** On other machines QEMU runs programs for arm64, with the libraries of such a system. */
const onArm = own === 'arm64' ? ['env'] : [QEMU, '-L', '/usr/aarch64-linux-gnu'];
const missing = spawnSync(onArm[0] ?? '', ['--version']).error === undefined ? '' : `: ${QEMU} is not installed`;

beforeAll(async () => {
  mkdirSync(nothing);
  expect(executables(await stageProgram(into), into)).toEqual(['x64', 'arm64'].map(fileFor));
}, 400_000);
afterAll(() => rmSync(into, { recursive: true }));

/** What each file of Linux says of the processor that it is for. */
const MACHINES = { x64: 62, arm64: 183 } as const;

test.each(['x64', 'arm64'] as const)(
  'the file for %s is a program of that processor, and Node sees that it holds more',
  (arch) => {
    const file = readFileSync(fileFor(arch));
    expect(file.subarray(0, 4).toString('latin1')).toBe('\x7fELF');
    expect(file.readUInt16LE(18)).toBe(MACHINES[arch]);
    const marks = (mark: string) => file.includes(`NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:${mark}`);
    expect([marks('0'), marks('1')]).toEqual([false, true]);
  },
);

/** It holds the files of the package, which explains each of its commands. */
const host = testAsHost({ command: [fileFor(own)], folder: join(into, 'host'), environment: { PATH: nothing } }, [
  'doctor',
]);

/** The only folder that is unpacked there is what the file holds, byte by byte. */
function expectUnpacked(cache: string, arch: string): void {
  const [name = '', ...more] = readdirSync(join(cache, 'flower-war'));
  expect(more).toEqual([]);
  const files = new Map(filesIn(join(cache, 'flower-war', name)));
  const packed = pack(files, version);
  expect(packed.name).toBe(name);
  expect(readFileSync(fileFor(arch)).includes(packed.bytes)).toBe(true);
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const others = String(files.get('THIRD-PARTY.md'));
  expect(others).toContain(`\n## node-linux-${arch} ${dependencies.node}: MIT\n`);
  expect(others).toContain('Copyright Node.js contributors');
  expect(others).toContain('\n## zod ');
}

test('several that start at once unpack one folder, and leave nothing else', async () => {
  const cache = join(into, 'cache');
  const environment = { XDG_CACHE_HOME: cache };
  const all = await Promise.all(Array.from({ length: 5 }, () => host.run(['--version'], environment)));
  expect(new Set(all.map(({ said }) => said))).toEqual(new Set([`${version}\n`]));
  expectUnpacked(cache, own);
});

test('without a folder to write it says what to do, and runs nothing that was changed', async () => {
  const refused = await host.run(['--version'], { XDG_CACHE_HOME: '/dev/null' });
  expect(refused).toEqual({
    code: 1,
    said: expect.stringMatching(/^flower-war must unpack .* Set XDG_CACHE_HOME to .*\n$/),
  });
  const cache = join(into, 'changed');
  await host.run([], { XDG_CACHE_HOME: cache });
  const [name = ''] = readdirSync(join(cache, 'flower-war'));
  rmSync(join(cache, 'flower-war', name, 'README.md'));
  const changed = await host.run(['--version'], { XDG_CACHE_HOME: cache });
  expect(changed).toEqual({
    code: 1,
    said: expect.stringMatching(/^The files in .* Delete this folder, and start again\.\n$/),
  });
});

test('flags for Node come from the environment, and each of its programs gets those that it needs', async () => {
  const traced = await host.run(['dance'], { NODE_OPTIONS: '--trace-exit' });
  expect(traced.said).toContain('WARNING: Exited the environment with code 2');
  const { said, stop } = await host.start();
  const [, broker] = /"part":"broker","pid":(\d+)/.exec(said()) ?? [];
  expect(readFileSync(`/proc/${broker}/environ`, 'utf8')).toContain(SMALL.join(' '));
  await stop();
});

test.skipIf(missing !== '')(`the file for arm64 runs${missing}`, () => {
  const cache = join(into, 'arm64');
  const [program = '', ...words] = [...onArm, fileFor('arm64'), '--version'];
  const env = { PATH: process.env['PATH'], XDG_CACHE_HOME: cache };
  const { status, stdout } = spawnSync(program, words, { env, encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 0, stdout: `${version}\n` });
  expectUnpacked(cache, 'arm64');
});
