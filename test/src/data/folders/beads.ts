/** The temples of a data folder: bound to a seat, bound to a table, not bound, and without an owner. */
import { TempleLink } from '@flower-war/client';
import { claimCode } from '@flower-war/protocol';
import type { Hosting, Table } from './hosting.ts';
import { BRIDGE_TOKEN, type KeptTemple } from './kept.ts';
import { type AnyLive, playSome } from './playing.ts';

const EPOCH = 7;
const SHORT = { length: 'short' } as const;

export class Beads {
  private readonly link: TempleLink;
  private readonly key: string;
  private readonly dropped = new Map<string, { war: number; rain: number }>();

  private constructor(link: TempleLink, key: string) {
    this.link = link;
    this.key = key;
  }

  /** `key`: the master key of the folder. */
  static async open(url: string, key: string): Promise<Beads> {
    const link = new TempleLink({ url, token: BRIDGE_TOKEN });
    const connected = new Promise((resolve) => link.on('connected', resolve));
    link.open();
    await connected;
    return new Beads(link, key);
  }

  close(): void {
    this.link.close();
  }

  codeOf(temple: string): string {
    return claimCode(this.key, temple);
  }

  /** A device reports for the first time. */
  async appear(temple: string): Promise<void> {
    await this.link.ask('info', { temple, info: { v: 1, hw: 'esp32', fw: '1.0', flash: 'wal', ui: ['leds:12'] } });
    await this.drop(temple, { war: 10, rain: 10 });
  }

  async drop(temple: string, more: { readonly war: number; readonly rain: number }): Promise<void> {
    const { war, rain } = this.dropped.get(temple) ?? { war: 0, rain: 0 };
    this.dropped.set(temple, { war: war + more.war, rain: rain + more.rain });
    const answer = await this.link.ask('observe', { temple, odometer: this.odometerOf(temple) });
    if (answer?.kind !== 'observed') throw new Error(`${temple} was answered by ${JSON.stringify(answer)}`);
  }

  odometerOf(temple: string): KeptTemple['odometer'] {
    return { v: 1, epoch: EPOCH, ...(this.dropped.get(temple) ?? { war: 0, rain: 0 }) };
  }
}

interface Scene {
  readonly about: string;
  readonly game: string;
  readonly temple: string;
  readonly to: 'seat' | 'table';
}

const SCENES: readonly Scene[] = [
  { about: 'with a temple', game: 'flower-war', temple: 'templo-0a01', to: 'seat' },
  { about: 'with a temple', game: 'mexica', temple: 'templo-0a02', to: 'seat' },
  { about: 'with a temple on the table', game: 'flower-war', temple: 'templo-0a03', to: 'table' },
];
const UNBOUND = 'templo-0a04';
const NOBODYS = 'templo-0a05';

export async function setTemples(hosting: Hosting, beads: Beads): Promise<KeptTemple[]> {
  for (const scene of SCENES) await setTemple(hosting, beads, scene);
  await beads.appear(UNBOUND);
  await hosting.client('Caro').temples.claim(UNBOUND, beads.codeOf(UNBOUND));
  await hosting.client('Caro').temples.set(UNBOUND, { name: 'Casa de Caro', light: 40, swapped: true });
  await beads.drop(UNBOUND, { war: 2, rain: 1 });
  await beads.appear(NOBODYS);
  return keptTemples(hosting, beads);
}

async function setTemple(hosting: Hosting, beads: Beads, { about, game, temple, to }: Scene): Promise<void> {
  const wanted = { about: `${game}, ${about}`, game, seats: 2, options: SHORT, people: ['Ana', 'Beto'] as const };
  const table = await hosting.table(wanted);
  await beads.appear(temple);
  await hosting.client('Ana').temples.claim(temple, beads.codeOf(temple));
  await hosting.client('Ana').temples.bind(temple, table.match, to);
  const drop = (slot: string) => beads.drop(temple, { war: 0, rain: 0, [slot]: 1 });
  const hasTemple = ({ seat }: AnyLive) => to === 'table' || seat === 0;
  await playWithBeads(hosting, table, { drop, hasTemple });
  await beads.drop(temple, { war: 1, rain: 0 });
  hosting.leave(table, 'running');
}

const OFFERINGS = 4;

interface Dropping {
  readonly drop: (slot: string) => Promise<void>;
  /** Whether this seat offers by beads. */
  readonly hasTemple: (live: AnyLive) => boolean;
}

async function playWithBeads({ chance }: Hosting, { lives }: Table, { drop, hasTemple }: Dropping): Promise<void> {
  const budget = { moves: 400, chance, instead };
  let offered = 0;
  async function instead(live: AnyLive): Promise<boolean> {
    const offer = hasTemple(live) ? live.legal.find((move) => move.startsWith('offer ')) : undefined;
    if (offer === undefined) return false;
    if (++offered >= OFFERINGS) budget.moves = 0;
    const { step } = live;
    await drop(offer.slice('offer '.length));
    await live.until((now) => now.step > step);
    return true;
  }
  await playSome(lives, budget);
}

async function keptTemples(hosting: Hosting, beads: Beads): Promise<KeptTemple[]> {
  const owned: KeptTemple[] = [];
  for (const person of ['Ana', 'Caro'] as const)
    for (const own of await hosting.client(person).temples.list())
      owned.push({ temple: own.temple, person, odometer: beads.odometerOf(own.temple), own });
  return [...owned, { temple: NOBODYS, odometer: beads.odometerOf(NOBODYS) }];
}
