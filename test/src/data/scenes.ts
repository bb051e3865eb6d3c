/** What lies in a data folder: people, one match of each kind that a later server must be able to go on with, and temples. */
import { createHash } from 'node:crypto';
import { FlowerWarClient, type LiveMatch, type TableSettings, type TempleLink } from '@flower-war/client';
import { claimCode } from '@flower-war/protocol';
import { type Chance, fastChance } from '@flower-war/rules';
import { bridgeTo, type KeptMatch, type KeptPerson, type KeptTemple, linesOf, playSome } from './kept.ts';

const NAMES = ['Ana', 'Beto', 'Caro', 'Dani', 'Eve', 'Fito'] as const;
export type Name = (typeof NAMES)[number];

interface MatchRequest {
  readonly about: string;
  readonly game: string;
  readonly preset?: string;
  readonly options?: Readonly<Record<string, string | number | boolean>>;
  readonly seats?: number;
  readonly table?: Partial<TableSettings>;
  /** People sit down in this order. Bots take the seats after them. */
  readonly people: readonly Name[];
  readonly bots?: number;
}

interface PlayedTable {
  readonly request: MatchRequest;
  readonly match: string;
  readonly lives: readonly LiveMatch[];
  readonly code?: string;
}

/** The players who fill a data folder, and the matches that they leave behind. */
export class Hosting {
  readonly url: string;
  readonly chance: Chance;
  readonly people: KeptPerson[] = [];
  private readonly clients = new Map<string, FlowerWarClient>();
  private readonly tables: { readonly table: PlayedTable; readonly status: KeptMatch['status'] }[] = [];

  constructor(url: string, seed: number) {
    this.url = url;
    this.chance = fastChance(seed);
  }

  async signIn(): Promise<void> {
    for (const name of NAMES) {
      const client = new FlowerWarClient({ url: this.url });
      const { player } = await client.signIn();
      const { recoveryCode = '' } = await client.account.choose(name);
      this.clients.set(name, client);
      this.people.push({ name, player, recoveryCode });
    }
  }

  client(name: Name): FlowerWarClient {
    const client = this.clients.get(name);
    if (client === undefined) throw new Error(`${name} has not signed in`);
    return client;
  }

  /** The first person creates the match, and all of them sit down. */
  async table(request: MatchRequest): Promise<PlayedTable> {
    const { about: _, people, bots = 0, ...match } = request;
    const body = { ...match, bots: Array.from({ length: bots }, () => ({ bot: 'greedy' })) };
    return this.sitDown(request, await this.client(people[0] ?? 'Ana').create(body));
  }

  async sitDown(request: MatchRequest, summary: { match: string; game: string; code?: string }): Promise<PlayedTable> {
    const code = summary.code === undefined ? {} : { code: summary.code };
    const lives: LiveMatch[] = [];
    for (const name of request.people) lives.push(await this.client(name).join(summary, code));
    return { request, match: summary.match, lives, ...code };
  }

  /** Leaves the table as it is until the server ends. */
  leave(table: PlayedTable, status: KeptMatch['status']): void {
    for (const live of table.lives) live.close();
    this.tables.push({ table, status });
  }

  async kept(): Promise<KeptMatch[]> {
    const kept: KeptMatch[] = [];
    for (const { table, status } of this.tables) kept.push(await this.lookAt(table, status));
    return kept;
  }

  private async lookAt({ request, match, code }: PlayedTable, status: KeptMatch['status']): Promise<KeptMatch> {
    const { about, game, people, table } = request;
    const isOver = status === 'ended';
    const seen = isOver ? [] : await Promise.all(people.map((name) => this.seatOf(name, match, game)));
    const record = isOver ? await this.client(people[0] ?? 'Ana').history.record(match) : undefined;
    return {
      about,
      match,
      game,
      status,
      seats: seen.map(({ seat }) => seat),
      said: seen[0]?.said ?? [],
      ...(code !== undefined && { code }),
      ...(record !== undefined && { sha256: createHash('sha256').update(record).digest('hex') }),
      ...(table?.watching === 'delayed' && { behind: table.watchDelaySeconds ?? 60 }),
    };
  }

  private async seatOf(name: Name, match: string, game: string) {
    const live = await this.client(name).join({ match, game });
    const { seat = -1, legal } = live;
    live.close();
    const left = live.table.clocks[seat]?.left;
    const kept = { seat, person: name, legal: [...legal].sort(), ...(left !== undefined && { left }) };
    return { seat: kept, said: linesOf(live) };
  }
}

/** Every game and preset, kept short so that the matches end soon. */
const EDITIONS = [
  { game: 'flower-war', preset: 'flower-war', options: { length: 'short', roundCap: 8 }, seats: 4 },
  { game: 'flower-war', preset: 'flower-war-rules-of-play', options: { length: 'short', roundCap: 6 }, seats: 4 },
  { game: 'mexica', preset: 'mexica', options: { length: 'short', roundCap: 6 }, seats: 4 },
  { game: 'mexica', preset: 'flower-war-early', options: { length: 'short', roundCap: 6 }, seats: 4 },
  { game: 'tieqchieq', preset: 'tieqchieq', options: { turnCap: 40 }, seats: 2 },
  { game: 'tieqchieq', preset: 'tieqchieq-fortress', options: { turnCap: 40 }, seats: 2 },
  { game: 'space-aztecs', preset: 'space-aztecs', options: {}, seats: 4 },
] as const;
const DUEL = { game: 'tieqchieq', options: { turnCap: 30 }, people: ['Ana', 'Beto'] } as const;
const TO_THE_END = Number.POSITIVE_INFINITY;
const LONGEST_PAUSE_MINUTES = 43_200;

type Scene = readonly [
  status: KeptMatch['status'],
  request: MatchRequest,
  happens: (table: PlayedTable, hosting: Hosting) => Promise<void>,
];

const play =
  (moves: number) =>
  ({ lives }: PlayedTable, { chance }: Hosting): Promise<void> =>
    playSome(lives, { moves, chance });

const withClock = (clock: TableSettings['clock'], absence: TableSettings['absence']): Scene => [
  'running',
  { ...DUEL, table: { clock, absence }, about: `with a clock: ${clock.kind}` },
  play(5),
];

const SCENES: readonly Scene[] = [
  ...EDITIONS.flatMap(scenesOf),
  ['open', { ...DUEL, people: ['Ana'], table: { visibility: 'private' }, about: 'private, open' }, play(0)],
  ['running', { ...DUEL, table: { visibility: 'private' }, about: 'private, running' }, play(6)],
  ['running', { ...DUEL, table: { watching: 'delayed', watchDelaySeconds: 5 }, about: 'watched later' }, play(8)],
  ['running', { ...DUEL, about: 'with talk, wishes and an agreement' }, talk],
  ['ended', { ...DUEL, about: 'ended, given up' }, giveUp],
  withClock({ kind: 'turn', seconds: 3600 }, 'strict'),
  withClock({ kind: 'bank', seconds: 86_400, increment: 30 }, 'fair'),
  withClock({ kind: 'days', days: 30 }, 'casual'),
];

function scenesOf({ preset, seats, ...edition }: (typeof EDITIONS)[number]): readonly Scene[] {
  const all = { ...edition, preset, seats };
  const withBots = { ...all, people: NAMES.slice(0, 2), bots: seats - 2 };
  return [
    ['open', { ...withBots, about: `${preset}, open`, people: ['Ana'] }, play(0)],
    ['running', { ...withBots, about: `${preset}, running` }, play(12)],
    ['paused', { ...withBots, about: `${preset}, paused` }, pause],
    ['ended', { ...all, about: `${preset}, ended, of people alone`, people: NAMES.slice(0, seats) }, play(TO_THE_END)],
  ];
}

export async function setScenes(hosting: Hosting): Promise<void> {
  const stoodIn = setStandIn(hosting);
  for (const [status, request, happens] of SCENES) {
    const table = await hosting.table(request);
    await happens(table, hosting);
    hosting.leave(table, status);
  }
  await setWindow(hosting);
  await setSequels(hosting);
  await stoodIn;
}

async function pause(table: PlayedTable, hosting: Hosting): Promise<void> {
  await play(5)(table, hosting);
  const [one, other] = table.lives;
  await one?.offer('pause', LONGEST_PAUSE_MINUTES);
  await agree(other, 'pause', true);
}

async function agree(live: LiveMatch | undefined, what: string, isAgreed: boolean): Promise<void> {
  await live?.until(({ table }) => table.offer.what === what);
  await live?.reply(isAgreed);
}

async function talk(table: PlayedTable, hosting: Hosting): Promise<void> {
  const [one, other] = table.lives;
  await one?.say('Bienvenidos, ¿empezamos?');
  await other?.phrase('good-luck');
  await other?.say('Ya voy — 準備 🌺');
  await one?.asks('none');
  await one?.offer('abort');
  await agree(other, 'abort', false);
  await play(4)(table, hosting);
}

async function giveUp(table: PlayedTable, hosting: Hosting): Promise<void> {
  await play(4)(table, hosting);
  await table.lives[0]?.resign();
}

/** A bot plays for Ana, who has been away for a minute. */
async function setStandIn(hosting: Hosting): Promise<void> {
  const table = await hosting.table({ ...DUEL, about: 'a bot stands in' });
  const [ana, beto] = table.lives;
  ana?.close();
  const isStoodIn = (live: LiveMatch) => (live.table.seats[0]?.bot ?? '') !== '';
  await playSome(beto === undefined ? [] : [beto], { moves: 200, chance: hosting.chance, until: isStoodIn });
  hosting.leave({ ...table, request: { ...table.request, people: ['Beto'] } }, 'running');
}

/** Leaves a hidden window open: a player has moved, and only the seat that is asked knows of the window. */
async function setWindow(hosting: Hosting): Promise<void> {
  const request = { game: 'flower-war', seats: 4, people: NAMES.slice(0, 4), about: 'in a hidden window' };
  for (;;) {
    const table = await hosting.table({ ...request, table: { reactSeconds: 600 } });
    if (await playToWindow(table, hosting)) return hosting.leave(table, 'running');
    hosting.leave(table, 'ended');
  }
}

/** Returns whether a window opened before the match was over. */
async function playToWindow({ lives }: PlayedTable, { chance }: Hosting): Promise<boolean> {
  const isOpen = () => lives.some(({ windowDeadline }) => windowDeadline !== undefined);
  const opened = lives.map((live) => live.until(isOpen));
  const playing = lives.map(async (live) => {
    while (!live.isOver && !isOpen()) {
      await live.until(({ isOver, legal }) => isOver || legal.length > 0);
      if (!live.isOver && !isOpen()) await live.play(chance.pick(live.legal));
    }
  });
  await Promise.race([...opened, ...playing]);
  return isOpen();
}

async function setSequels(hosting: Hosting): Promise<void> {
  const first = await hosting.table({ ...DUEL, about: 'ended, and played again' });
  await play(TO_THE_END)(first, hosting);
  hosting.leave(first, 'ended');

  const [ana, beto] = [hosting.client('Ana'), hosting.client('Beto')];
  const [one, other] = [await ana.rematch(first.match), await beto.rematch(first.match)];
  const again = { request: { ...DUEL, about: 'a rematch' }, match: one.id, lives: [one, other] };
  await play(3)(again, hosting);
  hosting.leave(again, 'running');

  const summary = await ana.history.continue(first.match, { seq: 12 });
  const onward = await hosting.sitDown({ ...DUEL, about: 'from a position of another match' }, summary);
  await play(3)(onward, hosting);
  hosting.leave(onward, 'running');
}

// The temples: bound to a seat, bound to a table, not bound, and without an owner.

const EPOCH = 7;
const OFFERINGS = 4;
const BOUND = [
  { about: 'with a temple', game: 'flower-war', temple: 'templo-0a01', to: 'seat' },
  { about: 'with a temple', game: 'mexica', temple: 'templo-0a02', to: 'seat' },
  { about: 'with a temple on the table', game: 'flower-war', temple: 'templo-0a03', to: 'table' },
] as const;
const UNBOUND = 'templo-0a04';
const NOBODYS = 'templo-0a05';

/** `key`: the master key of the folder. */
export async function setTemples(hosting: Hosting, key: string): Promise<KeptTemple[]> {
  const bridge = new Bridge(await bridgeTo(hosting.url));
  for (const bound of BOUND) await setTemple({ hosting, bridge, key }, bound);
  await bridge.appear(UNBOUND);
  const caro = hosting.client('Caro');
  await caro.temples.claim(UNBOUND, claimCode(key, UNBOUND));
  await caro.temples.set(UNBOUND, { name: 'Casa de Caro', light: 40, swapped: true });
  await bridge.drop(UNBOUND, { war: 2, rain: 1 });
  await bridge.appear(NOBODYS);
  const kept: KeptTemple[] = [{ temple: NOBODYS, odometer: bridge.odometerOf(NOBODYS) }];
  for (const person of ['Ana', 'Caro'] as const)
    for (const own of await hosting.client(person).temples.list())
      kept.push({ temple: own.temple, person, odometer: bridge.odometerOf(own.temple), own });
  bridge.link.close();
  return kept;
}

/** What devices tell the server through a bridge. */
class Bridge {
  readonly link: TempleLink;
  private readonly dropped = new Map<string, { readonly war: number; readonly rain: number }>();

  constructor(link: TempleLink) {
    this.link = link;
  }

  /** A device reports for the first time. */
  async appear(temple: string): Promise<void> {
    await this.link.ask('info', { temple, info: { v: 1, hw: 'esp32', fw: '1.0', flash: 'wal', ui: ['leds:12'] } });
    await this.drop(temple, { war: 10, rain: 10 });
  }

  async drop(temple: string, more: { readonly war?: number; readonly rain?: number }): Promise<void> {
    const { war, rain } = this.odometerOf(temple);
    this.dropped.set(temple, { war: war + (more.war ?? 0), rain: rain + (more.rain ?? 0) });
    const answer = await this.link.ask('observe', { temple, odometer: this.odometerOf(temple) });
    if (answer?.kind !== 'observed') throw new Error(`${temple} was answered by ${JSON.stringify(answer)}`);
  }

  odometerOf(temple: string): KeptTemple['odometer'] {
    return { v: 1, epoch: EPOCH, ...(this.dropped.get(temple) ?? { war: 0, rain: 0 }) };
  }
}

interface TempleMaking {
  readonly hosting: Hosting;
  readonly bridge: Bridge;
  readonly key: string;
}

/** Plays until beads have made some offerings. */
async function setTemple({ hosting, bridge, key }: TempleMaking, { about, game, temple, to }: (typeof BOUND)[number]) {
  const people = ['Ana', 'Beto'] as const;
  const request = { about: `${game}, ${about}`, game, seats: 2, options: { length: 'short' }, people };
  const table = await hosting.table(request);
  await bridge.appear(temple);
  const { temples } = hosting.client('Ana');
  await temples.claim(temple, claimCode(key, temple));
  await temples.bind(temple, table.match, to);
  let offered = 0;
  const budget = { moves: 400, chance: hosting.chance, instead: byBead };
  async function byBead(live: LiveMatch): Promise<boolean> {
    const hasTemple = to === 'table' || live.seat === 0;
    const offer = hasTemple ? live.legal.find((move) => move.startsWith('offer ')) : undefined;
    if (offer === undefined) return false;
    if (++offered >= OFFERINGS) budget.moves = 0;
    const { step } = live;
    await bridge.drop(temple, { [offer.slice('offer '.length)]: 1 });
    await live.until((now) => now.step > step);
    return true;
  }
  await playSome(table.lives, budget);
  await bridge.drop(temple, { war: 1 });
  hosting.leave(table, 'running');
}
