/** `npm run scenarios -- [files or folders]`: plays scenarios and reports where the rules do something else. */
import { commandLine } from '@flower-war/protocol/command-line';
import { resolve } from 'node:path';
import { type Report, runScenarios } from '../src/tools/scenario.ts';
import { readYaml, yamlFiles } from './yamlFiles.ts';

const DEFAULT = resolve(import.meta.dirname, '../scenarios');
const UNREADABLE = 2;

const { words } = commandLine({
  name: 'scenarios',
  does: 'plays scenarios, and reports where the rules do something else',
  words: { of: 'PATH...', tells: 'files or folders (rules/scenarios)' },
});
const paths = words.map((path) => resolve(process.env.INIT_CWD ?? process.cwd(), path));
const reports = files().flatMap(play);
const failed = reports.filter(({ problems }) => problems.length > 0).length;
console.log(reports.length === 0 ? 'no scenario found' : `${reports.length} scenarios, ${failed} failed`);
process.exitCode ||= failed > 0 || reports.length === 0 ? 1 : 0;

function files(): readonly string[] {
  try {
    return yamlFiles(paths.length > 0 ? paths : [DEFAULT]);
  } catch (error) {
    return unreadable(error instanceof Error ? error.message : String(error));
  }
}

function play(path: string): readonly Report[] {
  const reports = runScenarios(read(path));
  for (const report of reports) print(report, path);
  return reports;
}

function read(path: string): unknown {
  try {
    return readYaml(path);
  } catch (error) {
    return unreadable(`${path}: ${error instanceof Error ? error.message : error}`);
  }
}

function unreadable(words: string): never {
  console.error(`cannot read ${words}`);
  process.exit(UNREADABLE);
}

function print({ id, title, problems }: Report, path: string): void {
  console.log(
    `${problems.length === 0 ? 'ok  ' : 'FAIL'} ${id.padEnd(6)} ${title}${problems.length === 0 ? '' : `  (${path})`}`,
  );
  for (const problem of problems) console.log(`       ${problem}`);
}
