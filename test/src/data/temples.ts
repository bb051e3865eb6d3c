/** The temples of a data folder: bound to a seat, bound to a table, not bound, and without an owner. */
import type { LiveMatch, TempleLink } from '@flower-war/client';
import { claimCode } from '@flower-war/protocol';
import { bridgeTo, type KeptTemple, playSome } from './kept.ts';
import type { Hosting } from './scenes.ts';

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
