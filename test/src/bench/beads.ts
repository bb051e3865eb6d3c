/** How long a bead takes from device to ledger, compared with one message there and back plus one disk sync. */
import { closeSync, fdatasyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { FlowerWarClient, type LiveMatch } from '@flower-war/client';
import type { ViewOf } from '@flower-war/protocol';
import { accountPassword, claimCode, devicePassword } from '@flower-war/protocol/credentials';
import { type Ack, topicOf } from '@flower-war/protocol/temple';
import { connectAsync, type MqttClient } from 'mqtt';
import { startWholeHouse, type WholeHouse } from '../support/wholeHouse.ts';

/** In milliseconds, one figure for each bead. */
export interface BeadFigures {
  /** From a device to another client and back, through the same broker. */
  readonly roundTrip: readonly number[];
  readonly sync: readonly number[];
  /** From the odometer to the ledger that has counted it. */
  readonly held: readonly number[];
  readonly applied: readonly number[];
}

const TEMPLE = 'templo-be0c';
const ECHO = 'templo-ec40';
/** Slow enough that the server does not doubt the beads. */
const PAUSE_MS = 150;
const BLOCK = Buffer.alloc(4096, 7);

export async function measureBeads(beads: number, tree?: string): Promise<BeadFigures> {
  const house = await startWholeHouse({ BOT_DELAY_MS: '0' }, tree);
  const stage = await setUp(house);
  try {
    return await measure(stage, beads);
  } finally {
    await Promise.all(stage.clients.map((client) => client.endAsync(true)));
    stage.live.close();
    await house.stop();
    rmSync(house.folder, { recursive: true });
  }
}

interface Stage {
  readonly folder: string;
  readonly live: LiveMatch<'flower-war'>;
  readonly device: Pair;
  readonly echo: Pair;
  readonly clients: readonly MqttClient[];
}

/** Publishes on one topic and listens on another. */
interface Pair {
  readonly send: (payload: string) => void;
  /** Resolves with the next message that fits. */
  readonly until: (fits: (payload: string) => boolean) => Promise<void>;
}

async function setUp(house: WholeHouse): Promise<Stage> {
  const key = readFileSync(join(house.folder, 'temples.key'), 'utf8').trim();
  const owner = new FlowerWarClient({ url: house.url });
  await owner.signIn('Itzel');
  const [devices, echoes, peer] = await Promise.all([
    dial(house.mqtt, { id: TEMPLE, user: TEMPLE, password: devicePassword(key, TEMPLE) }),
    dial(house.mqtt, { id: ECHO, user: ECHO, password: devicePassword(key, ECHO) }),
    dial(house.mqtt, { id: 'bridge-echo', user: 'bridge', password: accountPassword(key, 'bridge') }),
  ]);
  await peer.subscribeAsync(topicOf('info', ECHO), { qos: 1 });
  peer.on('message', (_, payload) => peer.publish(topicOf('config', ECHO), payload, { qos: 1 }));
  const device = await paired(devices, { out: topicOf('odometer', TEMPLE), back: topicOf('ack', TEMPLE) });
  const echo = await paired(echoes, { out: topicOf('info', ECHO), back: topicOf('config', ECHO) });
  await owner.temples.claim(TEMPLE, claimCode(key, TEMPLE));
  const made = await owner.create({ game: 'flower-war', seats: 2, bots: [{ bot: 'random', seat: 1 }] });
  const live = await owner.join(made, { seat: 0 });
  await owner.temples.bind(TEMPLE, made.match);
  const begun = device.until((payload) => (JSON.parse(payload) as Ack).epoch === 1);
  device.send(JSON.stringify({ v: 1, epoch: 1, war: 0, rain: 0 })); // the first report sets where the count begins
  await begun;
  return { folder: house.folder, live, device, echo, clients: [devices, echoes, peer] };
}

async function dial(
  url: string,
  { id, user, password }: { readonly id: string; readonly user: string; readonly password: string },
): Promise<MqttClient> {
  const client = await connectAsync(url, { clientId: id, username: user, password, protocolVersion: 4, clean: true });
  (client.stream as unknown as { setNoDelay?: (isOn: boolean) => void }).setNoDelay?.(true);
  return client;
}

async function paired(
  client: MqttClient,
  { out, back }: { readonly out: string; readonly back: string },
): Promise<Pair> {
  let heard: (payload: string) => void = () => {};
  client.on('message', (topic, payload) => topic === back && heard(String(payload)));
  await client.subscribeAsync(back, { qos: 1 });
  return {
    send: (payload) => void client.publish(out, payload, { qos: 1, retain: out.endsWith('odometer') }),
    until: (fits) =>
      new Promise((resolve) => {
        heard = (payload) => fits(payload) && resolve();
      }),
  };
}

/** Measures one of each kind in turn, so that other load on the machine weighs on all kinds alike. */
async function measure({ folder, live, device, echo }: Stage, beads: number): Promise<BeadFigures> {
  const file = openSync(join(folder, 'floor'), 'w');
  const figures = { roundTrip: [] as number[], sync: [] as number[], held: [] as number[], applied: [] as number[] };
  let war = 0;
  const drop = (verdict: 'held' | 'applied') => {
    war++;
    const wanted = figures[verdict].length + 1;
    const answered = device.until((payload) => (JSON.parse(payload) as Ack)[verdict].war >= wanted);
    return timed(() => device.send(JSON.stringify({ v: 1, epoch: 1, war, rain: 0 })), answered);
  };
  const round = async (verdict: 'held' | 'applied') => {
    figures.roundTrip.push(await there(echo, war));
    figures.sync.push(synced(file));
    figures[verdict].push(await drop(verdict));
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  };
  await playUntil(live, ({ phase, tribes }) => phase === 'offering' && (tribes[0]?.skulls ?? 0) >= APPLIED);
  for (let bead = 0; bead < APPLIED; bead++) await round('applied');
  await playUntil(live, ({ phase }) => phase === 'moving'); // before the tribe has moved, beads wait
  for (let bead = 0; bead < beads; bead++) await round('held');
  closeSync(file);
  return figures;
}

/** A tribe has as many skulls after some turns. */
const APPLIED = 12;

/** Plays without offering and without cards until the view fits. */
async function playUntil(
  live: LiveMatch<'flower-war'>,
  isThere: (view: ViewOf<'flower-war'>) => boolean,
): Promise<void> {
  for (let move = 0; move < 2000 && !live.isOver; move++) {
    await live.until(({ legal, isOver }) => isOver || legal.length > 0);
    if (isThere(live.view)) return;
    await live.play(live.legal.find((one) => one === 'done' || one === 'pass') ?? live.legal[0] ?? '');
  }
  throw new Error('the tribe never came to the wanted phase; run the bench again');
}

function there(echo: Pair, n: number): Promise<number> {
  const mark = `{"n":${n}}`;
  return timed(
    () => echo.send(mark),
    echo.until((payload) => payload === mark),
  );
}

async function timed(start: () => void, done: Promise<void>): Promise<number> {
  const since = performance.now();
  start();
  await done;
  return performance.now() - since;
}

function synced(file: number): number {
  const since = performance.now();
  writeSync(file, BLOCK);
  fdatasyncSync(file);
  return performance.now() - since;
}
