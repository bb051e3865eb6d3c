/** A whole match, and the proof of its record, in each run time. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../tools/packs.ts';
import type { Place } from './place.ts';
import { run } from './running.ts';
import { Missing, type Steps } from './steps.ts';

interface RunTime {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
}

export async function tryRunTimes(steps: Steps, { app, tools, bin, url }: Place): Promise<void> {
  const runTimes: readonly RunTime[] = [
    { name: 'Node 20', program: join(tools, 'node_modules/node/bin/node'), args: ['oldNode.js'] },
    { name: 'Node 24', program: process.execPath, args: ['program.js'] },
    { name: 'Deno', program: join(bin, 'deno'), args: ['run', '--allow-all', 'program.js'] },
    { name: 'Bun', program: join(bin, 'bun'), args: ['program.js'] },
  ];
  for (const { name, program, args } of runTimes)
    await steps.try(`a match in ${name}`, async () => {
      if (!existsSync(program)) throw new Missing('npm has none for this machine');
      const version = (await run(program, ['--version'], { cwd: app })).split('\n')[0] ?? '';
      if (name.startsWith('Node') && !version.startsWith(`v${name.slice('Node '.length)}.`))
        throw new Error(`it is ${version}`);
      return `${version}: ${(await run(program, [...args, url], { cwd: app })).trim()}`;
    });
}

/** Runs the first example of the client's README as it stands, against another address. */
export async function tryReadme(steps: Steps, { alone, url }: Place): Promise<void> {
  await steps.try('the first match of the README', async () => {
    const readme = readFileSync(join(ROOT, 'client-sdk/README.md'), 'utf8');
    const code = /```js\n(.+?)```/s.exec(readme)?.[1]?.replace('http://127.0.0.1:2567', url);
    if (code === undefined) throw new Error('client-sdk/README.md has no program in JavaScript');
    for (const file of ['first.mjs', 'first.mts']) {
      writeFileSync(join(alone, file), code);
      const words = await run(process.execPath, [file], { cwd: alone });
      if (!/result: '(win|draw)'/.test(words)) throw new Error(`${file} printed no result:\n${words.slice(0, 500)}`);
    }
    return `${code.trim().split('\n').length} lines`;
  });
}
