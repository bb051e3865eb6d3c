/** The base of rooms that show a match: viewers come by a socket, or over HTTP. */
import { type Answer, type Bulletin, type Code, refusal, type TalkLine } from '@flower-war/protocol';
import { Refused } from '../../base/refused.ts';
import type { Frame } from '../../features/replay/foldedRecord.ts';
import type { Visitor } from '../../features/table/places.ts';
import type { Request } from '../connection/frames.ts';
import { CatchingUp } from '../plain/catchingUp.ts';
import type { Sighted } from '../plain/lines.ts';
import { lineOf, type Reader } from '../plain/reader.ts';
import { type Place, Readers } from '../plain/readers.ts';
import { GuardedRoom, type Visiting } from './guardedRoom.ts';

/** A viewer on a socket, or a reader of the stream. */
export type Viewer = Visiting | Reader;

/** A request of a viewer, by whichever way it came. */
export type Asked = Pick<Request, 'name' | 'payload'>;

/** The most streams of one player at one match. */
const MOST_STREAMS = 10;

export abstract class ReadableRoom extends GuardedRoom {
  /** The id of the match, which may differ from the room's id. */
  matchId = '';
  readonly readers = new Readers((seat) => this.look(seat));
  /** How many HTTP requests use this room now. */
  private requests = 0;
  protected isClosing = false;

  /** Answers a request of a viewer. */
  protected abstract ask(visitor: Visitor | undefined, request: Asked): Promise<Answer>;

  /** What the viewer in this seat, or a spectator, sees now; and what that viewer saw at a frame of the record. */
  protected abstract look(place: Place): Sighted;
  protected abstract sightAt(frame: Frame, place: Place): Sighted;

  /** The latest lines that were said to this viewer. */
  protected abstract linesFor(visitor: Visitor): readonly TalkLine[];

  protected abstract mayEnter(visitor: Visitor | undefined): boolean;

  /** Tells a new reader what it needs beside the table. */
  protected greetReader(_reader: Reader): void {}

  /** Called when a viewer has come or is heard again, and when a viewer has left or has fallen silent. */
  protected came(_viewer: Viewer): void {}
  protected went(_viewer: Viewer): void {}

  /** Shows presence and names anew, after a viewer came or went, or a player was renamed or deleted. */
  abstract showPresence(): void;

  /** Shows the match to a reader, until one end closes the stream. */
  read(reader: Reader): Promise<void> {
    return this.using(async () => {
      const { seat } = reader.auth;
      const { replays } = ReadableRoom.services;
      const sightAt = (frame: Frame) => this.sightAt(frame, seat);
      const missed = new CatchingUp(reader, { open: () => replays.open(this.matchId), sightAt });
      const now = () => this.look(seat).step;
      while (!missed.hasReached(now())) await missed.readOn(now());
      this.welcomeReader(reader, missed); // without waiting for anything since the last look
      await reader.gone;
      this.readers.remove(reader);
      ReadableRoom.services.metrics.connections.dec();
      this.went(reader);
      this.showPresence();
    });
  }

  private welcomeReader(reader: Reader, missed: CatchingUp): void {
    if (this.isClosing) throw new Refused('unavailable');
    if (!this.mayEnter(reader.auth)) throw new Refused('not-seated');
    this.makeRoomFor(reader);
    const heartbeatMs = ReadableRoom.services.config.HEARTBEAT_SECONDS * 1000;
    reader.open({ heartbeatMs, onSilent: () => this.leftSilently(reader) });
    reader.write(missed.text);
    this.readers.add(reader, missed.isTold);
    ReadableRoom.services.metrics.connections.inc();
    const lines = this.linesFor(reader.auth);
    if (lines.length > 0) reader.write(lineOf({ kind: 'talk', lines: [...lines] }));
    this.came(reader);
    this.greetReader(reader);
    this.showPresence();
  }

  private leftSilently(reader: Reader): void {
    this.went(reader);
    this.showPresence();
  }

  /** Takes a sign of life of a player. Returns how many streams the player has here. */
  hear(player: string): number {
    const own = this.readers.list.filter(({ auth }) => auth.player === player);
    const back = own.filter((reader) => reader.hear());
    for (const reader of back) this.came(reader);
    if (back.length > 0) this.showPresence();
    return own.length;
  }

  /** Ends the oldest stream of a player who has too many: perhaps its other end has been gone for long. */
  private makeRoomFor({ auth: { player } }: Reader): void {
    const own = this.readers.list.filter(({ auth, isOpen }) => auth.player === player && isOpen);
    if (own.length >= MOST_STREAMS) own[0]?.close(refusal('too-many', 'streams'));
  }

  /** Answers a request that came over HTTP. */
  answerTo(visitor: Visitor, request: Asked): Promise<Answer> {
    this.hear(visitor.player);
    return this.using(() => this.ask(visitor, request));
  }

  /** Keeps the room open while a job uses it: Colyseus closes rooms without sockets. */
  private async using<T>(job: () => Promise<T>): Promise<T> {
    this.requests++;
    this.autoDispose = false;
    try {
      return await job();
    } finally {
      this.requests--;
      if (this.requests === 0) this.autoDispose = true;
    }
  }

  override closeFor(player: string, why: Code): void {
    super.closeFor(player, why);
    this.readers.sendAway(refusal(why), ({ auth }) => auth.player === player);
  }

  override closeFrom(isBanned: (address: string) => boolean): void {
    super.closeFrom(isBanned);
    this.readers.sendAway(refusal('banned', 'network'), ({ address }) => isBanned(address));
  }

  override showBulletin(bulletin: Bulletin): number {
    this.readers.tell({ kind: 'bulletin', ...bulletin });
    return super.showBulletin(bulletin) + this.readers.list.length;
  }

  override connectionsOf(player: string): number {
    const streams = this.readers.list.filter(({ auth, isHere }) => auth.player === player && isHere);
    return super.connectionsOf(player) + streams.length;
  }

  override disconnect(closeCode?: number): Promise<unknown> {
    this.isClosing = true;
    const { state } = ReadableRoom.services.readiness;
    this.readers.sendAway(refusal('unavailable', state === 'ready' ? undefined : state));
    return super.disconnect(closeCode);
  }
}
