/** Writes records as a server does, without a server. */
import {
  advance,
  type AgreementKind,
  begin,
  checkFor,
  commitmentTo,
  type Entry,
  type EntryOf,
  type EntryOutcome,
  type Folding,
  type MatchResult,
  NO_HASH,
  peopleAtTable,
  type Position,
  RECORD_FORMAT,
  seal,
  type Sealed,
  sealEnded,
  type Signer,
  type TableSettings,
  tableSettings,
} from '@flower-war/protocol';
import { signerOf } from '@flower-war/protocol/hosting';
import { type AnyGame, type Chance, fastChance, gameById, resolveOptions, type Seat } from '@flower-war/rules';

const SECRET = '0123456789abcdef'.repeat(4);
export const SIGNER = signerOf('42'.repeat(32));
const FIRST_AT = 1_760_000_000_000;
const SECOND = 1000;

type Unnumbered<T> = T extends unknown ? Omit<T, 'seq' | 'at' | 'check'> : never;
export type Body = Unnumbered<Exclude<Entry, { kind: 'ended' | 'created' }>>;

export function engineOf(id: string): AnyGame {
  const game = gameById(id);
  if (game === undefined) throw new Error(`there is no game ${id}`);
  return game;
}

export function createdEntry(options: object = {}, game: AnyGame = engineOf('tieqchieq')): EntryOf<'created'> {
  const resolved = resolveOptions(game, undefined, options);
  if (!resolved.ok) throw new Error(`the option ${resolved.option} is wrong`);
  return {
    seq: 0,
    at: FIRST_AT,
    kind: 'created',
    format: RECORD_FORMAT,
    match: '7KQ2M9XA',
    game: game.id,
    rulesVersion: game.rulesVersion,
    preset: resolved.preset,
    options: resolved.options,
    seats: 2,
    table: tableSettings.parse({}),
    host: 'p-HOST',
    commitment: commitmentTo(SECRET),
  };
}

export class Scribe {
  readonly lines: string[] = [];
  readonly folding: Folding;
  position: Position;
  private hash = NO_HASH;
  protected waited = 0;
  protected readonly choice: Chance;

  constructor(options: object = {}, seed = 1, game: AnyGame = engineOf('tieqchieq'), more: object = {}) {
    const created = { ...createdEntry(options, game), ...more };
    this.folding = { engine: game, secret: SECRET };
    this.position = begin(created);
    this.choice = fastChance(seed);
    this.write(seal(NO_HASH, created));
  }

  get text(): string {
    return this.lines.map((line) => `${line}\n`).join('');
  }

  /** When the next entry happens. */
  get now(): number {
    return FIRST_AT + this.lines.length * SECOND + this.waited;
  }

  /** The next entries happen that much later. */
  wait(ms: number): this {
    this.waited += ms;
    return this;
  }

  /** What comes of an entry, which is not written. */
  outcomeOf(body: object): EntryOutcome {
    return advance(this.folding, this.position, { ...this.head(), ...body } as Entry);
  }

  add(body: Body): this {
    const entry = { ...this.head(), ...body } as Exclude<Entry, { kind: 'ended' }>;
    const outcome = this.outcomeOf(entry);
    if (!outcome.ok) throw new Error(`${entry.kind} cannot follow: ${outcome.reason}`);
    this.position = outcome.position;
    const check = entry.kind === 'seated' || entry.kind === 'started' ? undefined : checkFor(entry.seq, this.position);
    this.write(seal(this.hash, { ...entry, ...(check !== undefined && { check }) } as typeof entry));
    return this;
  }

  sit(seat: number, by: 'player' | 'bot'): this {
    const contribution = `${seat}`.repeat(32);
    return this.add(
      by === 'bot'
        ? { kind: 'seated', seat, by, bot: 'random' }
        : { kind: 'seated', seat, by, player: `p-${seat}`, contribution },
    );
  }

  start(...occupants: readonly ('player' | 'bot')[]): this {
    for (const [seat, by] of occupants.entries()) this.sit(seat, by);
    return this.add({ kind: 'started' });
  }

  /** Plays random legal moves until the game is over, or as many as given. */
  play(most = Number.POSITIVE_INFINITY): this {
    for (let played = 0; played < most && this.position.status === 'running'; played++) {
      const { seat, move } = this.choose();
      this.move(seat, move, played);
    }
    return this;
  }

  end(result: MatchResult | undefined = this.position.result): this {
    if (result === undefined) throw new Error('the match is not over');
    const body = { ...this.head(), kind: 'ended' as const, result, secret: SECRET };
    const outcome = this.outcomeOf({ ...body, key: '', signature: '' });
    if (!outcome.ok) throw new Error(`the end cannot follow: ${outcome.reason}`);
    this.position = outcome.position;
    this.write(sealEnded(this.hash, body, SIGNER));
    return this;
  }

  abort(): this {
    return this.end({ result: 'aborted', winners: [], standings: [], reason: 'nobody-came' });
  }

  /** A seat that is to move, and a legal move of it. */
  choose(): { readonly seat: Seat; readonly move: string } {
    const { engine } = this.folding;
    const seat = this.choice.pick(engine.toMove(this.position.state));
    return { seat, move: engine.format(this.choice.pick(engine.legalMoves(this.position.state, seat))) };
  }

  /** The fallback of a seat, which the clock plays. */
  fallbackOf(seat: Seat): string {
    const { engine } = this.folding;
    return engine.format(engine.fallback(this.position.state, seat));
  }

  isStoodInFor(seat: number): boolean {
    return this.position.occupants.get(seat)?.bot !== undefined;
  }

  /** The bot of the seat moves, or else its player. */
  move(seat: Seat, move: string, id: number = this.lines.length): this {
    if (this.isStoodInFor(seat)) return this.add({ kind: 'move', seat, by: 'bot', move });
    return this.add({ kind: 'move', seat, by: 'player', move, id });
  }

  private head(): { readonly seq: number; readonly at: number } {
    return { seq: this.lines.length, at: this.now };
  }

  private write({ line, hash }: Sealed): void {
    this.lines.push(line);
    this.hash = hash;
  }
}

/** Writes the record of a match of two players with a clock, at times that the test chooses. */
export class TimedScribe extends Scribe {
  constructor(settings: Partial<TableSettings>, game: AnyGame = engineOf('tieqchieq'), seed = 1) {
    super({}, seed, game, { table: tableSettings.parse(settings) });
  }

  /** Time passes only when the test waits. */
  override get now(): number {
    return FIRST_AT + this.waited;
  }

  get asked(): Seat {
    const [seat] = this.folding.engine.toMove(this.position.state);
    if (seat === undefined) throw new Error('no seat is to move');
    return seat;
  }

  begin(): this {
    return this.start('player', 'player');
  }

  /** Tosses, which draws chance. */
  toss(): this {
    return this.move(this.asked, 'toss');
  }

  clock(seat: Seat): this {
    return this.add({ kind: 'clock', seat, move: this.fallbackOf(seat) });
  }

  legal(seat: Seat): readonly string[] {
    const { engine } = this.folding;
    return engine.legalMoves(this.position.state, seat).map((move) => engine.format(move));
  }

  playSomething(seat: Seat = this.asked): this {
    return this.move(seat, this.choice.pick(this.legal(seat)));
  }

  /** Plays at once until another seat is asked. */
  playTurn(seat: Seat): this {
    while (this.position.status === 'running' && this.asked === seat) this.playSomething();
    return this;
  }

  playTurnsUntil(seat: Seat): this {
    while (this.position.status === 'running' && this.asked !== seat) this.playSomething();
    return this;
  }

  /** The clock moves for this seat, as early as it may, until another seat is asked. */
  missTurn(seat: Seat): this {
    while (this.asked === seat) {
      const { since = 0, left = 0 } = this.position.clocks[seat] ?? {};
      this.wait(Math.max(0, since + left - this.now)).clock(seat);
    }
    return this;
  }

  agree(what: AgreementKind, minutes?: number): this {
    const [first = 0, ...others] = peopleAtTable(this.position);
    this.add({ kind: 'agreement', seat: first, what, is: 'offered', ...(minutes && { minutes }), id: 1 });
    for (const seat of others) this.add({ kind: 'agreement', seat, what, is: 'accepted', id: 2 });
    return this;
  }
}

// Forged records: the forger knows the format, computes every hash anew, and signs where the key is known.

// biome-ignore lint/suspicious/noExplicitAny: a forger is bound by no type
export type ForgedEntry = any;
export type Forge = (bodies: ForgedEntry[]) => void;

/** An honest record with changes. Without a signer, the last line keeps its signature. */
export function forge(lines: readonly string[], change: Forge, signer?: Signer): string {
  const bodies: ForgedEntry[] = lines.map((line) => JSON.parse(line));
  for (const body of bodies) delete body.hash;
  change(bodies);
  let hash = NO_HASH;
  return bodies
    .map((body) => {
      const sealed = resealed(hash, body, signer);
      hash = sealed.hash;
      return `${sealed.line}\n`;
    })
    .join('');
}

function resealed(previous: string, body: ForgedEntry, signer: Signer | undefined): Sealed {
  if (body.kind !== 'ended' || signer === undefined) return seal(previous, body);
  const { key: _, signature: __, ...bare } = body;
  return sealEnded(previous, bare, signer);
}
