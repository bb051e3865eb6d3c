/**
 * The package `flower-war`: what hosts and players run, as JavaScript without dependencies. Each program lies where its source lies in the house, so
 * that what one program names by its path (a thread, a style sheet) is found in the package, too.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { COMMANDS, LEAST_NODES } from '@flower-war/launcher/tools';
import { docsFolder } from '@flower-war/web/built';
import { build, type Plugin } from 'esbuild';
import { type Library, librariesIn, licencesOf } from './licences.ts';
import { copy, ROOT, write } from './packs.ts';

/** Programs and threads that another program starts by their path. */
const STARTED = [
  'bridge/broker/withBridge.ts',
  'bridge/src/main.ts',
  'launcher/src/command.ts',
  'launcher/src/door/main.ts',
  'launcher/src/endWithParent.ts',
  'server/src/features/previews/paintingThread.ts',
  'server/src/features/replay/accountingThread.ts',
  'server/src/features/tournaments/pairingThread.ts',
  'server/src/main.ts',
  'server/src/matches/cells/cellProcess.ts',
  'server/src/matches/cells/cellThread.ts',
  'server/src/matches/thinkingThread.ts',
  'server/src/store/sqliteThread.ts',
  'server/tools/records/verifyThread.ts',
];

/** What programs read by its path. */
const READ = [
  'bridge/package.json',
  'hosting/systemd/{flower-war.env,flower-war.service,flower-war-backup.*,journald.conf}',
  'hosting/proxy/{Caddyfile,haproxy.cfg,nginx/*.conf}',
  'server/src/doors/operator/page/page.{css,js}',
  'temple/device/esphome/{*.yaml,requirements.txt}',
  'temple/device/esphome/{components,packages,fonts}/**/*.!(pyc)',
  'temple/device/pi/templo.env',
];

/** The page is built by itself. */
const IN_PAGE = [
  'node_modules/@fontsource/alegreya-sans/',
  'node_modules/@fontsource/almendra/',
  'node_modules/preact/',
];

/** What a library asks for, and does without. */
const OPTIONAL = /^(bufferutil|msgpackr-extract|pg-native|utf-8-validate)$/;

/** How people call the programs, in the house and in the package. */
const SAID: readonly (readonly [RegExp, string])[] = [
  [/npm run do -- /g, 'flower-war '],
  [/npm run \$\{/g, 'flower-war ${'],
  [/`\$\{name\} --`/g, 'name'],
  [/(['"`])do -- /g, '$1'],
  [/npm start -- /g, 'flower-war start '],
  [/npm start/g, 'flower-war start'],
  [/npm run (play|temple) -- /g, 'flower-war $1 '],
  [/npm run (play|temple)/g, 'flower-war $1'],
  [/([`'"]) -- --/g, '$1 --'],
  [/\[-- options\]/g, '[options]'],
];

export interface Program {
  readonly folder: string;
  readonly manifest: { readonly name: string; readonly version: string };
  readonly libraries: readonly Library[];
}

/** Makes the folder of the package anew. */
export async function stageProgram(into: string): Promise<Program> {
  const folder = join(into, 'flower-war');
  rmSync(folder, { recursive: true, force: true });
  const sources = await bundled(join(folder, 'lib'));
  for (const name of taken) take(name, join(folder, 'lib'));
  for (const file of globSync(READ, { cwd: ROOT })) copy(file, join(folder, 'lib', file));
  const page = execFileSync(process.execPath, ['web/build/main.ts'], { cwd: ROOT, encoding: 'utf8' }).trim();
  cpSync(page, join(folder, 'lib/web/page'), { recursive: true });
  const inDocs = takeDocs(join(folder, 'lib/docs'));
  keepCompressed(join(folder, 'lib'));
  const manifest = manifestNow();
  write(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  const libraries = librariesIn([
    ...IN_PAGE,
    ...inDocs,
    ...sources,
    ...[...taken].map((name) => `node_modules/${name}`),
  ]);
  for (const [file, text] of Object.entries(licencesOf(libraries, manifest))) write(join(folder, file), text);
  copy('packaging/tools/program.md', join(folder, 'README.md'));
  copy('LICENSE', join(folder, 'LICENSE'));
  return { folder, manifest, libraries };
}

/** Takes in the documents for players, and returns the folders of the libraries in them. */
function takeDocs(into: string): readonly string[] {
  execFileSync(process.execPath, ['packaging/site/site.ts', '--players'], { cwd: ROOT });
  cpSync(docsFolder(ROOT), into, { recursive: true });
  return JSON.parse(readFileSync(join(into, 'libraries.json'), 'utf8'));
}

/** The server unpacks what it has compressed alone, for the few clients that cannot. */
function keepCompressed(folder: string): void {
  for (const file of globSync('**/*.gz', { cwd: folder })) rmSync(join(folder, file.slice(0, -'.gz'.length)));
}

function manifestNow() {
  const { name, version, description, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly [field in 'name' | 'version' | 'description' | 'license']: string;
  };
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    bin: { 'flower-war': 'lib/launcher/src/command.js' },
    engines: {
      node: LEAST_NODES.map((version, n) => (n === LEAST_NODES.length - 1 ? `>=${version}` : `^${version}`)).join(
        ' || ',
      ),
    },
    files: ['lib', 'THIRD-PARTY.md', 'sbom.json'],
    publishConfig: { access: 'public', provenance: true },
  };
}

/** Returns the files of which something is in the package. */
async function bundled(into: string): Promise<readonly string[]> {
  const own = Object.values(COMMANDS).map(({ file }) => file);
  const entries = [...STARTED, ...own].map((file) => ({ in: join(ROOT, file), out: file.replace(/\.ts$/, '') }));
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [...entries, { in: join(ROOT, 'packaging/tools/programPage.ts'), out: 'web/build/main' }],
    outdir: into,
    bundle: true,
    splitting: true,
    chunkNames: 'shared/[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: `node${LEAST_NODES[0]}`,
    alias: {
      'place in the package': join(ROOT, 'packaging/tools/programPlace.ts'),
      '@peculiar/asn1-schema': SIGNATURE,
      '@peculiar/asn1-ecc': SIGNATURE,
    },
    minifySyntax: true,
    minifyWhitespace: true,
    lineLimit: 160,
    legalComments: 'none',
    // Libraries that know no ES modules ask for others in their own way.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
    metafile: true,
    logLevel: 'error',
    plugins: [pathsAndWords, withoutOptional, withoutCertificates],
  });
  return Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
}

/** Files of libraries that programs read. */
const taken = new Set<string>();

/** Npm would leave out a folder that is called node_modules. */
const placeOf = (name: string): string => `libraries/${name}`;

/** Programs of libraries are large, and lie there compressed. */
const copyOf = (name: string): string => (/[./]wasm$/.test(name) ? `${placeOf(name)}.gz` : placeOf(name));

function take(name: string, lib: string): void {
  const file = fileURLToPath(import.meta.resolve(name));
  copy(relative(ROOT, file), join(lib, placeOf(name)));
  if (copyOf(name) !== placeOf(name))
    writeFileSync(join(lib, copyOf(name)), gzipSync(readFileSync(file), { level: 9 }));
}

const RESOLVED = /import\.meta\.resolve\('([^']+)'\)/g;

function takenAlong(_: string, name: string): string {
  taken.add(name);
  return `placeInPackage(${JSON.stringify(copyOf(name))}).href`;
}

const PLACE = "import { placeOf as placeInPackage } from 'place in the package';\n";

/** A file keeps its path in the house, wherever its code comes to lie. What is a `.ts` there is a `.js` here. */
const pathsAndWords: Plugin = {
  name: 'paths and words of the package',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const file = relative(ROOT, path);
      if (file.startsWith('node_modules') || file.startsWith('packaging')) return undefined;
      const text = SAID.reduce((said, [from, to]) => said.replace(from, to), readFileSync(path, 'utf8'))
        .replace(RESOLVED, takenAlong)
        .replace(/(?<!from |import |import\()(['"`])([^'"`\n\s]+)\.ts\1/g, '$1$2.js$1')
        .replaceAll('import.meta.url', `placeInPackage(${JSON.stringify(file)}).href`);
      return { contents: text.includes('placeInPackage') ? withPlace(text) : text, loader: 'ts' };
    });
  },
};

/** None is looked for beside the package: below `/tmp` any user could put one there. */
const withoutOptional: Plugin = {
  name: 'libraries without what they can do without',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: OPTIONAL }, ({ path }) => ({ path, namespace: 'absent' }));
    onLoad({ filter: OPTIONAL, namespace: 'absent' }, ({ path }) => ({
      contents: `throw Object.assign(new Error('${path} is not in the package'), { code: 'MODULE_NOT_FOUND' });`,
    }));
  },
};

const SIGNATURE = join(ROOT, 'packaging/tools/programSignature.ts');

/** What of the library of passkeys reads the certificates of makers of devices. */
const CERTIFICATES =
  /@simplewebauthn\/server\/esm\/.*\b(verifyAttestation(?:AndroidKey|AndroidSafetyNet|Apple|FIDOU2F|TPM|WithMetadata)|verifyMDSBlob|convertX509PublicKeyToCOSE|getCertificateInfo|isCertRevoked|mapX509SignatureAlgToCOSEAlg|validateCertificatePath|validateExtFIDOGenCEAAGUID)\.js$/;

/** The server asks no device for them, and they are most of the library. */
const withoutCertificates: Plugin = {
  name: 'passkeys without the certificates of devices',
  setup({ onLoad }) {
    onLoad({ filter: CERTIFICATES }, ({ path }) => {
      const [, name = ''] = CERTIFICATES.exec(path) ?? [];
      return { contents: `export function ${name}() { throw new Error('certificates are not read'); }` };
    });
  },
};

/** The line that tells a system which program runs a file stays the first. */
function withPlace(text: string): string {
  const first = /^#!.*\n/.exec(text)?.[0] ?? '';
  return first + PLACE + text.slice(first.length);
}

// The image is built from the folder: `node packaging/tools/program.ts FOLDER`.
if (import.meta.main) await stageProgram(process.argv[2] ?? 'dist');
