// Why a waiting ended without what it waited for.

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

/** How long a caller waits. Afterwards nothing waits any more, but what was sent to the server may still count. */
export interface Waiting {
  /** Aborting it ends the waiting with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** After this many milliseconds the waiting ends with a TimedOutError. */
  readonly within?: number | undefined;
}

/** A timer that waits longer than this would ring at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Runs something that waits, until the caller waits no more. `run` gets a signal that tells it to stop. */
export async function limited<T>(
  waiting: Waiting,
  run: (signal: AbortSignal) => Promise<T>,
  late = (): Error => new TimedOutError(),
): Promise<T> {
  if (waiting.signal?.aborted) throw reasonOf(waiting.signal);
  const running = new AbortController();
  let stop = () => {};
  const ended = new Promise<never>((_, reject) => {
    stop = whenEnded(waiting, late, (why) => {
      reject(why); // before the signal, so that the caller learns this reason and not what comes of the signal
      running.abort(why);
    });
  });
  try {
    return await Promise.race([ended, run(running.signal)]);
  } finally {
    stop();
  }
}

function whenEnded({ signal, within }: Waiting, late: () => Error, end: (why: unknown) => void) {
  const abort = () => signal && end(reasonOf(signal));
  signal?.addEventListener('abort', abort);
  const hasTimer = within !== undefined && within <= LONGEST_TIMER_MS;
  const timer = hasTimer ? setTimeout(() => end(late()), within) : undefined;
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  };
}

/** React Native's signals have no reason. */
function reasonOf(signal: AbortSignal): unknown {
  return signal.reason ?? Object.assign(new Error('the waiting was aborted'), { name: 'AbortError' });
}

/** Waits so long, or until the signal tells it to stop. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

/** Why a call failed, as far as its error tells. */
interface Failure extends Error {
  readonly retryAfter?: number | undefined;
  readonly mayHaveCounted?: boolean;
}

/** Asks again and again, as long as the error may pass. Its `retryAfter` says after how many seconds. */
export async function repeated<T>(
  ask: () => Promise<T>,
  mayPass: (why: Failure) => boolean,
  signal: AbortSignal,
): Promise<T> {
  for (;;)
    try {
      return await ask();
    } catch (error) {
      const why = error as Failure;
      if (signal.aborted || !mayPass(why)) throw why;
      await pause((why.retryAfter ?? 1) * 1000, signal);
    }
}

/** How long a caller still waits, when something takes several steps. */
export function countdown({ signal, within }: Waiting): () => Waiting {
  const end = Date.now() + (within ?? 0);
  return () => ({ signal, within: within === undefined ? undefined : Math.max(0, end - Date.now()) });
}
