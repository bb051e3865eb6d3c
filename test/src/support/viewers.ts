/** Those who look at a match: clients of the SDK on a socket, and readers of the stream. What each showed is compared with the record. */
import type { FlowerWarClient, LiveMatch } from '@flower-war/client';
import { deepEqual } from '@flower-war/rules';
import { PlainStream, type StreamView } from './sockets/plainStream.ts';
import { type Person, send } from './sockets/rawClient.ts';

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
/** A stream from which nothing came for this long is given up. Its server sends heartbeats more often. */
const SILENT_MS = 45_000;

type Reader = Pick<Person, 'url' | 'session' | 'renew'>;

/** Reads the stream, and after each cut goes on after the last step that it was shown. */
export class StreamViewer implements Viewer {
  readonly name = 'stream';
  readonly moments: Moment[] = [];
  onMoment: Viewer['onMoment'] = () => {};
  readonly seat: number | undefined;
  private readonly person: Reader;
  private readonly match: string;
  private readonly silentMs: number;
  private seen: StreamView | undefined;
  private isClosed = false;
  private readonly done: Promise<void>;

  constructor(person: Reader, match: string, seat?: number, silentMs = SILENT_MS) {
    this.person = person;
    this.match = match;
    this.seat = seat;
    this.silentMs = silentMs;
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
    const stream = await this.inTime(PlainStream.open(this.person, this.match, query, seen));
    if (stream.status === 401) await this.person.renew();
    let lines = 0;
    const looking = setInterval(() => {
      if (stream.lines.length === lines) stream.close();
      lines = stream.lines.length;
    }, this.silentMs);
    try {
      await stream.until(() => {
        if (stream.lines.at(-1)?.kind === 'heartbeat') this.answer();
        this.note(stream.seen);
        return this.isOver || this.isClosed;
      });
    } finally {
      clearInterval(looking);
      stream.close();
    }
  }

  private async inTime(opening: Promise<PlainStream>): Promise<PlainStream> {
    let isLate = false;
    void opening.then(
      (stream) => void (isLate && stream.close()),
      () => {},
    );
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        isLate = true;
        reject(new Error('the stream did not begin'));
      }, this.silentMs);
    });
    return Promise.race([opening, late]).finally(() => clearTimeout(timer));
  }

  /** Each heartbeat is answered, so that the server knows that the reader is there. */
  private answer(): void {
    const { url, session } = this.person;
    send(url, `/api/matches/${this.match}/here`, {}, session.token).catch(() => {});
  }

  private note(seen: StreamView | undefined): void {
    if (seen === undefined || seen === this.seen) return;
    this.seen = seen;
    const { step, view, question } = seen;
    this.moments.push({ step, view, legal: question.decision === undefined ? [] : (question.legal ?? []) });
    if (!this.isOver) this.onMoment(step);
  }
}

/** Compares each moment with the step of the record, as this viewer was to see it. */
export async function differences(
  client: FlowerWarClient,
  match: string,
  { name, seat, moments }: Pick<Viewer, 'name' | 'seat' | 'moments'>,
) {
  const eyes = seat === undefined ? 'spectator' : (`seat:${seat}` as const);
  const told = new Map<number, Omit<Moment, 'step'>>();
  let legal: readonly string[] = [];
  for await (const moment of client.history.replay(match, { viewer: eyes })) {
    legal = moment.legal ?? legal;
    told.set(moment.step, { view: moment.view, legal });
  }
  const who = `${match}, ${eyes} by ${name}`;
  const problems: string[] = [];
  const compared = moments.filter(({ step }) => told.has(step));
  for (const { step, view, legal } of compared) {
    const truth = told.get(step);
    if (!deepEqual(view, truth?.view)) problems.push(`${who}, step ${step}: the view differs`);
    if (seat !== undefined && !deepEqual(legal, truth?.legal)) problems.push(`${who}, step ${step}: the moves differ`);
  }
  const steps = moments.map(({ step }) => step);
  const last = [...told.keys()].at(-1);
  if (steps.at(-1) !== last) problems.push(`${who}: shown to step ${steps.at(-1)}, played to ${last}`);
  if (steps.some((step, i) => step < (steps[i - 1] ?? 0))) problems.push(`${who}: a step went back`);
  return { compared: compared.length, problems };
}
