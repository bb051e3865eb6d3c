/** Sends an action to a room. The action counts once, even if it is sent several times with the same id. */
import type { Action, ActionId, ActionName, Answer } from '@flower-war/protocol';
import type { RoomSocket } from '../socket/roomSocket.ts';

const RETRY_AFTER_MS = 250;

/** Asks until the answer is final, over as many connections as needed. */
export async function askUntilFinal<N extends ActionName>(
  connected: () => Promise<RoomSocket | undefined>,
  name: N,
  action: Action<N>,
): Promise<Answer> {
  for (;;) {
    const answer = await request(await connected(), name, action);
    if (answer !== undefined && isFinal(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
  }
}

/** `undefined` if the connection went before the answer came. The action, with its id, is then sent again. */
async function request<N extends ActionName>(
  room: RoomSocket | undefined,
  name: N,
  action: Action<N>,
): Promise<Answer | undefined> {
  try {
    // Without a time-out: an answer may take as long as a player thinks, and pings notice a connection that is gone.
    return await room?.request<Answer>(name, action);
  } catch {
    return undefined;
  }
}

/** `too-many` is not final: the client was only too fast, so it slows down and sends the same action again. */
function isFinal(answer: Answer): boolean {
  return answer.kind === 'accepted' || (answer.kind === 'rejected' && answer.code !== 'too-many');
}

/** The id of a move. It can be short, because a move counts only for the decision that it answers. */
export function newMoveId(): ActionId {
  return crypto.getRandomValues(new Uint16Array(1))[0] ?? 0;
}

/** The id of any other action: 128 bits, which no other connection of the same seat makes again. */
export function newActionId(): ActionId {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
