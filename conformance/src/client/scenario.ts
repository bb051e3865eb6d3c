/** What a scenario is, and the watcher, who notes what the client asks and is answered while a scenario changes what passes. */
import type { Answer } from '@flower-war/protocol';
import type { AnsweredRequest, HttpRequest, Link, Tampering } from '../gateway.ts';
import type { LocalServer } from '../localServer.ts';
import { type Frame, readFrame } from '../wire/frames.ts';

/** A move on its way: id, decision, move. */
type Act = readonly [id: unknown, decision: number, move: string];

/** A move whose answer a scenario kept from the client, and how many moves the client had sent by then. */
interface Owed {
  readonly act: Act;
  readonly sent: number;
}

/** How long a scenario waits for the client to send a move again. */
const REPEATS_WITHIN_MS = 10_000;

/** Another seat was faster, or the server is busy or away. */
const NO_FAULT = ['stale-decision', 'match-over', 'too-many', 'unavailable'];

export class Watcher {
  /** Every move that the client sent, in order. */
  readonly acts: Act[] = [];
  readonly owed: Owed[] = [];
  /** The client has sent again what it owed last, or takes too long. Until then it must not learn that the match is over. */
  repeated: Promise<unknown> = Promise.resolve();
  readonly refusals: string[] = [];
  /** Decisions whose move was refused, so that another move may follow. */
  readonly freed = new Set<number>();
  /** How often the scenario did what it is for; a match may be over before. */
  happened = 0;
  /** What the client must do now, after something that a scenario did. It tells why a match stands still. */
  due: string | undefined;
  /** What else the client did wrong in the scenario. */
  problem: string | undefined;
  /** What the client asked for that its token may not do. */
  beyondScopes: string | undefined;
  private settle = () => {};
  private readonly open = new WeakMap<Link, Map<number, Act>>();

  /** The scenario, watched. */
  around(inner: Tampering): Tampering {
    return {
      ...inner,
      fromClient: (bytes, link) => {
        const frame = this.read(bytes);
        if (frame?.kind === 'request') this.asked(link, frame);
        return inner.fromClient?.(bytes, link) ?? [bytes];
      },
      fromServer: (bytes, link) => {
        const frame = this.read(bytes);
        if (frame?.kind === 'answer') this.answered(link, frame);
        return inner.fromServer?.(bytes, link) ?? [bytes];
      },
      asked: (asking) => {
        const act = actIn(asking);
        if (act !== undefined) this.note(act);
        return inner.asked?.(asking) ?? asking;
      },
      answer: (passing) => {
        const [act, code] = [actIn(passing), refusalIn(passing)];
        if (act !== undefined) this.judge(act, code);
        if (code === 'scope-missing') this.beyondScopes ??= passing.call;
        return inner.answer?.(passing) ?? passing;
      },
    };
  }

  /** The move that a request asked for. */
  actOf(link: Link, request: number): Act | undefined {
    return this.open.get(link)?.get(request);
  }

  /** The client must send this move again: it gets no answer. */
  owe(act: Act | undefined = this.acts.at(-1)): void {
    if (act === undefined) return;
    this.owed.push({ act, sent: this.acts.length });
    this.due = `send ${JSON.stringify(act)} again`;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.settle = resolve;
    this.repeated = Promise.race([promise, pause(REPEATS_WITHIN_MS)]);
  }

  /** The client got this answer to its last move, so it must choose another one. */
  free(answer: object): void {
    const act = this.acts.at(-1);
    if (act === undefined) return;
    this.freed.add(act[1]);
    this.due = `choose another move, since ${JSON.stringify(act)} was answered by ${JSON.stringify(answer)}`;
  }

  /** Why the client did not repeat a move whose answer it never got, if so. The last move may have ended the match before it was answered. */
  get unrepeated(): string | undefined {
    for (const { act, sent } of this.owed) {
      const next = this.acts.filter(([, decision]) => decision === act[1]);
      const other = next.find((one) => !isSame(one, act));
      if (other !== undefined) return `sent ${JSON.stringify(other)} after ${JSON.stringify(act)} was not answered`;
      if (next.length < 2 && this.acts.length > sent) return `never sent ${JSON.stringify(act)} again`;
    }
    return undefined;
  }

  /** A second move in answer to a decision that was already answered, if the client sent one. */
  get secondMove(): string | undefined {
    const first = new Map<number, Act>();
    for (const act of this.acts) {
      const was = first.get(act[1]) ?? act;
      first.set(act[1], was);
      if (was[0] !== act[0] && !this.freed.has(act[1])) return `${JSON.stringify(act)} after ${JSON.stringify(was)}`;
    }
    return undefined;
  }

  private asked(link: Link, { request, name, payload }: Extract<Frame, { kind: 'request' }>): void {
    if (name !== 'act' && name !== '0') return;
    const act = payload as Act;
    this.note(act);
    const open = this.open.get(link) ?? new Map<number, Act>();
    open.set(request, act);
    this.open.set(link, open);
  }

  private note(act: Act): void {
    this.acts.push(act);
    this.due = undefined;
    const owed = this.owed.at(-1);
    if (owed !== undefined && isSame(act, owed.act)) this.settle();
  }

  private answered(link: Link, { request, payload }: Extract<Frame, { kind: 'answer' }>): void {
    const answer = payload as Answer;
    this.judge(this.actOf(link, request), answer.kind === 'rejected' ? answer.code : undefined);
  }

  private judge(act: Act | undefined, code: string | undefined): void {
    if (code !== undefined && !NO_FAULT.includes(code))
      this.refusals.push(`${JSON.stringify(act)} is refused: ${code}`);
  }

  private read(bytes: Buffer): Frame | undefined {
    try {
      return readFrame(bytes);
    } catch {
      return undefined;
    }
  }
}

const isSame = (one: Act, other: Act) => JSON.stringify(one) === JSON.stringify(other);

/** The move that a request of the plain door plays, if it plays one. */
export function actIn({ call, sent }: HttpRequest): Act | undefined {
  if (!/^POST [^?]*\/act$/.test(call)) return undefined;
  const { id, decision, move } = (sent ?? {}) as Readonly<Record<string, unknown>>;
  return [id, Number(decision), String(move)];
}

function refusalIn({ status, body }: AnsweredRequest): string | undefined {
  return status === 200 ? undefined : String((body as { readonly code?: unknown }).code);
}

export interface Stage {
  readonly server: LocalServer;
  readonly watcher: Watcher;
}

export interface Scenario {
  /** What the client does, in a line of the report. */
  readonly name: string;
  readonly game: string;
  /** How many seconds longer than others a match may take. */
  readonly patience?: number;
  readonly tampering: (stage: Stage) => Tampering;
}

export const GAME = 'space-aztecs';

export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** True the given times, counted from 1. Notes that the scenario happened. */
export function at(watcher: Watcher, ...times: readonly number[]): () => boolean {
  let count = 0;
  return () => {
    const isTime = times.includes(++count);
    if (isTime) watcher.happened++;
    return isTime;
  };
}

/** A match in which nothing goes wrong. */
export const undisturbed = (game: string): Scenario => ({
  name: `plays a match of ${game} to its end`,
  game,
  tampering: ({ watcher }) => {
    watcher.happened++;
    return {};
  },
});

/** All objects with a field of a newer server. */
export function withNewFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNewFields);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, withNewFields(field)]);
  return { ...Object.fromEntries(fields), ofANewerServer: { isNew: true } };
}
