/** What the server says over a socket beside the state. The AsyncAPI document is made from these types. */
import type { Answer, Bulletin, PrivateMessage, RematchMessage, TalkLine } from '@flower-war/protocol';

export interface Said {
  /** What changed for this seat. */
  readonly private: PrivateMessage;
  /** What just happened, for animation: maps with a `kind`. The fields of each kind: docs/schemas. */
  readonly events: readonly Readonly<Record<string, unknown>>[];
  /** Lines that people said. */
  readonly talk: readonly TalkLine[];
  /** The people of this match play once more there. */
  readonly rematch: RematchMessage;
  /** What the host of the server tells all who are connected. */
  readonly bulletin: Bulletin;
  /** The one answer to a request. */
  readonly answer: Answer;
}
