/** The thread of the database: runs what it is told, and asks for a sync of what it has written. */
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { connect } from './data-folder/connect.ts';
import { type CallBatch, DiskSpeed, OwnSyncs, type Said, SIGNALS, type ThreadData } from './engine/sqlite/ownSyncs.ts';
import { TwoConnections } from './engine/sqlite/twoConnections.ts';
import { operations } from './operations.ts';

// The main thread loads this file too, so that the cache of compiled code has it.
if (parentPort !== null) serve(parentPort, workerData as ThreadData);

function serve(port: MessagePort, { path, isSynced, signals }: ThreadData): void {
  // Neither connection syncs what it commits: that would hold up the reads.
  const connections = { writing: connect(path, false), reading: connect(path, false) };
  const syncs = isSynced ? new OwnSyncs(path) : undefined;
  const speed = new DiskSpeed(signals);
  if (syncs !== undefined) syncs.onSync = (milliseconds) => speed.note(milliseconds);
  const say = (said: Said) => {
    Atomics.store(signals, SIGNALS.commits, database.commits);
    port.postMessage(said);
  };
  const database: TwoConnections = new TwoConnections({ ...connections, syncs }, operations, say);
  for (let [isOpen, synced] = [true, 0]; isOpen || database.isSyncing; ) {
    const before = Atomics.load(signals, SIGNALS.calls);
    const told = gathered(port);
    // Looked at after the messages: a call that was sent after a sync must see what it made durable.
    const isSyncDone = Atomics.load(signals, SIGNALS.syncs) > synced;
    if (isSyncDone) synced++;
    if (isSyncDone) database.synced(Atomics.load(signals, SIGNALS.lastSyncMs));
    if (told.length > 0) database.take(told.flatMap(({ calls }) => calls));
    if (told.some(({ isLast }) => isLast)) isOpen = false;
    // Waits without the event loop, which would take longer to wake than many a call takes to run.
    if (told.length === 0 && !isSyncDone) Atomics.wait(signals, SIGNALS.calls, before);
    else Atomics.store(signals, SIGNALS.isWaiting, database.isWaiting || !isOpen ? 1 : 0);
  }
  database.close();
  syncs?.close();
}

/** What has come: all that came while the last transaction was written shares the next. */
function gathered(port: MessagePort): CallBatch[] {
  const found: CallBatch[] = [];
  for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port))
    found.push(next.message as CallBatch);
  return found;
}
