/** A client with a seat, as cheap as can be: it looks only at what the bench needs to know. */
export interface Seated {
  /** Without the answers to its own moves. */
  bytesDown: number;
  bytesUp: number;
  /** How many changes of the board it has been shown. */
  readonly views: number;
  /** Resolves when the server has said that the move is played; rejects when it was refused. */
  play(turn: number): Promise<void>;
  /** Resolves when so many changes have been shown since the connection began. */
  seen(views: number): Promise<void>;
  close(): void;
}

/** Takes the seat, and resolves when the board has been shown. */
export type TakeSeat = () => Promise<Seated>;

/** Makes a match at this address, in which both seats are free. */
export type NewMatch = (address: string) => Promise<readonly [red: TakeSeat, yellow: TakeSeat]>;
