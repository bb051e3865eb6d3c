/** Copies the examples out of the workspace, and does what their README says. */
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../tools/packs.ts';
import { isFromTarballs, type Place, packagesIn } from '../place.ts';
import { type Ran, run } from '../running.ts';

export const EXAMPLES = join(ROOT, 'examples');
/** What lies in examples/ and is tried. A new example needs a step of its own. */
const TRIED = ['bot.ts', 'go', 'page.html', 'plain', 'python', 'react', 'wall.html'];
const NO_EXAMPLES = ['README.md', 'node_modules', 'package.json'];

/** The copies: what uses the client in one folder, and the programs of other languages each in theirs. */
export interface Examples {
  readonly web: string;
  readonly go: string;
  readonly plain: string;
  readonly python: string;
  readonly vectors: string;
  readonly shown: string;
  readonly place: Place;
}

export function copyExamples(into: string, place: Place): Examples {
  const found = readdirSync(EXAMPLES).filter((name) => !NO_EXAMPLES.includes(name));
  if (found.join() !== TRIED.join()) throw new Error(`examples/ holds ${found.join(', ')}: try each, and name it here`);
  const folder = (name: string) => join(into, name);
  const copied = {
    web: folder('web'),
    go: folder('go'),
    plain: folder('plain'),
    python: folder('python'),
    vectors: folder('vectors'),
  };
  for (const file of ['bot.ts', 'page.html', 'wall.html']) cpSync(join(EXAMPLES, file), join(copied.web, file));
  cpSync(join(EXAMPLES, 'react'), copied.web, { recursive: true });
  for (const name of ['go', 'plain', 'python'] as const)
    cpSync(join(EXAMPLES, name), copied[name], { recursive: true, filter: (path) => !path.includes('__pycache__') });
  cpSync(join(ROOT, 'protocol/vectors'), copied.vectors, { recursive: true });
  return { ...copied, place, shown: TRIED.join(', ') };
}

/** The command of the README that begins with these words, without its comment. */
export function command(words: string): string {
  const [, block = ''] = /```sh\n([^`]+)```/.exec(readFileSync(join(EXAMPLES, 'README.md'), 'utf8')) ?? [];
  const line = block.split('\n').find((one) => one.startsWith(words));
  if (line === undefined) throw new Error(`examples/README.md has no command "${words}"`);
  return line.replace(/\s+# .*/, '');
}

/** Runs a command of the README in the folder. `npx` finds what is installed there. */
export function doAsTold(words: string, ran: Ran): Promise<string> {
  const bin = join(ran.cwd, 'node_modules/.bin');
  return run('sh', ['-c', words.replace(/^npx /, '')], { bin, ...ran });
}

const PACKED = '/path/to/flower-war/dist/flower-war-client-*.tgz';

/** Installs what the README says, in the versions that the examples name. */
export async function installForExamples({ web, place }: Examples): Promise<string> {
  await doAsTold(command('echo'), { cwd: web });
  const told = command('npm install');
  if (!told.includes(PACKED)) throw new Error(`examples/README.md does not install ${PACKED}`);
  const words = told.replace(PACKED, place.tarballs.get('@flower-war/client') ?? '').split(' ');
  const named = words.map((word) => (VERSIONS[word] === undefined ? word : `${word}@${VERSIONS[word]}`));
  const types = ['@types/react', '@types/react-dom'].map((name) => `${name}@${VERSIONS[name]}`);
  const quietly = ['--prefer-offline', '--no-audit', '--no-fund'];
  await doAsTold([...named, ...types, ...quietly].join(' '), { cwd: web, seconds: 240 });
  isFromTarballs(web, 1);
  return `${packagesIn(web).length} packages`;
}

const VERSIONS: Readonly<Record<string, string>> = {
  ...versionsOf(join(EXAMPLES, 'package.json')),
  esbuild: versionsOf(join(ROOT, 'packaging/outside/tools/package.json'))['esbuild'] ?? '',
};

function versionsOf(file: string): Readonly<Record<string, string>> {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(file, 'utf8'));
  return { ...dependencies, ...devDependencies };
}
