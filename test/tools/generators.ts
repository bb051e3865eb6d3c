/** npm run do -- generators [NAME…]: clients that other people's generators make play on a real server, and it says what they did. */
import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { MatchSummary } from '@flower-war/protocol';
import { commandLine, refuse } from '@flower-war/protocol/command-line';
import { openStage, programs } from './openapi/stage.ts';
import { ROOT } from '../src/support/program.ts';

const CLIENTS = join(ROOT, '.ci/openapi/clients');
const SOURCES = join(ROOT, 'test/tools/openapi/clients');
const installed = createRequire(import.meta.url);

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

const PLAY_MS = 120_000;
/** How many moves a client makes. */
const MOVES = 3;

const ALL = ['typescript', 'python', 'go'] as const;
const { words: wanted } = commandLine({
  name: 'do -- generators',
  does: 'lets clients that other generators make play on a real server',
  words: { of: 'NAME...', tells: `these alone: ${ALL.join(', ')}` },
});
const unknown = wanted.find((name) => !ALL.some((one) => one === name));
if (unknown !== undefined) refuse(`There is no generator ${JSON.stringify(unknown)}. There are ${ALL.join(', ')}.`);
const names = wanted.length === 0 ? ALL : ALL.filter((name) => wanted.includes(name));

const stage = await openStage();
const documents = mkdtempSync(join(tmpdir(), 'clients-'));
const document = join(documents, 'openapi.json');
const problems: string[] = [];
try {
  writeFileSync(document, await (await fetch(`${stage.url}/api/openapi.json`)).text());
  for (const name of names) problems.push(...(await problemsWith(name)));
} finally {
  await stage.stop();
  rmSync(documents, { recursive: true });
}
for (const problem of problems) console.error(problem);
console.log(`${names.length} clients played, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);

/** What a player tells of its match. */
interface PlayedMatch {
  readonly player: string;
  readonly match: string;
  readonly seat: number;
  readonly status: string;
  readonly bot: string;
  readonly listed: boolean;
  readonly legal?: readonly string[];
  readonly refused: string;
  /** How many of its moves were accepted. */
  readonly moves: number;
}

/** What went wrong, by the name of the generator. */
async function problemsWith(name: (typeof ALL)[number]): Promise<readonly string[]> {
  try {
    const client = { typescript, python, go }[name]();
    const told = await played(client);
    const match = (await (await fetch(`${stage.url}/api/matches/${told.match}`)).json()) as MatchSummary;
    console.log(`${client.name}: ${JSON.stringify(told)}`);
    return differences(told, match).map((problem) => `${client.name}: ${problem}`);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

async function played({ play: [program, ...words], folder }: Client): Promise<PlayedMatch> {
  const env = { ...process.env, SERVER_URL: stage.url, MOVES: String(MOVES) };
  const { stdout } = await promisify(execFile)(program, words, { cwd: folder, env, timeout: PLAY_MS });
  return JSON.parse(stdout) as PlayedMatch;
}

/** What the player tells, and the server does not. */
function differences(told: PlayedMatch, match: MatchSummary): readonly string[] {
  const checks: Readonly<Record<string, boolean>> = {
    'the player sits where it says': match.seats[told.seat]?.player === told.player,
    'the seat is the one that it named': match.seats[told.seat]?.called === 'RED',
    'the match ran when it looked': told.status === 'running',
    'its moves were accepted': told.moves === MOVES,
    'the clock is the one that it chose': match.table.clock.kind === 'days' && match.table.clock.days === 3,
    'the bot sits there': told.bot === 'greedy' && match.seats[1]?.kind === 'bot',
    'the list has the match': told.listed,
    'the options are those that it chose': match.options.turnCap === 100 && match.options.mayPass === false,
    'the steps have legal moves': (told.legal ?? []).length > 0,
    'a refusal is read as one': told.refused === 'already-started',
  };
  return Object.keys(checks)
    .filter((check) => !checks[check])
    .map((check) => `it is not so that ${check}`);
}

/** What a generator makes: a client in a folder, compiled with the strictest settings. */
interface Client {
  readonly name: string;
  readonly folder: string;
  /** What starts its player, in its folder. */
  readonly play: readonly [program: string, ...words: string[]];
}

/** Types alone, which openapi-fetch calls. */
function typescript(): Client {
  const folder = emptyFolder('typescript', ['play.mts']);
  const generator = join(dirname(installed.resolve('openapi-typescript/package.json')), 'bin/cli.js');
  run(folder, process.execPath, [generator, document, '-o', 'api.d.ts']);
  const compilerOptions = { target: 'ES2024', module: 'NodeNext', strict: true, noEmit: true, types: ['node'] };
  const settings = { compilerOptions: { ...compilerOptions, allowImportingTsExtensions: true }, include: ['*.mts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  run(folder, process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.']);
  return { name: 'openapi-typescript', folder, play: [process.execPath, 'play.mts'] };
}

function python(): Client {
  const bin = programs();
  const folder = emptyFolder('python', ['play.py', 'python.yml']);
  const how = ['--fail-on-warning', '--config', 'python.yml', '--meta', 'none'];
  const where = ['--path', document, '--output-path', 'flower_war_client'];
  run(folder, join(bin, 'openapi-python-client'), ['generate', ...how, ...where]);
  run(folder, join(bin, 'mypy'), ['--strict', 'flower_war_client', 'play.py']);
  return { name: 'openapi-python-client', folder, play: [join(bin, 'python'), 'play.py'] };
}

function go(): Client {
  const folder = emptyFolder('go', []);
  run(folder, join(programs(), 'openapi-generator-cli'), ['generate', '-i', document, '-g', 'go', '-o', '.', ...GO]);
  mkdirSync(join(folder, 'play'));
  copyFileSync(join(SOURCES, 'play.go'), join(folder, 'play/play.go'));
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
