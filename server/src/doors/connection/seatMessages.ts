/** Packs what each seat is told. All connections of a seat were told the same, so one message serves them all. */
import { MESSAGES, NOTHING_TOLD, type Private, privateMessage, type Told, toldAfter } from '@flower-war/protocol';
import { packMessage } from './frames.ts';

export class SeatMessages {
  private readonly told = new Map<number, Told>();

  /** What has changed for a seat since its connections were told last. */
  next(now: Private): Uint8Array {
    const was = this.told.get(now.seat) ?? NOTHING_TOLD;
    this.told.set(now.seat, toldAfter(was, now));
    return packMessage(MESSAGES.private, privateMessage(was, now));
  }

  /** The whole part, for a new connection. It also brings the list of moves from which the next message will differ. */
  whole(now: Private): Uint8Array {
    const told = toldAfter(this.told.get(now.seat) ?? NOTHING_TOLD, now);
    if (!this.told.has(now.seat)) this.told.set(now.seat, told);
    return packMessage(MESSAGES.private, privateMessage(NOTHING_TOLD, now, told));
  }
}
