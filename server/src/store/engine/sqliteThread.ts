/** The thread of the database: runs what it is told, and answers when it is durable. */
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { connect } from '../data-folder/connect.ts';
import { operations } from '../operations.ts';
import { StoreError } from './engine.ts';
import { type Outcome, SqliteRunner } from './sqlite.ts';
import type { Answered, Said, ThreadData, Told } from './threadMessages.ts';

const port = parentPort as MessagePort;
const { path, isSynced, posted } = workerData as ThreadData;
const runner = new SqliteRunner(connect(path, isSynced), operations);

for (let isOpen = true; isOpen; ) isOpen = answerAll(arrived());
runner.close();

/** Waits without the event loop, which would take longer to wake than many a call takes to run. */
function arrived(): readonly Told[] {
  const seen = Atomics.load(posted, 0);
  const found = gathered();
  if (found.length > 0) return found;
  Atomics.wait(posted, 0, seen);
  return gathered();
}

/** Returns whether more may come. */
function answerAll(all: readonly Told[]): boolean {
  const calls = all.flatMap((one) => one.calls);
  if (calls.length > 0) {
    const outcomes = runner.run(calls.map(([, group, name, given]) => ({ group, name, given })));
    port.postMessage(calls.map(([id], n) => answered(id, outcomes[n])) satisfies Said);
  }
  return !all.some(({ isLast }) => isLast);
}

/** What has come: all that came while the last transaction was written shares the next. */
function gathered(): Told[] {
  const found: Told[] = [];
  for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port))
    found.push(next.message as Told);
  return found;
}

function answered(id: number, outcome: Outcome | undefined): Answered {
  if (outcome === undefined) return [id, undefined, { message: 'no outcome', isOfStore: true }];
  if (!('failure' in outcome)) return [id, outcome.value];
  const { failure } = outcome;
  return [id, undefined, { message: failure.message, isOfStore: failure instanceof StoreError }];
}
