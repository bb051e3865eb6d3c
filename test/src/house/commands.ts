/** The commands of package.json that start programs of ours. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { ROOT } from '../support/program.ts';

const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(`${ROOT}/package.json`, 'utf8'),
);

/** `npm run dev` starts the same program as `npm start`. */
export const COMMANDS: readonly (readonly [name: string, file: string])[] = Object.entries(scripts).flatMap(
  ([name, script]) =>
    [...script.matchAll(/\bnode [^&]*?(\S+\.(?:ts|mjs))\b/g)].map(([, file = '']) => [name, file] as const),
);

const NOWHERE = { DATA_DIR: '/nowhere/data', DATABASE_URL: '', REDIS_URL: '', PORT: '1' };

/** What the program says, and its code. There is nothing for it to work on. */
export async function runProgram(file: string, ...words: readonly string[]) {
  const child = spawn(process.execPath, [file, ...words], { cwd: ROOT, env: { ...process.env, ...NOWHERE } });
  const [said, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, said: `${said}${errors}` };
}
