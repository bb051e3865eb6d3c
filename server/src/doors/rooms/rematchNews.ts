/** Which match is the rematch: told to the viewers of a room, live or with a delay, once they have been shown the end. */
import { ClientState } from '@colyseus/core';
import { MESSAGES, type RematchMessage } from '@flower-war/protocol';
import { rematchOf } from '../../features/table/summary.ts';
import type { PublicTable } from '../../match/record/viewerProgress.ts';
import type { Services } from '../services.ts';
import type { Connections, Viewer } from './connections.ts';
import { lineOf, Reader } from './readers.ts';

interface Parts {
  readonly match: string;
  /** The table as the room shows it. */
  readonly source: { readonly table: Pick<PublicTable, 'status'> };
  readonly connections: Connections;
  readonly journal: Services['journal'];
}

export class RematchNews {
  private readonly parts: Parts;
  /** What each viewer was told: players ask again and again, and each viewer is told once. */
  private readonly told = new WeakMap<Viewer, string>();

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** Tells all viewers here. Viewers who have not been shown the end are told then. */
  announce(rematch: string): void {
    if (this.isTold) for (const viewer of this.parts.connections.viewers) this.tellOnce(viewer, rematch);
  }

  /** Tells these viewers, if there is a rematch. */
  async tell(viewers: readonly Viewer[]): Promise<void> {
    if (!this.isTold) return;
    const { journal, match, connections } = this.parts;
    const rematch = await rematchOf(journal, match).catch(() => undefined);
    if (rematch === undefined) return;
    for (const viewer of viewers) if (connections.viewers.includes(viewer)) this.tellOnce(viewer, rematch);
  }

  /** A client that does not listen yet would lose the message, and is told when it does. */
  private tellOnce(viewer: Viewer, rematch: string): void {
    const listens = viewer instanceof Reader || viewer.state === ClientState.JOINED;
    if (!listens || this.told.get(viewer) === rematch) return;
    this.told.set(viewer, rematch);
    send(viewer, rematch);
  }

  /** Whether the room shows the end. */
  private get isTold(): boolean {
    return this.parts.source.table.status === 'ended';
  }
}

function send(viewer: Viewer, match: string): void {
  if (viewer instanceof Reader) viewer.write(lineOf({ kind: 'rematch', match }));
  else viewer.send(MESSAGES.rematch, { match } satisfies RematchMessage);
}
