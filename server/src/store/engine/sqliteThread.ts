/** The thread of the database: runs what it is told, and answers when it is durable. */
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { connect } from '../data-folder/connect.ts';
import { operations } from '../operations.ts';
import { StoreError } from './engine.ts';
import { type Outcome, SqliteRunner } from './sqlite.ts';
import type { Answered, Said, ThreadData, Told } from './threadMessages.ts';

// The main thread loads this file too, so that the cache of compiled code has it.
if (parentPort !== null) serve(parentPort, workerData as ThreadData);

function serve(port: MessagePort, { path, isSynced, posted }: ThreadData): void {
  const runner = new SqliteRunner(connect(path, isSynced), operations);
  for (let isOpen = true; isOpen; ) isOpen = answerAll(arrived(port, posted), { port, runner });
  runner.close();
}

/** Waits without the event loop, which would take longer to wake than many a call takes to run. */
function arrived(port: MessagePort, posted: ThreadData['posted']): readonly Told[] {
  const seen = Atomics.load(posted, 0);
  const found = gathered(port);
  if (found.length > 0) return found;
  Atomics.wait(posted, 0, seen);
  return gathered(port);
}

interface Serving {
  readonly port: MessagePort;
  readonly runner: SqliteRunner;
}

/** Returns whether more may come. */
function answerAll(all: readonly Told[], { port, runner }: Serving): boolean {
  const calls = all.flatMap((one) => one.calls);
  if (calls.length > 0) {
    const outcomes = runner.run(calls.map(([, group, name, given]) => ({ group, name, given })));
    port.postMessage(calls.map(([id], n) => answered(id, outcomes[n])) satisfies Said);
  }
  return !all.some(({ isLast }) => isLast);
}

/** What has come: all that came while the last transaction was written shares the next. */
function gathered(port: MessagePort): Told[] {
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
