/** `npm run pack`: builds the packages that strangers install, and packs them into `dist/`. */
import { commandLine } from '@flower-war/protocol/command-line';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './packs.ts';
import { type Staged, stageAll } from './stage.ts';

/** Packs every package into the folder and returns the paths of the files, by the names of the packages. */
export async function packAll(into: string): Promise<ReadonlyMap<string, string>> {
  const staged = await stageAll(into, repositoryPage());
  return new Map(staged.map((pack) => [pack.manifest.name, tarballOf(pack, into)]));
}

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
}

function tarballOf({ folder, manifest }: Staged, into: string): string {
  const said = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', into], { cwd: folder });
  const answer: readonly Packed[] | Readonly<Record<string, Packed>> = JSON.parse(String(said));
  const [packed] = Object.values(answer);
  if (packed === undefined) throw new Error(`npm packed nothing in ${folder}`);
  const { filename, size, unpackedSize } = packed;
  console.log(`${manifest.name} ${manifest.version}: ${join(into, filename)}, ${size} bytes, ${unpackedSize} unpacked`);
  return join(into, filename);
}

/** A page proves where a package was built only if the package names it. Forks have pages of their own. */
function repositoryPage(): string | undefined {
  const { repository }: { repository?: string } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const { GITHUB_SERVER_URL: host, GITHUB_REPOSITORY: path } = process.env;
  return repository ?? (host && path && `${host}/${path}`);
}

if (import.meta.main) {
  commandLine({ name: 'pack', does: 'builds the packages that strangers install, and packs them into dist/' });
  await packAll(join(ROOT, 'dist'));
}
