/** Generates clients from the OpenAPI document with other people's programs, and compiles them. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ROOT } from '../support/program.ts';
import { programs } from './venv.ts';

const CLIENTS = join(ROOT, '.ci/openapi/clients');
const SOURCES = join(ROOT, 'test/tools/openapi/clients');
const installed = createRequire(import.meta.url);

export interface Client {
  readonly name: string;
  readonly folder: string;
  /** What starts its player, in its folder. */
  readonly play: readonly [program: string, ...words: string[]];
}

/** Each generates a client in an empty folder, compiles it with the strictest settings, and tells how it plays. */
export const GENERATORS = { typescript, python, go } as const;
export type GeneratorName = keyof typeof GENERATORS;

/** Types alone, which openapi-fetch calls. */
function typescript(document: string): Client {
  const folder = emptyFolder('typescript', ['play.mts', 'moves.mts']);
  const generator = join(dirname(installed.resolve('openapi-typescript/package.json')), 'bin/cli.js');
  run(folder, process.execPath, [generator, document, '-o', 'api.d.ts']);
  const compilerOptions = { target: 'ES2024', module: 'NodeNext', strict: true, noEmit: true, types: ['node'] };
  const settings = { compilerOptions: { ...compilerOptions, allowImportingTsExtensions: true }, include: ['*.mts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  run(folder, process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.']);
  return { name: 'openapi-typescript', folder, play: [process.execPath, 'play.mts'] };
}

function python(document: string): Client {
  const bin = programs();
  const folder = emptyFolder('python', ['play.py', 'moves.py', 'python.yml']);
  const where = ['--path', document, '--meta', 'none', '--output-path', 'flower_war_client'];
  run(folder, join(bin, 'openapi-python-client'), [
    'generate',
    '--fail-on-warning',
    '--config',
    'python.yml',
    ...where,
  ]);
  run(folder, join(bin, 'mypy'), ['--strict', 'flower_war_client', 'play.py', 'moves.py']);
  return { name: 'openapi-python-client', folder, play: [join(bin, 'python'), 'play.py'] };
}

/**
 * `hasRecoveryCode` would get the name of the method that says whether `recoveryCode` is there. The lookup by `kind` tells
 * the lines of a stream apart: without it the generated code tries all forms, and newer fields are allowed in each.
 */
const GO = Object.entries({
  '--git-host': 'example.org',
  '--git-user-id': 'flower-war',
  '--git-repo-id': 'client',
  '--additional-properties':
    'packageName=flowerwar,enumClassPrefix=true,disallowAdditionalPropertiesIfNotPresent=false,useOneOfDiscriminatorLookup=true',
  '--name-mappings': 'hasRecoveryCode=KeepsRecoveryCode',
  '--global-property': 'apis,models,supportingFiles,apiTests=false,modelTests=false,apiDocs=false,modelDocs=false',
}).flat();

function go(document: string): Client {
  const folder = emptyFolder('go', []);
  run(folder, join(programs(), 'openapi-generator-cli'), ['generate', '-i', document, '-g', 'go', '-o', '.', ...GO]);
  mkdirSync(join(folder, 'play'));
  for (const file of ['play.go', 'moves.go']) copyFileSync(join(SOURCES, file), join(folder, 'play', file));
  run(folder, 'go', ['mod', 'tidy']);
  run(folder, 'go', ['vet', './...']);
  return { name: 'openapi-generator -g go', folder, play: ['go', 'run', './play'] };
}

function emptyFolder(name: string, files: readonly string[]): string {
  const folder = join(CLIENTS, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of files) copyFileSync(join(SOURCES, file), join(folder, file));
  return folder;
}

/** Runs a program. If it fails, the error holds what it said. */
function run(folder: string, program: string, words: readonly string[]): void {
  try {
    execFileSync(program, words, { cwd: folder, encoding: 'utf8', stdio: 'pipe', maxBuffer: 2 ** 26 });
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${words.join(' ')} failed in ${folder}:\n${stdout}${stderr}`, { cause });
  }
}
