/** A match and a bead through everything that docker-compose.yml starts. */
import { FlowerWarClient, type LiveMatch } from '@flower-war/client';
import type { Slot } from '@flower-war/protocol/temple';
import { startTwin } from '@flower-war/temple/twin';
import type { Topology } from './topology.ts';

export interface Played {
  readonly status: string;
  readonly dropped: number;
  readonly applied: number;
}

/** Plays a match of Flower War to its end, in which beads make the offerings: one that is free, and those that must be. */
export async function playWithBead(topology: Topology): Promise<Played> {
  const url = topology.proxy.https;
  const { id, password, code } = newTemple(topology);
  const client = new FlowerWarClient({ url });
  await client.signIn('Itzel');
  const twin = await startTwin({ broker: `mqtt://127.0.0.1:${topology.ports.mqtt}`, id, password });
  try {
    await twin.connected();
    await claimed(client, id, code);
    const options = { length: 'short' } as const;
    const table = { reactSeconds: 0 } as const;
    const match = await client.create({ game: 'flower-war', seats: 2, bots: [{ bot: 'greedy' }], options, table });
    const live = await client.join(match);
    await client.temples.bind(id, live.id);
    await toOffering(live);
    twin.drop('war');
    await live.until(() => appliedAt(live, id) === 1);
    const forced = await playOut(live, (slot) => twin.drop(slot));
    const played = { status: live.table.status, dropped: 1 + forced, applied: appliedAt(live, id) };
    live.close();
    return played;
  } finally {
    await twin.stop();
  }
}

interface NewTemple {
  readonly id: string;
  readonly password: string;
  readonly code: string;
}

/** `npm run temple:new` in the container, then the files of mosquitto anew; mosquitto reads them at SIGHUP. */
function newTemple(topology: Topology): NewTemple {
  const sheet = topology.runInSetup(['node', 'bridge/tools/newTemple.ts', '--id', 'templo-7f3a']);
  const row = (name: string) => new RegExp(`^ *${name} +(\\S+)`, 'm').exec(sheet)?.[1] ?? '';
  topology.admitTemples();
  return { id: 'templo-7f3a', password: row('password'), code: row('printed code') };
}

/** The temple must have reported to the server before. */
async function claimed(client: FlowerWarClient, id: string, code: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const done = await client.temples.claim(id, code).catch((error: Error) => error);
    if (!(done instanceof Error)) return;
    if (tries === 99) throw done;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function appliedAt({ table }: LiveMatch, id: string): number {
  const found = table.temples.find(({ temple }) => temple === id);
  return (found?.war.applied ?? 0) + (found?.rain.applied ?? 0);
}

/** Plays without offerings until this seat may make one and can pay for it. */
async function toOffering(live: LiveMatch<'flower-war'>): Promise<void> {
  for (;;) {
    await live.until(({ legal, isOver }) => isOver || legal.length > 0);
    const skulls = live.view.tribes[live.getSnapshot().seat ?? 0]?.skulls ?? 0;
    if (live.isOver || (live.view.phase === 'offering' && skulls >= 1)) return;
    await live.play(live.legal.find((move) => move === 'done' || move === 'pass') ?? live.legal[0] ?? '');
  }
}

/**
 * The answer to a move may wait for a hidden question to this very seat, so each decision is answered at once. Offerings
 * are for the temple: where every move is one, a bead pays. Gives how many were dropped.
 */
async function playOut(live: LiveMatch, drop: (slot: Slot) => void): Promise<number> {
  const refused = Promise.withResolvers<never>();
  const play = async (move: string) => {
    const answer = await live.play(move);
    // The temple draws the card of its bead by itself.
    const isMoot = answer.kind === 'rejected' && answer.code === 'stale-decision';
    if (answer.kind !== 'accepted' && !isMoot) throw new Error(`${move}: ${JSON.stringify(answer)}`);
  };
  let dropped = 0;
  for (let answered: number | undefined; ; answered = live.decision) {
    const asked = live.until(({ legal, decision, isOver }) => isOver || (legal.length > 0 && decision !== answered));
    await Promise.race([asked, refused.promise]);
    if (live.isOver) return dropped;
    const move = live.legal.find((one) => !one.startsWith('offer'));
    if (move !== undefined) play(move).catch(refused.reject);
    else {
      drop(live.legal.includes('offer war') ? 'war' : 'rain');
      dropped++;
    }
  }
}
