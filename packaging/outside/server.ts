/** A real server of this checkout, on a free port, with a data folder of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../tools/packs.ts';

export interface LocalServer {
  readonly url: string;
  stop(): Promise<void>;
}

const START_WITHIN_MS = 30_000;

export async function startServer(data: string): Promise<LocalServer> {
  const env = { ...process.env, PORT: '0', DATA_DIR: data, BOT_DELAY_MS: '0', LIMITS: '0', LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, [join(ROOT, 'server/src/main.ts')], {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ address }] = (await once(child, 'message', { signal: AbortSignal.timeout(START_WITHIN_MS) })) as [
    { address: string },
  ];
  return {
    url: address,
    async stop() {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}
