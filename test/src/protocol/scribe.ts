/** Writes records as a server does, without a server. */
import {
  advance,
  begin,
  checkFor,
  commitmentTo,
  type Entry,
  type EntryOf,
  type Folding,
  type MatchResult,
  NO_HASH,
  type Position,
  RECORD_FORMAT,
  type Sealed,
  seal,
  sealEnded,
  tableSettings,
} from '@flower-war/protocol';
import { type AnyGame, type Chance, fastChance, gameById, resolveOptions, type Seat } from '@flower-war/rules';

export const SECRET = '0123456789abcdef'.repeat(4);
export const SIGNING_KEY = '42'.repeat(32);
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
  private waited = 0;
  private readonly choice: Chance;

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

  /** The next entries happen so much later. */
  wait(ms: number): void {
    this.waited += ms;
  }

  add(body: Body): this {
    const entry = { ...this.head(), ...body } as Exclude<Entry, { kind: 'ended' }>;
    const outcome = advance(this.folding, this.position, entry);
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
    for (let played = 0; played < most && this.position.status === 'running'; played++) this.playOne(played);
    return this;
  }

  end(result: MatchResult | undefined = this.position.result): this {
    if (result === undefined) throw new Error('the match is not over');
    const body = { ...this.head(), kind: 'ended' as const, result, secret: SECRET };
    const outcome = advance(this.folding, this.position, { ...body, key: '', signature: '' });
    if (!outcome.ok) throw new Error(`the end cannot follow: ${outcome.reason}`);
    this.position = outcome.position;
    this.write(sealEnded(this.hash, body, SIGNING_KEY));
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

  private playOne(id: number): void {
    const { seat, move } = this.choose();
    const isBot = this.position.occupants.get(seat)?.bot !== undefined;
    if (isBot) this.add({ kind: 'move', seat, by: 'bot', move });
    else this.add({ kind: 'move', seat, by: 'player', move, id });
  }

  private head(): { readonly seq: number; readonly at: number } {
    return { seq: this.lines.length, at: FIRST_AT + this.lines.length * SECOND + this.waited };
  }

  private write({ line, hash }: Sealed): void {
    this.lines.push(line);
    this.hash = hash;
  }
}
