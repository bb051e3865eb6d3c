/** What clients are told, as types: docs/schemas and docs/asyncapi/socket.json are made from these and their comments. */
import type {
  Answer,
  Bulletin,
  LegalMove,
  LegalMoves,
  PrivateMessage,
  RematchMessage,
  TableJson,
  TalkLine,
  Views,
} from '@flower-war/protocol';
import type { GameId, GameTypes } from '@flower-war/rules';

/** What each game shows. */
export type GameShapes = {
  readonly [G in GameId]: {
    readonly view: Views[G];
    readonly event: GameTypes[G]['event'];
    readonly move: LegalMove<G>;
    readonly reason: GameTypes[G]['reason'];
    readonly table: TableJson<Views[G]>;
  };
};

/** What the server says over a socket beside the state. */
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
  /** What the legal moves of the new question do, for a connection that asked for it. */
  readonly explained: LegalMoves;
  /** The one answer to a request. */
  readonly answer: Answer;
}
