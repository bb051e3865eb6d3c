/** A player who asks for something, and the address that the request comes from. */
export interface Caller {
  readonly player: string;
  readonly address: string;
}
