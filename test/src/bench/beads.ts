/** How long a bead takes from device to ledger, compared with one message there and back plus one disk sync. */
import { fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { FlowerWarClient, type LiveMatch } from '@flower-war/client';
import type { ViewOf } from '@flower-war/protocol';
import { accountPassword, claimCode, devicePassword } from '@flower-war/protocol/credentials';
import { type Ack, topicOf } from '@flower-war/protocol/temple';
import { connectAsync, type MqttClient } from 'mqtt';
import { startWholeHouse, type WholeHouse } from '../support/wholeHouse.ts';
import { quantile } from './moves.ts';

const TEMPLE = 'templo-be0c';
const ECHO = 'templo-ec40';
/** Slow enough that the server does not doubt the beads. */
const PAUSE_MS = 150;
const BLOCK = Buffer.alloc(4096, 7);

/** Medians in milliseconds: of a bead of the slower kind, and of one message there and back plus one sync. */
export async function measureBeads(beads: number, tree?: string) {
  const house = await startWholeHouse({ BOT_DELAY_MS: '0' }, tree);
  try {
    return await measure(await setUp(house), beads);
  } finally {
    await house.stop();
  }
}

interface Stage {
  readonly folder: string;
  readonly live: LiveMatch<'flower-war'>;
  readonly device: Pair;
  readonly echo: Pair;
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
  const dial = dialling(house.mqtt);
  const devices = await dial(TEMPLE, { username: TEMPLE, password: devicePassword(key, TEMPLE) });
  const echoes = await dial(ECHO, { username: ECHO, password: devicePassword(key, ECHO) });
  const peer = await dial('bridge-echo', { username: 'bridge', password: accountPassword(key, 'bridge') });
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
  return { folder: house.folder, live, device, echo };
}

function dialling(url: string) {
  return async (clientId: string, login: { readonly username: string; readonly password: string }) => {
    const client = await connectAsync(url, { clientId, ...login, protocolVersion: 4, clean: true });
    (client.stream as unknown as { setNoDelay?: (isOn: boolean) => void }).setNoDelay?.(true);
    return client;
  };
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
async function measure({ folder, live, device, echo }: Stage, beads: number) {
  const synced = syncing(join(folder, 'floor'));
  const took = { roundTrip: [] as number[], sync: [] as number[], held: [] as number[], applied: [] as number[] };
  let war = 0;
  const drop = (verdict: 'held' | 'applied') => {
    war++;
    const wanted = took[verdict].length + 1;
    const answered = device.until((payload) => (JSON.parse(payload) as Ack)[verdict].war >= wanted);
    return timed(() => device.send(JSON.stringify({ v: 1, epoch: 1, war, rain: 0 })), answered);
  };
  const round = async (verdict: 'held' | 'applied') => {
    took.roundTrip.push(await there(echo, war));
    took.sync.push(synced());
    took[verdict].push(await drop(verdict));
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  };
  await playUntil(live, ({ phase, tribes }) => phase === 'offering' && (tribes[0]?.skulls ?? 0) >= APPLIED);
  for (let bead = 0; bead < APPLIED; bead++) await round('applied');
  await playUntil(live, ({ phase }) => phase === 'moving'); // before the tribe has moved, beads wait
  for (let bead = 0; bead < beads; bead++) await round('held');
  return {
    slowest: Math.max(quantile(took.held, 0.5), quantile(took.applied, 0.5)),
    floor: quantile(took.roundTrip, 0.5) + quantile(took.sync, 0.5),
  };
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

/** Milliseconds of one fdatasync of a small file. */
export function syncing(path: string): () => number {
  const file = openSync(path, 'w');
  return () => {
    const since = performance.now();
    writeSync(file, BLOCK);
    fdatasyncSync(file);
    return performance.now() - since;
  };
}
