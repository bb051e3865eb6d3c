/**
 * Random matches of every game that come again byte for byte from their numbers: records and what each viewer is shown. They fill and
 * start, play, think too long, leave, offer, take back, resign, and count beads. Nothing in them comes from a clock or from the system.
 */
import { createHash } from 'node:crypto';
import {
  begin,
  commitmentTo,
  NEW_ACCOUNT,
  RECORD_FORMAT,
  SLOTS,
  seal,
  type TableSettings,
  tableSettings,
} from '@flower-war/protocol';
import { signerOf } from '@flower-war/protocol/hosting';
import { at, type Chance, fastChance, resolveOptions } from '@flower-war/rules';
import { type Hosted, hostedGames } from '../src/base/hostedGames.ts';
import { sightOf, TableView } from '../src/doors/rooms/tableView.ts';
import { People } from '../src/features/people/people.ts';
import { Match } from '../src/match/match.ts';
import { indexOf } from '../src/match/record/matchIndex.ts';
import { openMatch } from '../src/matches/openMatch.ts';
import { MemoryJournal } from '../src/store/storedJournal.ts';

const GAMES = hostedGames();
const OWNER = 'me';
const TEMPLE = 'TEMPLE22';
const BEGAN = 1_700_000_000_000;
/** Long enough for windows, takebacks and clocks that run out; most matches do not end by their rules. */
const MOST_STEPS = 60;

export interface Played {
  readonly record: string;
  /** What each viewer was shown, a line each. */
  readonly frames: readonly string[];
}

/** Plays match number `n` of the game. */
export async function playRandom(game: string, n: number): Promise<Played> {
  const table = await RandomTable.open(game, n);
  for (let step = 0; step < MOST_STEPS && !table.isOver; step++) await table.step();
  return table.played();
}

export const RANDOM_GAMES: readonly string[] = GAMES.all.map(({ game }) => game.id);

export function digestOf({ record, frames }: Played): string {
  const hash = createHash('sha256').update(record);
  for (const frame of frames) hash.update(frame).update('\n');
  return hash.digest('hex');
}

type Deed = (table: RandomTable) => Promise<unknown> | undefined;

/** What may happen, and how often beside the others. */
const DEEDS: readonly (readonly [often: number, deed: Deed])[] = [
  [60, (table) => table.move()],
  [8, (table) => table.playBot()],
  [8, (table) => table.drop()],
  [
    4,
    (table) =>
      table.match.offer(table.anySeat, [table.newId, table.chance.pick(['takeback', 'takeback', 'abort'])], table.now),
  ],
  [2, (table) => table.match.offer(table.anySeat, [table.newId, 'pause', 5], table.now)],
  [1, (table) => table.match.offer(table.anySeat, [table.newId, 'resume'], table.now)],
  [6, (table) => table.match.reply(table.anySeat, [table.newId, table.chance.die(3) > 1], table.now)],
  [3, (table) => table.leave()],
  [3, (table) => table.match.arrive(table.anySeat, table.now)],
  [2, (table) => table.match.back(table.anySeat, [table.newId], table.now)],
  [
    1,
    (table) =>
      table.match.habits(table.anySeat, [table.newId, table.chance.pick(['calm', 'quick', 'all'])] as never, table.now),
  ],
  [2, (table) => table.match.bindTemple(table.binding, table.now)],
  [1, (table) => table.match.unbindTemple(TEMPLE, table.now)],
  [5, (table) => table.waitLong()],
  [1, (table) => table.resign()],
];
const OFTEN = DEEDS.reduce((sum, [often]) => sum + often, 0);

function deedAt(lot: number): Deed {
  let left = lot;
  for (const [often, deed] of DEEDS) {
    left -= often;
    if (left <= 0) return deed;
  }
  throw new RangeError(`${lot} is more than all deeds`);
}

const CLOCKS: readonly TableSettings['clock'][] = [
  { kind: 'none' },
  { kind: 'turn', seconds: 30 },
  { kind: 'bank', seconds: 120, increment: 5 },
  { kind: 'days', days: 1 },
];

/** What the match is told, and what it reports. */
interface Surroundings {
  now: number;
  failure?: Error;
}

class RandomTable {
  now = BEGAN;
  readonly chance: Chance;
  readonly match: Match;
  private readonly journal: MemoryJournal;
  private readonly frames: string[] = [];
  private readonly view: TableView;
  private readonly fallen = { war: 0, rain: 0 };
  private readonly clock: Surroundings;
  private ids = 0;

  private constructor(
    match: Match,
    parts: { hosted: Hosted; journal: MemoryJournal; chance: Chance; clock: Surroundings },
  ) {
    this.match = match;
    this.journal = parts.journal;
    this.chance = parts.chance;
    this.clock = parts.clock;
    const { seats } = match.position.created;
    const people = new People({} as never);
    for (let seat = 0; seat < seats; seat++) people.note(`p${seat}`, `Player ${seat}`);
    const seatsPresent = () =>
      new Set(Array.from({ length: seats }, (_, seat) => seat).filter((seat) => match.isHere(seat)));
    this.view = new TableView(parts.hosted.Table, {
      seats,
      people,
      seatsPresent,
      behind: 0,
      templeSeen: () => 'online' as never,
    });
    match.watch({ onFlush: ({ publicEvents, seats: own }) => this.show([...publicEvents], own), onLost: () => {} });
  }

  static async open(game: string, n: number): Promise<RandomTable> {
    const chance = fastChance(n);
    const hosted = GAMES.get(game);
    if (hosted === undefined) throw new Error(`no game ${game} is hosted`);
    const [journal, clock]: [MemoryJournal, Surroundings] = [new MemoryJournal(), { now: BEGAN }];
    const id = await created(journal, { hosted, chance, n });
    const stored = await journal.read(id);
    if (stored === undefined) throw new Error(`${id} was not written`);
    const opened = await openMatch(stored, GAMES.engineOf);
    const tools = {
      journal,
      owner: OWNER,
      signer: signerOf('11'.repeat(32)),
      openForMs: 3_600_000,
      usualBot: 'random',
      now: () => clock.now,
      report: (problem: string, { error }: { readonly error?: unknown }) => {
        clock.failure ??= new Error(`${game} ${n}: ${problem}`, { cause: error });
      },
    };
    const match = new Match({ ...opened, tail: { ...opened.tail, claim: 0 }, openedAt: BEGAN }, tools);
    const table = new RandomTable(match, { hosted, journal, chance, clock });
    await table.fill();
    return table;
  }

  get isOver(): boolean {
    return this.match.position.status === 'ended';
  }

  get newId(): number {
    return this.ids++;
  }

  get anySeat(): number {
    return this.chance.die(this.match.position.created.seats) - 1;
  }

  get binding() {
    const seat = this.chance.coin() ? { seat: this.anySeat } : {};
    return { temple: TEMPLE, by: 'p0', ...seat, account: NEW_ACCOUNT };
  }

  async step(): Promise<void> {
    this.pass(this.chance.die(4000));
    const deed = deedAt(this.chance.die(OFTEN));
    void deed(this);
    await this.match.tend(this.now); // comes after the deed, and after what it has made due
    if (this.clock.failure !== undefined) throw this.clock.failure;
  }

  /** An answer comes when its outcome is shown, which may be much later. */
  move(): Promise<unknown> | undefined {
    const [seat] = this.match.awaited;
    if (seat === undefined) return undefined;
    const { decision = 0, legal } = this.match.privateOf(seat);
    return legal.length === 0
      ? undefined
      : this.match.act(seat, [this.newId, decision, this.chance.pick(legal)], this.now);
  }

  playBot(): Promise<unknown> | undefined {
    const { engine } = this.match;
    const [seat] = this.match.awaited;
    return seat === undefined
      ? undefined
      : this.match.playBot(seat, (state) => at(engine.legalMoves(state as never, seat), 0), this.now);
  }

  drop(): Promise<unknown> {
    this.fallen[this.chance.pick(SLOTS)] += this.chance.die(3);
    return this.match.observe(TEMPLE, {
      epoch: 1,
      ...this.fallen,
      at: this.now,
      isDoubtful: this.chance.die(20) === 1,
    });
  }

  leave(): undefined {
    this.match.depart(this.anySeat, this.now);
  }

  /** Until what is due next, or longer. */
  waitLong(): Promise<unknown> {
    this.pass(Math.max(0, (this.match.dueAt ?? this.now) - this.now) + this.chance.die(2) * 1000);
    return this.match.tend(this.now);
  }

  resign(): Promise<unknown> | undefined {
    return this.chance.die(4) === 1 ? this.match.resign(this.anySeat, [this.newId], this.now) : undefined;
  }

  async played(): Promise<Played> {
    const stored = await this.journal.read(this.match.id);
    return { record: (stored?.lines ?? []).join('\n'), frames: this.frames };
  }

  private pass(milliseconds: number): void {
    this.now += milliseconds;
    this.clock.now = this.now;
  }

  private async fill(): Promise<void> {
    const { seats } = this.match.position.created;
    for (let seat = 0; seat < seats; seat++) {
      const contribution = createHash('sha256').update(`${this.match.id} ${seat}`).digest('hex').slice(0, 32);
      await this.match.sit({ by: 'player', player: `p${seat}`, contribution }, seat, this.now);
      await this.match.arrive(seat, this.now);
    }
  }

  private show(events: readonly unknown[], own: ReadonlyMap<number, { readonly events?: readonly unknown[] }>): void {
    const { table, publicStep } = this.match;
    this.view.lookAgain();
    const shown = this.view.json({ table, publicStep });
    this.frames.push(JSON.stringify([sightOf(shown, undefined), events]));
    for (const [seat, { events: more = events }] of own)
      this.frames.push(JSON.stringify([seat, sightOf(shown, this.match.ownOf(seat)), more]));
  }
}

interface Birth {
  readonly hosted: Hosted;
  readonly chance: Chance;
  readonly n: number;
}

async function created(journal: MemoryJournal, { hosted: { game }, chance, n }: Birth): Promise<string> {
  const match = `R${String(n).padStart(7, '2')}`;
  const secret = createHash('sha256').update(`${game.id} ${n}`).digest('hex');
  const [least, most] = game.seats;
  const resolved = resolveOptions(game, chance.pick(game.presets).id, {});
  if (!resolved.ok) throw new Error(`a preset of ${game.id} is not lawful`);
  const { preset, options } = resolved;
  const seats = least + chance.die(most - least + 1) - 1;
  const table = tableSettings.parse({
    clock: chance.pick(CLOCKS),
    absence: chance.pick(['casual', 'fair', 'strict']),
    reactDelaySeconds: chance.pick([0, 0, 3]),
    reactSeconds: chance.pick([0, 20]),
  });
  const entry = {
    seq: 0,
    kind: 'created',
    at: BEGAN,
    format: RECORD_FORMAT,
    match,
    game: game.id,
    rulesVersion: game.rulesVersion,
    preset,
    options,
    seats,
    table,
    host: 'p0',
    commitment: commitmentTo(secret),
  } as const;
  const index = indexOf(game, begin(entry), { at: BEGAN, openUntil: BEGAN + 3_600_000 });
  await journal.append({
    match,
    expectedSeq: 0,
    owner: OWNER,
    claim: 0,
    players: ['p0'],
    ...seal('', entry),
    index,
    secrets: { secret },
  });
  return match;
}
