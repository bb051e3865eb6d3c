/** How an action is asked of a room. It counts once, however often it is asked with the same id. */
import type { Room } from '@colyseus/sdk';
import type { Action, ActionId, ActionName, Answer } from '@flower-war/protocol';

const RETRY_AFTER_MS = 250;
/**
 * The longest that a timer can wait. An answer may take as long as a hidden window is open, and a window may be open as
 * long as somebody thinks; a connection that is gone is noticed by its pings.
 */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

/** Asks until the answer is final, over as many connections as that takes. */
export async function askUntilFinal<N extends ActionName>(
  connected: () => Promise<Room | undefined>,
  name: N,
  action: Action<N>,
): Promise<Answer> {
  for (;;) {
    const answer = await request(await connected(), name, action);
    if (answer !== undefined && isFinal(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
  }
}

/** Nothing when the connection went before the answer came: the action, with its id, is then sent again. */
async function request<N extends ActionName>(
  room: Room | undefined,
  name: N,
  action: Action<N>,
): Promise<Answer | undefined> {
  try {
    return await room?.request<unknown, Answer>(name, action, { timeout: NO_TIMEOUT_MS });
  } catch {
    return undefined;
  }
}

/** A client that is merely too fast is slowed down here, with the same action. */
function isFinal(answer: Answer): boolean {
  return answer.kind === 'accepted' || (answer.kind === 'rejected' && answer.code !== 'too-many');
}

/** Of a move: it counts for the decision that it answers, and for no other, so that a short one will do. */
export function newMoveId(): ActionId {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}

/** Of anything else: 128 bits, which no other connection of the same seat makes again. */
export function newActionId(): ActionId {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
