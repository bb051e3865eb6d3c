/** npm run do -- openapi [--quick] [--seed 1]: schemathesis attacks a real server by its OpenAPI document. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine } from '@flower-war/protocol/command-line';
import { openStage, programs, type Stage, TEMPLES } from './openapi/stage.ts';
import { ROOT } from '../src/support/program.ts';

const { values, words: more } = commandLine({
  name: 'do -- openapi',
  does: 'starts a server, and lets schemathesis call it by its OpenAPI document',
  flags: {
    quick: { kind: 'switch', tells: 'fewer cases, as CI runs it' },
    seed: { kind: 'whole', usual: 20261121, least: 0, tells: 'seed of all cases' },
  },
  words: { of: '-- MORE...', tells: 'words for schemathesis, such as --include-operation-id takeSeat' },
});

const OURS = join(ROOT, 'test/tools/openapi');
/** These calls want a match that has ended. */
const OF_ENDED = ['getRecord', 'getAccount', 'listSteps', 'continueMatch', 'playAgain', 'endMatch'];

const program = join(programs(), 'schemathesis');
const stage = await openStage();
const folder = mkdtempSync(join(tmpdir(), 'schemathesis-'));
let code: number | null = 1;
try {
  writeFileSync(join(folder, 'openapi.json'), await stagedDocument(stage));
  code = await attack();
} finally {
  await stage.stop();
  rmSync(folder, { recursive: true });
}
process.exit(code ?? 1);

/** The exit code of schemathesis: 0 if it found nothing. */
async function attack(): Promise<number | null> {
  const counts = ['--seed', String(values.seed), '--max-examples', values.quick ? '5' : '40', '--workers', '1'];
  const document = ['run', 'openapi.json', '--url', stage.url, ...counts, '--continue-on-failure', ...more];
  const env = {
    ...process.env,
    SCHEMATHESIS_HOOKS: 'hooks',
    PYTHONPATH: OURS,
    PYTHONDONTWRITEBYTECODE: '1',
    SERVER_URL: stage.url,
    SERVER_TOKENS: JSON.stringify(stage.tokens),
  };
  const words = ['--config-file', join(OURS, 'schemathesis.toml'), ...document];
  const [code] = await once(spawn(program, words, { cwd: folder, env, stdio: 'inherit' }), 'exit');
  return code;
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly example: object } } };
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** The document of the server, whose examples name what is on the stage, so that these calls succeed. */
async function stagedDocument(stage: Stage): Promise<string> {
  const text = await (await fetch(`${stage.url}/api/openapi.json`)).text();
  const document = JSON.parse(withRealIds(text, stage)) as Document;
  return JSON.stringify(document, (_key, value) => (isOperation(value) ? withExamples(value, stage) : value));
}

/** The examples of the document tell one story, so each of its ids stands for one thing. */
function withRealIds(text: string, { ids, open, ended }: Stage): string {
  const real = {
    GV7GJP3W: open.match,
    A59YY9EF: ended.match,
    'p-XSSWZRRR2SNM': ids.player ?? '',
    [exampleCommitment(text)]: open.commitment,
    'https://example.org/notices': 'http://127.0.0.1:1024/notices',
  };
  return Object.entries(real).reduce((done, [from, to]) => done.replaceAll(from, to), text);
}

function exampleCommitment(text: string): string {
  return /"example":\{"commitment":"([0-9a-f]{64})"/.exec(text)?.[1] ?? '';
}

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'operationId' in value && 'parameters' in value;
}

function withExamples(operation: Operation, { ids, codes, ended }: Stage): Operation {
  const { operationId } = operation;
  const known: Stage['ids'] = {
    ...ids,
    ...(OF_ENDED.includes(operationId) && { match: ended.match }),
    ...(operationId === 'releaseTemple' && { temple: TEMPLES.release }),
    ...(operationId === 'giveTemple' && { temple: TEMPLES.give }),
  };
  const code = (codes as Readonly<Record<string, string>>)[operationId];
  const parameters = operation.parameters.map((parameter) =>
    parameter.in === 'path' && known[parameter.name] !== undefined
      ? { ...parameter, example: known[parameter.name] }
      : parameter,
  );
  return { ...operation, parameters, ...(code !== undefined && withCode(operation, code)) };
}

/** The example of the body, with a code that works. */
function withCode({ requestBody }: Operation, code: string): Partial<Operation> {
  if (requestBody === undefined) return {};
  const { example, ...rest } = requestBody.content['application/json'];
  const field = 'refresh' in example ? 'refresh' : 'code';
  const content = { 'application/json': { ...rest, example: { ...example, [field]: code } } };
  return { requestBody: { ...requestBody, content } };
}
