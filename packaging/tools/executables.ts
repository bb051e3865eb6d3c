/** The package `flower-war` and Node in one file, for hosts with Linux and without Node. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { libraryIn, licencesOf } from './licences.ts';
import { ROOT } from './packs.ts';
import type { Program } from './program.ts';
import { filesIn, pack } from './unpacked.ts';

export const ARCHS = ['x64', 'arm64'] as const;

/** Node runs what it finds in its own file by this name, if the mark after these words says that something is there. */
const RESOURCE = 'NODE_SEA_BLOB';
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** Makes the files in the folder, one for each processor, and returns their paths. */
export function executables(program: Program, into: string, archs: readonly string[] = ARCHS): readonly string[] {
  return archs.map((arch) => {
    const work = mkdtempSync(join(tmpdir(), 'executable-'));
    const file = join(into, `flower-war-${program.manifest.version}-linux-${arch}`);
    try {
      const node = nodeFor(arch, work);
      rmSync(file, { force: true });
      copyFileSync(join(node, 'bin/node'), file);
      inject(file, blobOf(program, node, work));
    } finally {
      rmSync(work, { recursive: true });
    }
    console.log(file);
    return file;
  });
}

/** The folder of Node's package, of the version that the house runs on. npm compares it with the sum that the registry tells. */
function nodeFor(arch: string, work: string): string {
  const house: { readonly dependencies: { readonly node: string } } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
  const words = ['pack', `node-linux-${arch}@${house.dependencies.node}`, '--prefer-offline', '--silent'];
  const tarball = execFileSync('npm', [...words, '--pack-destination', work], { cwd: ROOT, encoding: 'utf8' }).trim();
  const wanted = ['bin/node', 'LICENSE', 'package.json'].map((file) => `package/${file}`);
  execFileSync('tar', ['-xzf', join(work, tarball), '-C', work, ...wanted]);
  return join(work, 'package');
}

/** What Node is to run: a script, and the package that it unpacks. */
function blobOf({ folder, manifest, libraries }: Program, node: string, work: string): string {
  const licences = Object.entries(licencesOf([...libraries, libraryIn(node)], manifest));
  const files = new Map([...filesIn(folder), ...licences.map(([file, text]) => [file, Buffer.from(text)] as const)]);
  const { name, bytes } = pack(files, manifest.version);
  const at = (file: string) => join(work, file);
  writeFileSync(at('package.zst'), bytes);
  buildSync({
    entryPoints: [join(ROOT, 'packaging/tools/executableMain.ts')],
    outfile: at('main.cjs'),
    bundle: true,
    platform: 'node',
    target: 'node24',
    define: { NAME: JSON.stringify(name) },
    logLevel: 'error',
  });
  const config = {
    main: at('main.cjs'),
    output: at('blob'),
    assets: { package: at('package.zst') },
    disableExperimentalSEAWarning: true,
    // Node does not warn of what libraries do; what it unpacks is not in a folder by which it would know libraries.
    execArgv: ['--no-deprecation'],
  };
  writeFileSync(at('config.json'), JSON.stringify(config));
  execFileSync(process.execPath, ['--experimental-sea-config', at('config.json')], { stdio: 'pipe' });
  return config.output;
}

function inject(file: string, blob: string): void {
  const postject = fileURLToPath(import.meta.resolve('postject/dist/cli.js'));
  // It warns of notes in Node's file, which it leaves as they are.
  execFileSync(process.execPath, [postject, file, RESOURCE, blob, '--sentinel-fuse', FUSE], { stdio: 'pipe' });
}
