/** What the server and the thread of the database tell each other. */
export interface Where {
  readonly path: string;
  /** Whether a write counts only once the disk has it. */
  readonly isSynced: boolean;
}

export interface ThreadData extends Where {
  /** How many messages the thread was sent. It sleeps until this changes. */
  readonly posted: Int32Array<SharedArrayBuffer>;
}

/** A call as a list, which passes between threads at half the cost of an object. */
export type Asked = readonly [id: number, group: string, name: string, given: readonly unknown[]];

export interface Told {
  readonly calls: readonly Asked[];
  /** Nothing comes after this. */
  readonly isLast: boolean;
}

export interface Failure {
  readonly message: string;
  readonly isOfStore: boolean;
}

/** The outcome of a call. */
export type Answered = readonly [id: number, value: unknown, failure?: Failure];

export type Said = readonly Answered[];
