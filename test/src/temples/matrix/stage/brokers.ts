/** The brokers of the cells, and the faults that they can have. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  noMosquitto,
  startAedes,
  startMosquitto,
  type TestBroker,
  type TestMosquitto,
} from '@flower-war/bridge/broker';

export type CellBroker = (TestBroker & { readonly kind: 'aedes' }) | (TestMosquitto & { readonly kind: 'mosquitto' });

export async function openBroker(kind: CellBroker['kind'], devices: readonly string[]): Promise<CellBroker> {
  return kind === 'aedes'
    ? { ...(await startAedes()), kind }
    : { ...(await startMosquitto({ devices }).catch(explained)), kind };
}

function explained(error: unknown): never {
  throw new Error(noMosquitto() ?? String(error), { cause: error });
}

/** Restarts the broker without its stored messages. The embedded broker stores none in any case. */
export async function restartForgetful(broker: CellBroker): Promise<void> {
  await broker.kill();
  rmSync(join(stateOf(broker), 'mosquitto.db'), { force: true });
  await broker.restart();
}

export async function restartKilled(broker: CellBroker): Promise<void> {
  await broker.kill();
  await broker.restart();
}

const stateOf = ({ folder }: CellBroker): string => join(folder, 'state');

/**
 * From now on the broker can store nothing: its folder is on a full file system, or missing where no mount is allowed.
 */
export function fillDisk(broker: CellBroker): () => void {
  const state = stateOf(broker);
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', state]).status === 0;
  if (!isMounted) return withoutFolder(state);
  try {
    writeFileSync(join(state, 'filler'), Buffer.alloc(64 * 1024));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
  const makeRoom = () => void spawnSync('umount', ['-l', state], { stdio: 'ignore' });
  process.once('exit', makeRoom);
  return () => {
    process.off('exit', makeRoom);
    makeRoom();
  };
}

function withoutFolder(state: string): () => void {
  renameSync(state, `${state}.away`);
  writeFileSync(state, '');
  return () => {
    if (!existsSync(`${state}.away`)) return;
    rmSync(state, { force: true });
    renameSync(`${state}.away`, state);
  };
}

/** Rewrites the rules of a running broker: devices may not publish totals. Returns a function that undoes it. */
export async function forbidTotals(broker: CellBroker, devices: readonly string[]): Promise<() => Promise<void>> {
  if (broker.kind !== 'mosquitto') throw new Error('the rules of the embedded broker are code and never change');
  const file = join(broker.folder, 'acl');
  const rules = readFileSync(file, 'utf8');
  writeFileSync(file, rules.replace(/^pattern \w+ .*\/odometer$/m, '# no totals'));
  await broker.admit(devices);
  return async () => {
    writeFileSync(file, rules);
    await broker.admit(devices);
  };
}
