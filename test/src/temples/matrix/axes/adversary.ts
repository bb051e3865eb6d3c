/**
 * An attacker beside an honest temple: with the account of another temple, with an overheard password, or without an
 * account.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Odometer, topicOf } from '@flower-war/protocol/temple';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { ROGUE, type Stage, TEMPLE } from '../stage/stage.ts';
import type { Axis, Value } from './axis.ts';

export const adversary = {
  none: {},
  'replay-old-retained': attack(replay, { metric: 'reports', label: 'kind="old"' }),
  'other-temples-topic': attack(foreignTopic),
  'forged-last-will': attack(forgedWill),
  oversize: attack(oversize, { metric: 'strays', label: 'what="too-large"', isMosquittos: true }),
  'not-json': attack(notJson, { metric: 'strays', label: 'what="not-json"' }),
  'bad-numbers': attack(badNumbers, { metric: 'strays', label: 'what="bad-payload"' }),
  'flood-1000-a-second': attack(flood, { metric: 'strays', label: 'what="flood"', isMosquittos: true }),
  'client-id-takeover': attack(takeover),
  'retained-command': attack(retainedCommand, { metric: 'strays', label: 'what="retained"', isMosquittos: true }),
} as const satisfies Axis;

interface Counted {
  readonly metric: 'reports' | 'strays';
  readonly label: string;
  /** Whether only mosquitto lets the attack through. The embedded broker stops it before any bridge hears of it. */
  readonly isMosquittos?: boolean;
}

type Attack = (stage: Stage) => Promise<void>;

/** Attacks in the middle of play, and again when all is quiet. The server must count the attack, and change nothing. */
function attack(run: Attack, counted?: Counted): Value {
  return {
    act: async (stage) => {
      await stage.twin.settled().catch(() => {});
      for (let times = 0; times < 3; times++) {
        await insistently(() => run(stage));
        await sleep(300);
      }
    },
    look: async (stage) => {
      stage.isQuiet = true;
      const before = await stage.temple();
      await insistently(() => strangers(stage));
      const uncounted = await attackUntilCounted(stage, run, counted);
      await stage.twin.answered();
      const { account } = await stage.known();
      const isSame = JSON.stringify(account.sensed) === JSON.stringify(before.account.sensed);
      return [...(isSame ? [] : [`an attack was sensed: ${JSON.stringify(account.sensed)}`]), ...uncounted];
    },
  };
}

/** Repeats the attack, because a bridge that is killed loses counts it has not reported. */
async function attackUntilCounted(stage: Stage, run: Attack, counted?: Counted): Promise<readonly string[]> {
  for (let tries = 0; ; tries++) {
    await insistently(() => run(stage));
    await stage.pass(70, 1.2);
    const problems = await uncounted(stage, counted);
    if (problems.length === 0 || tries > 2) return problems;
  }
}

async function uncounted(stage: Stage, counted: Counted | undefined): Promise<readonly string[]> {
  if (counted === undefined || (counted.isMosquittos && stage.broker.kind !== 'mosquitto')) return [];
  const line = `flower_war_temple_${counted.metric}_total{${counted.label}}`;
  const isCounted = (metrics: string) => metrics.split('\n').some((one) => one.startsWith(line) && !one.endsWith(' 0'));
  const look = async () => isCounted(await stage.server.ask<string>('metrics'));
  return stage.until(line, look, Boolean, 4000).then(
    () => [],
    () => [`${line} was not counted`],
  );
}

/** Tries again while the broker is away: a restart takes long on a busy machine. */
async function insistently(deed: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await deed();
    } catch (error) {
      if (error instanceof BreachError || tries > 200) throw error;
      await sleep(300);
    }
  }
}

class BreachError extends Error {}

function connectAs(stage: Stage, account: string, more: Partial<IClientOptions> = {}): Promise<MqttClient> {
  const { broker } = stage;
  const port = account === 'bridge' ? broker.servicePort : broker.port;
  const login = { ...broker.login(account), clientId: account === 'bridge' ? 'bridge-rogue' : account };
  const protocolVersion = stage.chance.coin() ? 5 : 4;
  const manners = { protocolVersion, reconnectPeriod: 0, connectTimeout: 2000, clean: true } as const;
  return connectAsync(`mqtt://127.0.0.1:${port}`, { ...manners, ...login, ...more }, false);
}

async function as(stage: Stage, account: string, deed: (client: MqttClient) => Promise<unknown>): Promise<void> {
  const client = await connectAs(stage, account);
  client.on('error', () => {});
  try {
    await deed(client);
  } finally {
    client.end(true);
  }
}

function say(client: MqttClient, topic: string, payload: string | Buffer, retain = true): Promise<unknown> {
  const isAnswered = client.publishAsync(topic, payload, { qos: 1, retain }).catch(() => undefined);
  // A broker that ends the connection never answers.
  return Promise.race([isAnswered, sleep(1000)]);
}

const totals = (stage: Stage): Odometer => stage.twin.odometer ?? { v: 1, epoch: 1, war: 0, rain: 0 };
const more = (was: Odometer, beads: number): string =>
  JSON.stringify({ v: 1, epoch: was.epoch, war: was.war + beads, rain: was.rain + beads });

/** No client gets in without a password, or with a wrong one. */
async function strangers(stage: Stage): Promise<void> {
  for (const password of [undefined, 'a-guess']) {
    const guess = { username: TEMPLE, password: password ?? '', clientId: TEMPLE };
    const client = await connectAs(stage, TEMPLE, guess).catch(() => undefined);
    client?.end(true);
    if (client !== undefined) throw new BreachError('a client came in without the password');
  }
}

/** Replays an old report with the temple's own account, as if overheard on a network without TLS. */
async function replay(stage: Stage): Promise<void> {
  const { epoch, war, rain } = totals(stage);
  const old = { v: 1, epoch, war: Math.max(0, war - 3), rain: Math.max(0, rain - 3) };
  await as(stage, TEMPLE, (client) => say(client, topicOf('odometer', TEMPLE), JSON.stringify(old)));
}

async function foreignTopic(stage: Stage): Promise<void> {
  await as(stage, ROGUE, async (client) => {
    await say(client, topicOf('odometer', TEMPLE), more(totals(stage), 40));
    await say(client, topicOf('ack', TEMPLE), '{}');
  });
}

async function forgedWill(stage: Stage): Promise<void> {
  const will = {
    topic: topicOf('availability', TEMPLE),
    payload: Buffer.from('offline'),
    qos: 1,
    retain: true,
  } as const;
  const client = await connectAs(stage, ROGUE, { will });
  client.on('error', () => {});
  client.stream.destroy();
  await sleep(200);
  client.end(true);
}

async function oversize(stage: Stage): Promise<void> {
  const padded = { ...JSON.parse(more(totals(stage), 1)), pad: 'x'.repeat(2000) };
  await as(stage, ROGUE, async (client) => {
    await say(client, topicOf('odometer', ROGUE), JSON.stringify(padded));
    await say(client, topicOf('odometer', ROGUE), Buffer.alloc(9000, 'x'));
  });
}

async function notJson(stage: Stage): Promise<void> {
  await as(stage, ROGUE, async (client) => {
    for (const text of ['{"v":1,', 'war=3', '\u0000\u0001']) await say(client, topicOf('odometer', ROGUE), text);
  });
}

async function badNumbers(stage: Stage): Promise<void> {
  const numbers = ['-1', '9007199254740992', '1.5', '"3"', 'null', '1e400'];
  await as(stage, ROGUE, async (client) => {
    for (const war of numbers) await say(client, topicOf('odometer', ROGUE), `{"v":1,"epoch":7,"war":${war},"rain":0}`);
  });
}

async function flood(stage: Stage): Promise<void> {
  await as(stage, ROGUE, async (client) => {
    for (let war = 0; war < 1000; war++) {
      client.publish(topicOf('odometer', ROGUE), JSON.stringify({ v: 1, epoch: 7, war, rain: 0 }), { qos: 0 });
      if (war % 50 === 49) await sleep(50);
    }
  });
}

async function takeover(stage: Stage): Promise<void> {
  const client = await connectAs(stage, ROGUE, { clientId: TEMPLE }).catch(() => undefined);
  if (client === undefined) return;
  client.on('error', () => {});
  await say(client, topicOf('odometer', TEMPLE), more(totals(stage), 40));
  client.end(true);
}

/** A misbehaving bridge retains a command. The device finds it at the broker when it reconnects. */
async function retainedCommand(stage: Stage): Promise<void> {
  const command = JSON.stringify({ op: 'identify', transaction: 'old' });
  stage.twin.wifi('refused', 3000);
  try {
    await as(stage, 'bridge', (client) => say(client, topicOf('cmd', TEMPLE), command));
  } finally {
    stage.twin.heal();
  }
  await stage.twin.connected();
  if (stage.isQuiet && stage.twin.display.isIdentifying)
    throw new BreachError('a device obeyed a command that lay at the broker');
  stage.bridges.cable.cut();
}
