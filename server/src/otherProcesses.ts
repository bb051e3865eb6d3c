/**
 * What this process does about the others on the same data. It tells them what changed here, does what they tell, and looks at
 * the store for what was not told.
 */
import {
  announceRematchHere,
  closeConnectionsOf,
  seatsHere,
  showNames,
  visitorsHere,
} from './doors/rooms/roomPlaces.ts';
import type { Services } from './doors/services.ts';
import { ListReader } from './features/listing/billboard.ts';
import { REPEAT_MS, type Visitor } from './features/table/presenceElsewhere.ts';
import type { Stores } from './store/operations.ts';

/** A ban or a sign-out that was not announced is found so soon. */
const LOOK_EVERY_MS = 2000;

const PAGE_EVERY_MS = 1000;
const LISTS_REST_MS = 5000;
const PRUNE_EVERY_MS = 60_000;

/** As many as one announcement may hold. */
const MOST_TOLD = 1000;

export class OtherProcesses {
  private readonly services: Services;
  private readonly lists: ListReader;
  private readonly renamed = new Gathered(() => void showNames());
  private timers: readonly NodeJS.Timeout[] = [];
  private listsRestUntil = Number.NEGATIVE_INFINITY;

  constructor(services: Services, records: Stores['records']) {
    this.services = services;
    this.lists = new ListReader(services.billboard, records);
  }

  start(): void {
    this.listen();
    const isAlone = this.services.config.DATABASE_URL === ''; // then no player was banned elsewhere
    if (!isAlone) this.every(LOOK_EVERY_MS, async () => this.sendAway(await visitorsHere()));
    this.every(PAGE_EVERY_MS, () => this.readLists());
    this.every(PRUNE_EVERY_MS, () => this.services.billboard.prune(this.services.journal));
    this.every(REPEAT_MS, async () => this.tellPresence(await seatsHere()));
  }

  stop(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  private listen(): void {
    const { announcements, billboard, presenceElsewhere, now } = this.services;
    announcements.on('list', ({ matches }) => this.lists.note(matches));
    announcements.on('rematch', ({ match, rematch }) => announceRematchHere(match, rematch));
    announcements.on('name', ({ player }) => this.trying(() => this.reread(player)));
    for (const topic of ['ban', 'sessions'] as const)
      announcements.on(topic, ({ player }) => this.trying(() => this.sendAwayIfUnwanted(player)));
    announcements.on('presence', (told) => {
      for (const match of presenceElsewhere.hear(told, now())) billboard.touch(match);
    });
    const present = new Gathered((changed) => this.trying(async () => this.tellPresence(await seatsHere(changed))));
    this.services.presence.onChange = (match) => present.add(match);
    const posted = new Gathered((changed) => {
      for (const matches of inParts(changed, MOST_TOLD)) announcements.tell('list', { matches: [...matches] });
    });
    billboard.onPosted = (match) => posted.add(match);
  }

  /** After the last page there is a rest: what others announce is read at once. */
  private async readLists(): Promise<void> {
    if (performance.now() < this.listsRestUntil) return;
    if (await this.lists.readPage()) this.listsRestUntil = performance.now() + LISTS_REST_MS;
  }

  private async reread(player: string): Promise<void> {
    await this.services.identity.reread(player);
    this.renamed.add(player);
  }

  private async sendAwayIfUnwanted(player: string): Promise<void> {
    await this.sendAway((await visitorsHere()).filter((visitor) => visitor.player === player));
  }

  private async sendAway(visitors: readonly Visitor[]): Promise<void> {
    const { identity, now } = this.services;
    for (const [player, why] of await identity.unwanted(visitors, now())) await closeConnectionsOf(player, why);
  }

  private tellPresence(tables: ReadonlyMap<string, readonly number[]>): void {
    const told = [...tables].map(([match, seats]) => ({ match, seats: [...seats] }));
    for (const some of inParts(told, MOST_TOLD)) this.services.announcements.tell('presence', { tables: [...some] });
  }

  /** Never two at once, however long one takes. */
  private every(milliseconds: number, job: () => Promise<void>): void {
    let isBusy = false;
    const turn = async () => {
      if (isBusy) return;
      isBusy = true;
      await this.attempt(job);
      isBusy = false;
    };
    this.timers = [...this.timers, setInterval(() => void turn(), milliseconds).unref()];
  }

  private trying(job: () => Promise<void>): void {
    void this.attempt(job);
  }

  /** A store that is away is told elsewhere, and the next turn makes up for this one. */
  private async attempt(job: () => Promise<void>): Promise<void> {
    try {
      await job();
    } catch (err) {
      this.services.log.debug({ err }, 'what other processes changed could not be read');
    }
  }
}

/** Gathers what changes within a short time, and tells it together. */
const GATHER_MS = 100;

class Gathered {
  private readonly tell: (changed: readonly string[]) => void;
  private readonly changed = new Set<string>();

  constructor(tell: (changed: readonly string[]) => void) {
    this.tell = tell;
  }

  add(id: string): void {
    if (this.changed.size === 0) setTimeout(() => this.flush(), GATHER_MS).unref();
    this.changed.add(id);
  }

  private flush(): void {
    const changed = [...this.changed];
    this.changed.clear();
    this.tell(changed);
  }
}

/** The same items, in parts of at most this many. */
function* inParts<T>(items: readonly T[], most: number): Generator<readonly T[]> {
  for (let n = 0; n < items.length; n += most) yield items.slice(n, n + most);
}
