/** Writes the record of one match that sleeps until its clock runs out, and then wakes for exactly one entry. */
import { randomBytes } from 'node:crypto';
import {
  advance,
  begin,
  commitmentTo,
  type Entry,
  type EntryOf,
  type Folding,
  NO_HASH,
  type Position,
  RECORD_FORMAT,
  seal,
  tableSettings,
} from '@flower-war/protocol';
import { type AnyGame, fastChance, gameById, resolveOptions } from '@flower-war/rules';
import { newMatchId } from '../src/base/ids.ts';
import { clockAnswer, nextDeadline } from '../src/match/due/timeouts.ts';
import { indexOf } from '../src/match/record/matchIndex.ts';
import type { Append } from '../src/store/journal/journal.ts';

/** A match that sleeps. */
export interface Sleeper {
  readonly match: string;
  /** How many entries its record has. */
  readonly entries: number;
  readonly dueAt: number;
}

/** The same, with all that the journal must hold of it. */
export interface Sleeping {
  readonly sleeper: Sleeper;
  readonly appends: readonly Append[];
}

type Body = Entry extends infer E
  ? E extends Exclude<Entry, { kind: 'ended' }>
    ? Omit<E, 'seq' | 'at'>
    : never
  : never;

const DAYS = 3;
const DAY_MS = 86_400_000;
const SEATS = 2;
/** A table that forgives one missed turn: otherwise a bot would stand in, and play on. */
const TABLE = tableSettings.parse({ absence: 'fair', clock: { kind: 'days', days: DAYS } });
/** The first entry of a match claims it. */
const FIRST_CLAIM = 0;
const FEWEST_MOVES = 4;
/** No entry before the 32nd needs the checksum of the state. A record that comes there without rest is begun anew. */
const MOST_ENTRIES = 31;
const engine = engineOf('flower-war');
const resolved = resolveOptions(engine, undefined, {});

export class SleeperPen {
  private readonly owner: string;
  private readonly choice = fastChance(randomBytes(4).readUInt32LE());

  constructor(owner: string) {
    this.owner = owner;
  }

  /** The time at which its clock runs out may be some milliseconds off: `sleeper.dueAt` tells it. */
  write(players: readonly [string, string], dueAt: number): Sleeping {
    for (;;) {
      const written = new Draft(players, dueAt - DAYS * DAY_MS);
      written.begin();
      const moves = FEWEST_MOVES + this.choice.die(8);
      for (let played = 0; written.entries.length < MOST_ENTRIES; played++) {
        if (played >= moves && isAtRest(written)) return sleepingOf(written, this.owner);
        if (!written.play((legal) => this.choice.pick(legal))) break;
      }
    }
  }
}

/** A record that grows. Its entries come a millisecond after each other. */
class Draft {
  readonly entries: Entry[];
  readonly players: readonly [string, string];
  readonly folding: Folding;
  position: Position;

  constructor(players: readonly [string, string], from: number) {
    const created = createdEntry(players[0], from);
    this.players = players;
    this.folding = { engine, secret: created.secret };
    this.position = begin(created.entry);
    this.entries = [created.entry];
  }

  get deadline(): number {
    return nextDeadline(this.position) ?? 0;
  }

  begin(): void {
    for (const [seat, player] of this.players.entries())
      this.add({ kind: 'seated', seat, by: 'player', player, contribution: randomBytes(16).toString('hex') });
    this.add({ kind: 'started' });
  }

  /** Returns false if the match is over. */
  play(choose: (legal: readonly string[]) => string): boolean {
    const [seat] = engine.toMove(this.position.state);
    if (seat === undefined) return false;
    const move = choose(engine.legalMoves(this.position.state, seat).map((one) => engine.format(one)));
    this.add({ kind: 'move', seat, by: 'player', move, id: this.entries.length });
    return true;
  }

  private add(body: Body): void {
    const entry = { ...body, seq: this.entries.length, at: this.position.created.at + this.entries.length } as Entry;
    const outcome = advance(this.folding, this.position, entry);
    if (!outcome.ok) throw new Error(`${entry.kind} cannot follow: ${outcome.reason}`);
    this.position = outcome.position;
    this.entries.push(entry);
  }
}

/** Whether the move of the clock leaves all players their whole time again, so that nothing else is due. */
function isAtRest({ folding, position, deadline, entries }: Draft): boolean {
  const answer = clockAnswer(engine, position, { now: deadline, isAnswering: () => false });
  if (answer === undefined) return false;
  const outcome = advance(folding, position, { ...answer, seq: entries.length });
  return outcome.ok && (nextDeadline(outcome.position) ?? 0) === deadline + DAYS * DAY_MS;
}

function engineOf(id: string): AnyGame {
  const game = gameById(id);
  if (game === undefined) throw new Error(`there is no game ${id}`);
  return game;
}

function createdEntry(host: string, at: number): { readonly entry: EntryOf<'created'>; readonly secret: string } {
  if (!resolved.ok) throw new Error(`the option ${resolved.option} is wrong`);
  const secret = randomBytes(32).toString('hex');
  const entry: EntryOf<'created'> = {
    seq: 0,
    at,
    kind: 'created',
    format: RECORD_FORMAT,
    match: newMatchId(),
    game: engine.id,
    rulesVersion: engine.rulesVersion,
    preset: resolved.preset,
    options: resolved.options,
    seats: SEATS,
    table: TABLE,
    host,
    commitment: commitmentTo(secret),
  };
  return { entry, secret };
}

function sleepingOf({ entries, position, folding, players, deadline }: Draft, owner: string): Sleeping {
  const { match } = position.created;
  const at = entries.at(-1)?.at ?? 0;
  const index = indexOf(engine, position, { at, openUntil: at, dueAt: deadline });
  let hash: string = NO_HASH;
  const appends = entries.map((entry, expectedSeq): Append => {
    const sealed = seal(hash, entry as Exclude<Entry, { kind: 'ended' }>);
    hash = sealed.hash;
    const first = expectedSeq === 0 && { index, players, secrets: { secret: folding.secret } };
    return { match, expectedSeq, owner, claim: FIRST_CLAIM, ...sealed, ...first };
  });
  return { sleeper: { match, entries: entries.length, dueAt: deadline }, appends };
}
