/** The programs of other people that read the OpenAPI document, in a folder of their own. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/program.ts';

const FOLDER = join(ROOT, '.ci/openapi');
const WANTED = readFileSync(join(ROOT, 'test/tools/openapi/requirements.txt'), 'utf8');
const NOTE = join(FOLDER, 'requirements.txt');

/** The folder of the programs. Installs them if they are missing or others are wanted now. */
export function programs(): string {
  const bin = join(FOLDER, 'bin');
  if (existsSync(NOTE) && readFileSync(NOTE, 'utf8') === WANTED) return bin;
  console.log('installs what test/tools/openapi/requirements.txt names');
  execFileSync('python3', ['-m', 'venv', FOLDER], { stdio: 'inherit' });
  const install = ['-m', 'pip', 'install', '-q', '-r', 'test/tools/openapi/requirements.txt'];
  execFileSync(join(bin, 'python'), install, { cwd: ROOT, stdio: 'inherit' });
  writeFileSync(NOTE, WANTED);
  return bin;
}
