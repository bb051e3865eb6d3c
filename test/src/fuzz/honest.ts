/** Honest players and an honest device under attack: they must notice nothing. */
import { FlowerWarClient, type LiveMatch } from '@flower-war/client';
import { type Ack, devicePassword, topicOf, verify } from '@flower-war/protocol';
import { type Chance, engine } from '@flower-war/rules';
import { connectAsync } from 'mqtt';

/** Generous, because the attackers share the machine. */
const ANSWERED_WITHIN_MS = 30_000;
const DEVICE = 'templo-7777';

export type Report = (problem: string) => void;

/** `stop` ends the honest work and resolves with how much was done. */
export interface Honest {
  stop(): Promise<number>;
}

async function within<T>(what: string, done: Promise<T>): Promise<T> {
  let late: NodeJS.Timeout | undefined;
  const patience = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new Error(`${what}: no answer in ${ANSWERED_WITHIN_MS} ms`)), ANSWERED_WITHIN_MS);
  });
  try {
    return await Promise.race([done, patience]);
  } finally {
    clearTimeout(late);
  }
}

/** Plays one match after another against a bot, and verifies the record of each. */
export async function playHonestly(url: string, chance: Chance, report: Report): Promise<Honest> {
  const client = new FlowerWarClient({ url });
  await client.signIn('Ana');
  let [moves, isOver] = [0, false];
  const run = async () => {
    while (!isOver) {
      const live = await sitDown(client, report);
      while (!isOver && (await isAsked(live))) {
        const answer = await within('a move', live.play(chance.pick(live.legal)));
        if (answer.kind !== 'accepted') report(`an honest move was answered ${JSON.stringify(answer)}`);
        moves++;
      }
      if (!live.isOver) await within('a resignation', live.resign());
      live.close();
      await prove(client, live.id, report);
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

async function sitDown(client: FlowerWarClient, report: Report): Promise<LiveMatch> {
  const wanted = { game: 'tieqchieq', options: { turnCap: 40 }, bots: [{ bot: 'random' }] };
  const live = await client.join(await client.create({ ...wanted, table: { visibility: 'private' } }));
  live.on('connected', (isConnected) => isConnected || report('the socket of an honest player was dropped'));
  return live;
}

async function isAsked(live: LiveMatch): Promise<boolean> {
  await within(
    'a turn',
    live.until(() => live.isOver || live.legal.length > 0),
  );
  return !live.isOver;
}

async function prove(client: FlowerWarClient, match: string, report: Report): Promise<void> {
  const verdict = await verify(await client.history.record(match), engine);
  if (!verdict.ok) report(`the record of ${match} does not verify: ${JSON.stringify(verdict)}`);
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
    while (!isOver) {
      const odometer = JSON.stringify({ v: 1, epoch: 7, war: ++beads, rain: 0 });
      const acknowledged = new Promise<void>((resolve) => heard.set(beads, resolve));
      await device.publishAsync(topicOf('odometer', DEVICE), odometer, { qos: 1, retain: true });
      await within('a bead', acknowledged);
      await new Promise((resolve) => setTimeout(resolve, 1000)); // beads fall no faster
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
