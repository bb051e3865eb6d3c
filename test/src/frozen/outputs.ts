/** What strangers build on and hosts type: it stays byte for byte, unless somebody means to change it. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS, runProgram } from '../house/commands.ts';
import { metricsOf } from '../support/metrics.ts';
import { ROOT } from '../support/program.ts';
import { testServer } from '../support/server.ts';

/** Each text by its name. */
export type Outputs = ReadonlyMap<string, string>;

/** Files that other tests hold against the code that makes them. The reference holds codes, settings and topics. */
const FILES = [
  'docs/openapi.json',
  'docs/asyncapi/*.json',
  'docs/schemas/*.json',
  'docs/protocol-reference.md',
  'protocol/vectors',
  'rules/golden/*.jsonl',
];

export async function outputs(): Promise<Outputs> {
  return new Map([...files(), ...types(), ...(await helps()), ...(await metrics())]);
}

function files(): Outputs {
  const said = execFileSync('git', ['ls-files', ...FILES], { cwd: ROOT, encoding: 'utf8' });
  const found = said.split('\n').filter(Boolean);
  return new Map(found.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));
}

/** The types of the packages, as a stranger's editor reads them. */
function types(): Outputs {
  execFileSync(process.execPath, ['packaging/tools/pack.ts'], { cwd: ROOT });
  const found = globSync('dist/*/lib/*.d.ts', { cwd: ROOT }).toSorted();
  return new Map(found.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));
}

async function helps(): Promise<Outputs> {
  const all = new Map<string, string>();
  for (const [name, file] of COMMANDS) all.set(`help of ${name}`, (await runProgram(file, '--help')).said);
  return all;
}

/** The names, kinds and texts of what Prometheus reads; the numbers are another matter. */
async function metrics(): Promise<Outputs> {
  const server = await testServer();
  try {
    const told = (await metricsOf(server.address)).split('\n').filter((line) => line.startsWith('#'));
    return new Map([['metrics', told.toSorted().join('\n')]]);
  } finally {
    await server.stop();
  }
}
