/** What the launcher and the front door tell each other. */

/** A process that runs. */
export interface Told {
  readonly name: string;
  readonly port: number;
  /** It ends soon: only sockets of its own rooms go there. */
  readonly isLeaving: boolean;
}

export interface News {
  /** The answer repeats it. */
  readonly count: number;
  /** All that run now. */
  readonly processes: readonly Told[];
}

export interface Heard {
  readonly heard: number;
}
