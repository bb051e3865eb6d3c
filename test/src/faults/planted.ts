/**
 * Faults that are planted in the code, one at a time, to see what finds them: the texts beside this file. Each has a name, the text that
 * is there (`- `) and what stands there instead (`+ `). No file is named, because files move: the text occurs once in the whole code.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plant } from '../simulation/bundle.ts';
import { ROOT } from '../support/program.ts';

export interface Fault extends Plant {
  readonly name: string;
  /** The name of the text that has it. */
  readonly list: string;
}

/** All faults whose text the code has once, and what is wrong with the others. */
export function plantedFaults(): { readonly faults: readonly Fault[]; readonly mistakes: readonly string[] } {
  const code = productCode();
  const read = globSync('*.txt', { cwd: import.meta.dirname })
    .toSorted()
    .flatMap(faultsIn);
  const faults: Fault[] = [];
  const mistakes: string[] = [];
  for (const one of read) {
    const holders = [...code].filter(([, text]) => text.includes(one.from)).map(([file]) => file);
    const [file = ''] = holders;
    if (holders.length !== 1)
      mistakes.push(`${one.list}: ${one.name}: its text is in ${holders.join(' and ') || 'no file'}`);
    else if (code.get(file)?.split(one.from).length !== 2)
      mistakes.push(`${one.list}: ${one.name}: ${file} has its text more than once`);
    else faults.push({ ...one, file });
  }
  return { faults, mistakes };
}

/** What is delivered, without tests and their helpers. */
function productCode(): ReadonlyMap<string, string> {
  const rooms = 'rules protocol words client-sdk server bridge temple terminal web launcher hosting'.split(' ');
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...rooms], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const files = listed
    .split('\n')
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/\.(test|fixture|contract)\.|\/testing\//.test(file));
  return new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));
}

function faultsIn(file: string): readonly Omit<Fault, 'file'>[] {
  const list = basename(file, '.txt');
  const blocks = readFileSync(join(import.meta.dirname, file), 'utf8')
    .trim()
    .split(/\n\n+/);
  return blocks.map((block) => {
    const [name = '', ...lines] = block.split('\n');
    const after = (sign: string) => lines.flatMap((line) => (line.startsWith(sign) ? [line.slice(2)] : [])).join('\n');
    return { list, name, from: after('-'), to: after('+') };
  });
}
