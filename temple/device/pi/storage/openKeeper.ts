/** Locks the file of totals and goes on with the totals in it. */
import type { Logger } from 'pino';
import { lockFile } from '../../../shared/fileLock.ts';
import { createKeeper, type Keeper } from './keeper.ts';
import { load, save } from './savedTotals.ts';

export interface OpenKeeper extends Keeper {
  /** Unlocks the file for other programs. */
  letGo(): void;
}

export async function openKeeper(file: string, log: Logger): Promise<OpenKeeper> {
  const letGo = hold(file);
  const { record, was } = await load(file);
  const first = { ...record, boot: record.boot + 1 };
  // This write also shows that the disk works. If it fails, the program ends before it tells any totals.
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
