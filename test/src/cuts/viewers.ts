/** Those who look at a match: clients of the SDK on a socket, and readers of the stream. Each tells what it showed. */
import type { LiveMatch } from '@flower-war/client';
import { PlainStream, type Seen } from '../support/sockets/plainStream.ts';
import type { Person } from '../support/sockets/rawClient.ts';

/** What a viewer showed after a change. */
export interface Moment {
  readonly step: number;
  readonly view: unknown;
  readonly legal: readonly string[];
}

export interface Viewer {
  readonly name: string;
  readonly seat: number | undefined;
  readonly moments: readonly Moment[];
  /** Called after each change. */
  onMoment: (step: number) => void;
  /** Resolves when the viewer was shown the end of the match. */
  over(): Promise<void>;
  close(): void;
}

export class SocketViewer implements Viewer {
  readonly name = 'socket';
  readonly moments: Moment[] = [];
  onMoment: Viewer['onMoment'] = () => {};
  readonly live: LiveMatch<string>;

  constructor(live: LiveMatch<string>) {
    this.live = live;
    live.on('change', () => {
      const { step, view, legal } = live;
      this.moments.push({ step, view, legal });
      if (!live.isOver) this.onMoment(step);
    });
  }

  get seat(): number | undefined {
    return this.live.seat;
  }

  over(): Promise<void> {
    return this.live.until(({ isOver }) => isOver);
  }

  close(): void {
    this.live.close();
  }
}

const PAUSE_MS = 20;

/** Reads the stream, and after each cut goes on after the last step that it was shown. */
export class StreamViewer implements Viewer {
  readonly name = 'stream';
  readonly moments: Moment[] = [];
  onMoment: Viewer['onMoment'] = () => {};
  readonly seat: number | undefined;
  private readonly person: Person;
  private readonly match: string;
  private seen: Seen | undefined;
  private isClosed = false;
  private readonly done: Promise<void>;

  constructor(person: Person, match: string, seat?: number) {
    this.person = person;
    this.match = match;
    this.seat = seat;
    this.done = this.read();
  }

  over(): Promise<void> {
    return this.done;
  }

  close(): void {
    this.isClosed = true;
  }

  private get isOver(): boolean {
    return this.seen?.table.status === 'ended';
  }

  private async read(): Promise<void> {
    while (!this.isOver && !this.isClosed) {
      await this.readOnce().catch(() => {}); // the line was cut
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  private async readOnce(): Promise<void> {
    const { seen } = this;
    const query = seen === undefined ? '' : `?from=${seen.step}`;
    const stream = await PlainStream.open(this.person, this.match, query, seen);
    await stream.until(() => {
      this.note(stream.seen);
      return this.isOver || this.isClosed;
    });
    stream.close();
  }

  private note(seen: Seen | undefined): void {
    if (seen === undefined || seen === this.seen) return;
    this.seen = seen;
    const { step, view, question } = seen;
    this.moments.push({ step, view, legal: question.decision === undefined ? [] : (question.legal ?? []) });
    if (!this.isOver) this.onMoment(step);
  }
}
