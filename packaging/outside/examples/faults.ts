/** Faults that the folder of the examples must show: it holds what strangers get, and no more. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../running.ts';
import type { Steps } from '../steps.ts';
import { command, doAsTold, type Examples } from './folder.ts';
import { fails } from './programs.ts';

export async function tryFaults(steps: Steps, { web, place }: Examples): Promise<void> {
  await steps.try('a bot that imports the rules does not start', () => {
    const bot = readFileSync(join(web, 'bot.ts'), 'utf8');
    writeFileSync(join(web, 'faulty.ts'), `import '@flower-war/rules';\n${bot}`);
    return fails(
      () => run(process.execPath, ['faulty.ts', place.url], { cwd: web }),
      "Cannot find package '@flower-war/rules'",
    );
  });
  await steps.try('an app without the hooks of the package is not built', async () => {
    const hooks = join(web, 'node_modules/@flower-war/client/lib/react.js');
    renameSync(hooks, `${hooks}.away`);
    try {
      return await fails(() => doAsTold(command('npx esbuild main.tsx'), { cwd: web }), 'Could not resolve');
    } finally {
      renameSync(`${hooks}.away`, hooks);
    }
  });
}
