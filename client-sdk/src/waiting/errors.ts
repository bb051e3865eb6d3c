/** Why a waiting ended without what it waited for. */

/** The match, the lobby or the link was closed by this program. */
export class ClosedError extends Error {
  override readonly name = 'ClosedError';
}

/** The time that the caller allowed is over. `cause` says what was in the way, if that is known. */
export class TimedOutError extends Error {
  override readonly name = 'TimedOutError';

  constructor(cause?: Error) {
    super(`this took longer than the caller waits${cause ? `: ${cause.message}` : ''}`, { cause });
  }
}
