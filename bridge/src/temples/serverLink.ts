/** What the bridge needs of the server: the public methods of the SDK's TempleLink. */
import type { TempleLinkEvents } from '@flower-war/client';
import type { LinkAnswer, LinkRequest, LinkRequestName } from '@flower-war/protocol';

export interface ServerLink {
  readonly isConnected: boolean;
  open(): void;
  close(): void;
  on<K extends keyof TempleLinkEvents>(name: K, listener: (value: TempleLinkEvents[K]) => void): () => void;
  /** Sends a request. Gives nothing if no answer came. */
  ask<N extends LinkRequestName>(name: N, request: LinkRequest<N>): Promise<LinkAnswer | undefined>;
}
