/** One round: weighs each kind of attack alone, then attacks all ports at once for a time, while honest players play. */
import { setTimeout } from 'node:timers/promises';
import { type Chance, fastChance } from '@flower-war/rules';
import { ATTACKS } from './attacks.ts';
import { isTooMuch } from './costs.ts';
import { offerHonestly, playHonestly, type Report, watchHealth } from './honest.ts';
import { newGuests, openTarget, type Program, PROGRAMS, type Target, type Used } from './target.ts';

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

export interface Fuzzing {
  readonly seed: number;
  readonly milliseconds: number;
  readonly kinds: readonly string[];
  /** Another checkout whose server is attacked instead, to compare. */
  readonly tree: string | undefined;
}

export interface Outcome {
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
