/** What one process tells another beside the request of the caller. The public address never reads these headers. */

export const PEER_HEADERS = {
  /** The token that only processes know. */
  token: 'x-flower-war-token',
  /** The address of the caller, as the first process knows it. */
  caller: 'x-flower-war-caller',
  /** In an answer: nothing was done, because what the request needs does not live here. */
  notMine: 'x-flower-war-not-mine',
  /** In an answer: the code of the refusal, for the metrics of the first process. */
  refusal: 'x-flower-war-refusal',
} as const;

/** The status of an answer that says `notMine`. No route answers with it. */
export const MISDIRECTED = 421;
