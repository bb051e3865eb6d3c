/** Honest players and an honest device under attack, who must notice nothing, and the health of the house. */
import { setTimeout as pause } from 'node:timers/promises';
import { FlowerWarClient, type LiveMatch } from '@flower-war/client';
import { type Ack, devicePassword, topicOf, verify } from '@flower-war/protocol';
import { type Chance, engine } from '@flower-war/rules';
import { connectAsync } from 'mqtt';
import type { WholeHouse } from '../support/wholeHouse.ts';
import { OPERATOR_TOKEN } from './target.ts';

/** Generous, because the attackers share the machine. */
const ANSWERED_WITHIN_MS = 30_000;
const BEAD_EVERY_MS = 1000;
const DEVICE = 'templo-7777';

export type Report = (problem: string) => void;

/** Honest work. */
export interface Honest {
  /** Ends it, and resolves with how much was done. */
  stop(): Promise<number>;
}

function within<T>(what: string, done: Promise<T>): Promise<T> {
  const late = pause(ANSWERED_WITHIN_MS, undefined, { ref: false }).then(() => {
    throw new Error(`${what}: no answer in ${ANSWERED_WITHIN_MS} ms`);
  });
  return Promise.race([done, late]);
}

/** Plays one match after another against a bot, and verifies the record of each. */
export async function playHonestly(url: string, chance: Chance, report: Report): Promise<Honest> {
  const client = new FlowerWarClient({ url });
  await client.signIn('Ana');
  let [moves, isOver] = [0, false];
  const playOut = async (live: LiveMatch) => {
    live.on('connected', (isConnected) => isConnected || report('the socket of an honest player was dropped'));
    while (!isOver) {
      const isAsked = live.until(() => live.isOver || live.legal.length > 0);
      await within('a turn', isAsked);
      if (live.isOver) return;
      const answer = await within('a move', live.play(chance.pick(live.legal)));
      if (answer.kind !== 'accepted') report(`an honest move was answered ${JSON.stringify(answer)}`);
      moves++;
    }
    await within('a resignation', live.resign());
  };
  const run = async () => {
    while (!isOver) {
      const wanted = { game: 'tieqchieq', options: { turnCap: 40 }, bots: [{ bot: 'random' }] };
      const live = await client.join(await client.create({ ...wanted, table: { visibility: 'private' } }));
      await playOut(live);
      live.close();
      const verdict = await verify(await client.history.record(live.id), engine);
      if (!verdict.ok) report(`the record of ${live.id} does not verify: ${JSON.stringify(verdict)}`);
    }
  };
  const done = run().catch((error: unknown) => report(`an honest player failed: ${String(error)}`));
  return {
    async stop() {
      isOver = true;
      await done;
      return moves;
    },
  };
}

/** Drops a bead now and then, and waits until the server acknowledges it. */
export async function offerHonestly(mqtt: string, key: string, report: Report): Promise<Honest> {
  const login = { clientId: DEVICE, username: DEVICE, password: devicePassword(key, DEVICE) };
  const device = await connectAsync(mqtt, { protocolVersion: 4, reconnectPeriod: 0, ...login });
  let [beads, isOver] = [0, false];
  const heard = new Map<number, () => void>();
  device.on('close', () => isOver || report('the connection of an honest device was dropped'));
  device.on('error', () => {});
  device.on('message', (_, payload) => heard.get((JSON.parse(String(payload)) as Ack).through.war)?.());
  const run = async () => {
    await device.subscribeAsync(topicOf('ack', DEVICE), { qos: 1 });
    for (; !isOver; await pause(BEAD_EVERY_MS)) {
      const odometer = JSON.stringify({ v: 1, epoch: 7, war: ++beads, rain: 0 });
      const acknowledged = new Promise<void>((resolve) => heard.set(beads, resolve));
      await device.publishAsync(topicOf('odometer', DEVICE), odometer, { qos: 1, retain: true });
      await within('a bead', acknowledged);
    }
  };
  const done = run().catch((error: unknown) => isOver || report(`an honest device failed: ${String(error)}`));
  return {
    async stop() {
      isOver = true;
      await done;
      await device.endAsync(true);
      return beads;
    },
  };
}

/** Generous: an idle server takes a sixth of it. */
const MOST_BYTES = 1024 * 1024 * 1024;
const LONGEST_DELAY_S = 5;
const LOOK_EVERY_MS = 1000;
const ERROR_LEVEL = 50;

interface Health {
  readonly hasFallen: () => boolean;
  stop(): Promise<void>;
}

export function watchHealth(house: WholeHouse, report: Report): Health {
  let [read, isOver, hasFallen] = [0, false, false];
  const look = () => {
    const end = house.said().lastIndexOf('\n') + 1;
    for (const line of house.said().slice(read, end).split('\n')) {
      if (flawIn(line)) report(`the house said: ${line.slice(0, 600)}`);
      hasFallen ||= isFall(line);
    }
    read = end;
    if (house.hasEnded() && !isOver && !hasFallen) report('the whole house ended');
    hasFallen ||= house.hasEnded();
  };
  const timer = setInterval(() => {
    look();
    void measure(house.url, report).catch((error: unknown) => report(`the server gives no numbers: ${String(error)}`));
  }, LOOK_EVERY_MS);
  return {
    hasFallen: () => hasFallen,
    async stop() {
      clearInterval(timer);
      look();
      isOver = true;
    },
  };
}

/** What a terminal obeys. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for
const OBEYED = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
const isFall = (line: string) => line.includes('it is started again in');

function flawIn(line: string): boolean {
  if (isFall(line) || OBEYED.test(line)) return true;
  try {
    const { level } = JSON.parse(line) as { level?: number };
    return (level ?? 0) >= ERROR_LEVEL;
  } catch {
    return /\b(Type|Range|Reference|Syntax|Assertion)?Error\b|^\s+at |Unhandled|Warning:/.test(line);
  }
}

async function measure(url: string, report: Report): Promise<void> {
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
  const text = await (await fetch(`${url}/metrics`, { headers, signal: AbortSignal.timeout(30_000) })).text();
  const value = (name: string) => Number(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
  const [bytes, delay] = [value('process_resident_memory_bytes'), value('nodejs_eventloop_lag_p99_seconds')];
  if (!(bytes < MOST_BYTES)) report(`the server takes ${bytes} bytes`);
  if (!(delay < LONGEST_DELAY_S)) report(`the loop of the server stood still for ${delay} s`);
}
