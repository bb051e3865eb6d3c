/** The thread of the database: runs what it is told, and answers when it is durable. */
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { connect } from '../data-folder/database.ts';
import { operations } from '../operations.ts';
import { StoreError } from './engine.ts';
import { type Outcome, SqliteRunner } from './sqlite.ts';
import type { Said, Told, Where } from './threadMessages.ts';

const port = parentPort as MessagePort;
const { path, isSynced } = workerData as Where;
const runner = new SqliteRunner(connect(path, isSynced), operations);

port.on('message', (told: Told) => {
  const all = [told, ...gathered()];
  const calls = all.flatMap((one) => one.calls);
  const outcomes = runner.run(calls.map(({ call }) => call));
  port.postMessage(calls.map(({ id }, n) => ({ id, ...said(outcomes[n]) })) satisfies Said);
  if (!all.some(({ isLast }) => isLast)) return;
  runner.close();
  port.close();
});

/** What came while the last transaction was written. */
function gathered(): Told[] {
  const found: Told[] = [];
  for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port))
    found.push(next.message as Told);
  return found;
}

function said(outcome: Outcome | undefined) {
  if (outcome === undefined) return { failure: { message: 'no outcome', isOfStore: true } };
  if (!('failure' in outcome)) return { value: outcome.value };
  const { failure } = outcome;
  return { failure: { message: failure.message, isOfStore: failure instanceof StoreError } };
}
