/** Sends an action to a room. The action counts once, even if it is sent several times with the same id. */
import type { Action, ActionId, ActionName, Answer } from '@flower-war/protocol';
import type { RoomSocket } from '../socket/roomSocket.ts';
import { pause } from '../waiting/limited.ts';

const RETRY_AFTER_MS = 250;

interface Asking<N extends ActionName> {
  readonly name: N;
  readonly action: Action<N>;
  /** Waits for a connection. It rejects once there will be none. */
  readonly connected: () => Promise<RoomSocket | undefined>;
}

/** Asks until the answer is final, over as many connections as needed, or until the signal says to stop. */
export async function askUntilFinal<N extends ActionName>(asking: Asking<N>, signal: AbortSignal): Promise<Answer> {
  for (;;) {
    const answer = await request(asking, await asking.connected());
    if (answer !== undefined && isFinal(answer)) return answer;
    await pause(RETRY_AFTER_MS, signal);
  }
}

/** `undefined` if the connection went before the answer came. The action, with its id, is then sent again. */
async function request<N extends ActionName>({ name, action }: Asking<N>, room: RoomSocket | undefined) {
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
  return randomHex(16);
}

/** So many random bytes, in hexadecimal digits. */
export function randomHex(bytes: number): string {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(drawn, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
