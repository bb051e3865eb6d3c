/** Temples with something to see: one with beads that wait, one at a table, a label, and a twin that is joined. */
import type { FlowerWarClient, LiveMatch } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import type { Scene } from '../scene.ts';
import type { TempleServer } from './templeServer.ts';

const OWN = { temple: 'templo-7f3a', name: 'Copal' } as const;
const AT_TABLE = { temple: 'templo-7f3b', name: 'Jade' } as const;
const LABELLED = 'templo-7f3c';
const TWIN = 'templo-7f41';
const LONGEST = 100;
/** A temple that says nothing for longer is silent. */
const HEARD_EVERY_MS = 20_000;

export interface TempleScenes {
  /** They take the places of pages without temples. */
  readonly pages: Readonly<Record<string, Omit<Scene, 'name'>>>;
  readonly more: readonly Scene[];
  readonly close: () => void;
}

export async function setTempleScenes(client: FlowerWarClient, server: TempleServer): Promise<TempleScenes> {
  const { match } = await client.create<string>({ game: 'flower-war', seats: 2, bots: [{ bot: 'greedy' }] });
  const live = await client.join<string>(match);
  await claim(client, server, OWN);
  await claim(client, server, AT_TABLE);
  await claim(client, server, { temple: TWIN, name: 'Obsidiana' });
  await server.know(LABELLED);
  await server.count(OWN.temple, 12, 11);
  await client.temples.bind(AT_TABLE.temple, match, 'seat');
  await playToOffering(live);
  const beating = setInterval(() => void server.count(AT_TABLE.temple, 10, 10), HEARD_EVERY_MS);
  return {
    pages: {
      temples: { path: PAGES.temples, ready: '.own-temple .waiting li' },
      claim: { path: server.labelOf(LABELLED), ready: '.promises' },
      twin: { path: server.twinOf(TWIN), ready: '.state [role="status"]:text-matches("game|juego|turn|bead|cuenta")' },
    },
    more: [
      { name: 'beads', path: `/?match=${match}`, ready: '.in-beads' },
      { name: 'login', path: `${PAGES.claim}?t=${LABELLED}`, ready: 'main form' },
    ],
    close: () => {
      clearInterval(beating);
      live.close();
    },
  };
}

interface Named {
  readonly temple: string;
  readonly name: string;
}

async function claim({ temples }: FlowerWarClient, server: TempleServer, { temple, name }: Named): Promise<void> {
  await server.know(temple);
  await server.count(temple, 10, 10);
  await temples.claim(temple, server.codeOf(temple));
  await temples.set(temple, { name });
}

async function playToOffering(live: LiveMatch<string>): Promise<void> {
  for (let n = 0; n < LONGEST; n++) {
    await live.until(() => live.isOver || live.legal.length > 0);
    const moves = await live.moves();
    if (moves.some(({ beads }) => beads)) return;
    await live.play(live.legal[0] ?? '');
  }
  throw new Error('no offering came');
}
