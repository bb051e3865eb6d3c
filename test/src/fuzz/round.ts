/** One round: weighs each kind of attack alone, then attacks all ports at once for a time, while honest players play. */
import { setTimeout, setTimeout as pause } from 'node:timers/promises';
import { FlowerWarClient, type LiveMatch } from '@flower-war/client';
import { type Ack, devicePassword, topicOf, verify } from '@flower-war/protocol';
import { type Chance, engine, fastChance } from '@flower-war/rules';
import { connectAsync } from 'mqtt';
import type { WholeHouse } from '../support/server.ts';
import { ATTACKS } from './attacks.ts';
import { isTooMuch } from './costs.ts';
import { newGuests, openTarget, OPERATOR_TOKEN, type Program, PROGRAMS, type Target, type Used } from './target.ts';

export const KINDS: readonly string[] = Object.keys(ATTACKS);
const WORKERS = 3;
/** How many attacks of each kind are weighed. */
const WEIGHED = 6;
const FEW_SOCKETS = 3;
const TOLD_WITHIN_MS = 2000;
const LET_GO_WITHIN_MS = 10_000;
const NEW_GUESTS_EVERY = 50;
const MOST_PROBLEMS = 20;
/** Beside other programs a few attacks take this many times as long. The table of costs is measured alone, and holds the bound. */
const WHILE_BUSY = 4;
/** Of one kind of attack, so that none hides the others. */
const MOST_ALIKE = 5;

interface Fuzzing {
  readonly seed: number;
  readonly milliseconds: number;
  readonly kinds: readonly string[];
  /** Another checkout whose server is attacked instead, to compare. */
  readonly tree: string | undefined;
}

interface Outcome {
  readonly problems: readonly string[];
  /** The number of attacks of each kind. */
  readonly attacks: Readonly<Record<string, number>>;
  readonly moves: number;
  readonly beads: number;
}

export async function fuzz({ seed, milliseconds, kinds, tree }: Fuzzing): Promise<Outcome> {
  const target = await openTarget(tree);
  const problems = new Map<string, string>();
  const report = (problem: string) => {
    const [attack = ''] = problem.split(':', 1);
    const ofAttack = [...problems.values()].filter((one) => one.startsWith(`${attack}:`)).length;
    const most = KINDS.includes(attack) ? MOST_ALIKE : MOST_PROBLEMS;
    if (ofAttack < most && !problems.has(kindOf(problem))) problems.set(kindOf(problem), problem);
  };
  const health = watchHealth(target.house, report);
  const ended = async (done: Omit<Outcome, 'problems'>) => {
    await health.stop();
    await target.stop();
    return { problems: [...problems.values()], ...done };
  };
  for (const kind of kinds) {
    await weigh(kind, target, { chance: fastChance(seed), report }).catch((error: unknown) => {
      report(`${kind}: a process answers no more: ${String(error)}`);
      return setTimeout(TOLD_WITHIN_MS); // until the launcher has said why
    });
    if (health.hasFallen()) return ended({ attacks: {}, moves: 0, beads: 0 });
  }
  const ana = await playHonestly(target.house.url, fastChance(seed), report);
  const device = await offerHonestly(target.house.mqtt, target.key, report);
  const until = performance.now() + milliseconds;
  const goesOn = () => performance.now() < until && !health.hasFallen();
  const attacks = Object.fromEntries(kinds.map((kind) => [kind, 0]));
  const attackOn = async (kind: string, chance: Chance) => {
    for (let count = 1; goesOn(); count++) {
      if (kind === 'route' && count % NEW_GUESTS_EVERY === 0)
        target.guests = await newGuests(target.house.url).catch(() => target.guests);
      await attackOnce(kind, target, { chance, report });
      attacks[kind] = (attacks[kind] ?? 0) + 1;
    }
  };
  await Promise.all(
    kinds.flatMap((kind, n) =>
      Array.from({ length: WORKERS }, (_, worker) => attackOn(kind, fastChance(seed * 100 + n * 10 + worker))),
    ),
  );
  const [moves, beads] = health.hasFallen() ? [0, 0] : await Promise.all([ana.stop(), device.stop()]);
  if (moves === 0 || beads === 0) report('no honest player or no honest device got to do anything');
  return ended({ attacks, moves, beads });
}

/** What attacks of one kind cost each process, while nothing else happens. */
async function weigh(kind: string, target: Target, { chance, report }: Work): Promise<void> {
  const attack = () => attackOnce(kind, target, { chance, report });
  await attack(); // compiles
  const before = await readAll(target, 'collect');
  for (let n = 0; n < WEIGHED; n++) await attack();
  const after = await readAll(target, 'collect');
  for (const [at, { milliseconds, bytes }] of after) {
    const each = { milliseconds: milliseconds / WEIGHED, bytes: (bytes - (before.get(at)?.bytes ?? 0)) / WEIGHED };
    if (isTooMuch({ ...each, milliseconds: each.milliseconds / WHILE_BUSY }))
      report(`${kind}: an attack costs the ${at} ${JSON.stringify(each)}`);
  }
  const kept = await keptSockets(target, before);
  if (kept !== undefined) report(`${kind}: ${kept}`);
}

/** What is open long after an attack. Connections within the house come and go. */
async function keptSockets(target: Target, before: Gauged): Promise<string | undefined> {
  for (const since = performance.now(); ; await setTimeout(100)) {
    const now = [...(await readAll(target, 'look'))];
    const kept = now.find(([at, { sockets }]) => sockets > (before.get(at)?.sockets ?? 0) + FEW_SOCKETS);
    if (kept === undefined) return undefined;
    if (performance.now() - since > LET_GO_WITHIN_MS) return `the ${kept[0]} keeps ${kept[1].sockets} sockets open`;
  }
}

type Gauged = ReadonlyMap<Program, Used>;

async function readAll({ gauge }: Target, how: 'look' | 'collect'): Promise<Gauged> {
  const programs = Object.keys(PROGRAMS) as Program[];
  return new Map(await Promise.all(programs.map(async (at) => [at, await gauge.read(at, how)] as const)));
}

/** A problem that repeats with other numbers counts as one problem. */
const kindOf = (problem: string) => problem.replaceAll(/\d+|"[^"]{40,}"/g, '#').slice(0, 150);

interface Work {
  readonly chance: Chance;
  readonly report: Report;
}

/**
 * A failed connection alone is not reported: the health checks notice a server that died. Any other error is a bug of
 * the fuzzer.
 */
async function attackOnce(kind: string, target: Target, { chance, report }: Work): Promise<void> {
  const problem = await ATTACKS[kind]?.(chance, target).catch((error: Error) =>
    error.cause === undefined ? `the fuzzer failed: ${error.stack}` : undefined,
  );
  if (problem !== undefined) report(`${kind}: ${problem}`);
}

// Honest players and an honest device, who must notice nothing, and the health of the house.

/** Generous, because the attackers share the machine. */
const ANSWERED_WITHIN_MS = 30_000;
const BEAD_EVERY_MS = 1000;
const DEVICE = 'templo-7777';

type Report = (problem: string) => void;

/** Honest work. */
interface Honest {
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
async function playHonestly(url: string, chance: Chance, report: Report): Promise<Honest> {
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
async function offerHonestly(mqtt: string, key: string, report: Report): Promise<Honest> {
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

function watchHealth(house: WholeHouse, report: Report): Health {
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
