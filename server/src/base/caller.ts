/** A player who asks for something, and the address that the request comes from. */
export interface Caller {
  readonly player: string;
  readonly address: string;
  /** The device. Absent where it does not matter. */
  readonly session?: string;
}
