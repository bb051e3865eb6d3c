/** `npm run do -- release`: all packages and executables of a release, with their checksums, in one folder; and the packages into a registry. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { commandLine, refuse } from '@flower-war/protocol/command-line';
import { executables } from './executables.ts';
import { packAll, tarballOf } from './packing.ts';
import { packagesOfHouse, ROOT, readRoom } from './packs.ts';
import { stageProgram } from './program.ts';

const { values } = commandLine({
  name: 'do -- release',
  does: 'packs all packages and executables with their checksums, and publishes the packages where it is told to',
  flags: {
    out: { kind: 'text', of: 'FOLDER', usual: 'dist/release', tells: 'made anew; holds all files and SHA256SUMS' },
    tag: {
      kind: 'text',
      of: 'vX.Y.Z',
      tells: 'the tag of the release: every room must have its version, and CHANGELOG.md a section for it',
    },
    registry: { kind: 'text', of: 'URL', tells: 'publishes them there, as the user that npm knows' },
    provenance: { kind: 'switch', tells: 'the registry is told which workflow built them' },
  },
});

const { version }: { version: string } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
refuseOtherVersions();
// npm looks for who publishes where the tool was called.
const caller = process.cwd();
process.chdir(ROOT);
const folder = resolve(ROOT, values.out);
refuseOtherFolder();
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const program = await stageProgram(folder);
const packed = [...(await packAll(folder)).values(), tarballOf(program, folder)];
const files = [...packed, ...executables(program, folder)];
writeFileSync(join(folder, 'SHA256SUMS'), files.map((file) => `${sumOf(file)}  ${basename(file)}\n`).join(''));
if (values.registry !== undefined) for (const file of packed) publish(file, values.registry);

/** A version that one room has and another has not could never be told apart by who installs both. */
function refuseOtherVersions(): void {
  for (const room of packagesOfHouse().values())
    if (readRoom(room).version !== version)
      refuse(`${room} has the version ${readRoom(room).version}, and the house ${version}: make them one.`);
  if (values.tag === undefined) return;
  if (values.tag !== `v${version}`)
    refuse(`The tag is ${values.tag}, and the house has the version ${version}: change one of them.`);
  if (!readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').includes(`\n## ${version}\n`))
    refuse(`CHANGELOG.md has no section "## ${version}": write what is new for who updates.`);
}

/** Only what an earlier release made is deleted. */
function refuseOtherFolder(): void {
  if (!existsSync(folder) || readdirSync(folder).length === 0 || existsSync(join(folder, 'SHA256SUMS'))) return;
  refuse(`${folder} holds other files, and is made anew: name another folder with --out, or empty it.`);
}

function sumOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function publish(file: string, registry: string): void {
  const words = ['publish', file, '--registry', registry, '--access', 'public', `--provenance=${values.provenance}`];
  execFileSync('npm', words, { stdio: 'inherit', cwd: caller });
}
