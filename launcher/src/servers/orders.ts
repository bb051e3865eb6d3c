/** Takes the order for a rolling restart from other programs of this machine, through a socket in the data folder. */
import { once } from 'node:events';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Fleet } from './fleet.ts';

export const ROLLING_RESTART = 'rolling-restart';

/** One line of an answer. The last one says how it went. */
export type Answer =
  | { readonly kind: 'step'; readonly text: string }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly text: string };

export const socketIn = (folder: string): string => join(folder, 'launcher.sock');

export class Orders {
  private readonly fleet: Fleet;
  private isBusy = false;

  constructor(fleet: Fleet) {
    this.fleet = fleet;
  }

  async listen(folder: string): Promise<void> {
    const path = socketIn(folder);
    mkdirSync(folder, { recursive: true });
    if (await isTaken(path))
      throw new Error(
        `Another npm start with --processes uses the folder ${folder}. Stop it, or choose another DATA_DIR.`,
      );
    rmSync(path, { force: true });
    const server = createServer((socket) => this.hear(socket));
    server.on('error', ({ message }) =>
      console.error(`npm run do -- rolling-restart cannot reach this start: ${message}`),
    );
    // Only the user who starts the server may order something.
    server.listen(path, () => chmodSync(path, 0o600));
    server.unref();
  }

  private hear(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    createInterface({ input: socket }).once('line', (line) => {
      const tell = (answer: Answer) => socket.write(`${JSON.stringify(answer)}\n`);
      void this.obey(line, tell).then(() => socket.end());
    });
  }

  private async obey(order: string, tell: (answer: Answer) => void): Promise<void> {
    if (order !== ROLLING_RESTART)
      return tell({ kind: 'failed', text: `This order is not known: ${ROLLING_RESTART} is.` });
    if (this.isBusy)
      return tell({ kind: 'failed', text: 'Another rolling restart is under way. Wait until it is done.' });
    this.isBusy = true;
    try {
      await this.fleet.restartAll((text) => {
        process.stderr.write(`${text}\n`);
        tell({ kind: 'step', text });
      });
      tell({ kind: 'done' });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      process.stderr.write(`${text}\n`);
      tell({ kind: 'failed', text });
    } finally {
      this.isBusy = false;
    }
  }
}

/** A launcher that was killed leaves its socket behind, but does not answer there. */
async function isTaken(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
