import { limited, TimedOutError, type Waiting } from '../waiting/limited.ts';
import type { ConnectionStatus } from './connectionStatus.ts';

interface Opening {
  readonly connection: ConnectionStatus;
  readonly isConnected: boolean;
  until(condition: (room: this) => boolean, waiting: Waiting): Promise<void>;
  close(): void;
}

/** Waits until the room was shown for the first time. If it is not, the room is closed. */
export async function opened<Room extends Opening>(room: Room, waiting: Waiting): Promise<Room> {
  const shown = (signal: AbortSignal) => room.until(({ isConnected }) => isConnected, { signal });
  try {
    await limited(waiting, shown, () => new TimedOutError(room.connection.why));
  } catch (error) {
    room.close();
    throw error;
  }
  return room;
}
