/** Another living process. */
export interface Peer {
  readonly process: string;
  /** Its display name, and the first part of the path of its sockets. */
  readonly name: string;
  /** Where other processes reach it. Empty if it did not say. */
  readonly address: string;
}

/** A match or a temple lives in another process: only that one may write there. */
export class Elsewhere extends Error {
  readonly peer: Peer;

  constructor(id: string, peer: Peer) {
    super(`${id} lives in the process ${peer.name}`);
    this.peer = peer;
  }
}
