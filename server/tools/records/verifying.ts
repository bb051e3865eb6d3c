/** Verifies a record in a thread of its own if its rules might run for ever, so that they can be stopped. */
import { Worker } from 'node:worker_threads';
import type { RecordFile, RecordVerdict } from '@flower-war/protocol';
import { type Given, judge } from './recordFile.ts';

/** The longest honest record takes a few seconds. */
const PATIENCE_MS = 60_000;
const ENDLESS: RecordVerdict = {
  ok: false,
  line: 1,
  code: 'parent',
  problem: 'the rules run for ever with the state that it goes on from',
};

/** Rules can run for ever only with a state that the record itself brings along. */
export function verifyGiven(given: Given): Promise<RecordVerdict> {
  const isFrom = (record: RecordFile = '') => firstLineOf(record).includes('"from":');
  return isFrom(given.record) || isFrom(given.parent) ? inThread(given, PATIENCE_MS) : judge(given);
}

function firstLineOf(record: RecordFile): string {
  const bytes = Buffer.from(record);
  const end = bytes.indexOf('\n');
  return bytes.toString('latin1', 0, end < 0 ? bytes.length : end);
}

async function inThread(given: Given, patienceMs: number): Promise<RecordVerdict> {
  const worker = new Worker(new URL('verifyThread.ts', import.meta.url), { workerData: given });
  try {
    return await verdictOf(worker, patienceMs);
  } finally {
    await worker.terminate();
  }
}

function verdictOf(worker: Worker, patienceMs: number): Promise<RecordVerdict> {
  return new Promise<RecordVerdict>((resolve, reject) => {
    const timer = setTimeout(() => resolve(ENDLESS), patienceMs);
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => clearTimeout(timer));
  });
}
