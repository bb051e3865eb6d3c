/** Takes up the life that lies on the disk, alone. */
import type { Logger } from 'pino';
import { lockFile } from '../../../shared/fileLock.ts';
import { createKeeper, type Keeper } from './keeper.ts';
import { load, save } from './savedTotals.ts';

export interface OpenKeeper extends Keeper {
  /** Another program may have the file. */
  letGo(): void;
}

export async function openKeeper(file: string, log: Logger): Promise<OpenKeeper> {
  const letGo = hold(file);
  const { record, was } = await load(file);
  const first = { ...record, boot: record.boot + 1 };
  // Also shows that the disk takes what comes; if not, this ends here, and nothing is told that is not kept.
  await save(file, first).catch((cause: Error) => homeless(file, cause));
  log.info({ was, epoch: first.epoch, war: first.war, rain: first.rain }, 'the temple opens');
  return { ...createKeeper(first, { file, log }), letGo };
}

function hold(file: string): () => void {
  const letGo = tryToHold(file);
  if (letGo === undefined) throw new Error(`Another temple program keeps its totals in ${file}. Stop it first.`);
  return letGo;
}

function tryToHold(file: string): ReturnType<typeof lockFile> {
  try {
    return lockFile(file);
  } catch (cause) {
    return homeless(file, cause as Error);
  }
}

function homeless(file: string, cause: Error): never {
  throw new Error(`The totals cannot be kept in ${file}: ${cause.message}`, { cause });
}
