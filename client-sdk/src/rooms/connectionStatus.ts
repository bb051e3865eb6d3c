/** What a connection does at the moment. */
export interface ConnectionStatus {
  /** `waiting` until it tries again; `closed` is for good. */
  readonly state: 'connecting' | 'connected' | 'waiting' | 'closed';
  /** When it was made, lost or closed, in milliseconds since 1970; before the first time, when it began to try. */
  readonly since: number;
  /** How often it has tried since then. */
  readonly attempt: number;
  /** Why it was lost or closed, or why the last try failed. */
  readonly why?: Error;
}
