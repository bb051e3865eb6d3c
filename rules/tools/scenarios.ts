/** `npm run do -- scenarios [files or folders]`: plays scenarios and reports where the rules do something else. */

import { globSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { commandLine, whereGiven } from '@flower-war/protocol/command-line';
import { parse } from 'yaml';
import { type Report, runScenarios } from '../src/tools/scenario.ts';

const USUAL = resolve(import.meta.dirname, '../scenarios');
const UNREADABLE = 2;

const { words } = commandLine({
  name: 'do -- scenarios',
  does: 'plays scenarios, and reports where the rules do something else',
  words: { of: 'PATH...', tells: 'files or folders (rules/scenarios)' },
});
const paths = words.map(whereGiven);
const reports = (paths.length > 0 ? paths : [USUAL]).flatMap(filesIn).flatMap(play);
const failed = reports.filter(({ problems }) => problems.length > 0).length;
console.log(reports.length === 0 ? 'no scenario found' : `${reports.length} scenarios, ${failed} failed`);
process.exitCode = failed > 0 || reports.length === 0 ? 1 : 0;

/** The files of a folder, or the one file that the path names. */
function filesIn(path: string): readonly string[] {
  return readable(path, () => {
    if (!statSync(path).isDirectory()) return [path];
    const found = globSync('**/*.{yaml,yml}', { cwd: path }).toSorted();
    return found.map((file) => join(path, file));
  });
}

function play(path: string): readonly Report[] {
  const played = runScenarios(readable(path, () => parse(readFileSync(path, 'utf8'))));
  for (const report of played) print(report, path);
  return played;
}

function readable<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    console.error(`cannot read ${path}: ${error instanceof Error ? error.message : error}`);
    process.exit(UNREADABLE);
  }
}

function print({ id, title, problems }: Report, path: string): void {
  const isWell = problems.length === 0;
  console.log(`${isWell ? 'ok  ' : 'FAIL'} ${id.padEnd(6)} ${title}${isWell ? '' : `  (${path})`}`);
  for (const problem of problems) console.log(`       ${problem}`);
}
