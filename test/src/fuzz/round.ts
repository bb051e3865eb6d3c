/** One round: attacks all ports at once for a time, while honest players play. */
import { fastChance } from '@flower-war/rules';
import { type Attack, attackRoute, attackUpgrade } from './calls.ts';
import { watchHealth } from './health.ts';
import { offerHonestly, playHonestly } from './honest.ts';
import { attackBroker } from './mqtt.ts';
import { attackSocket } from './sockets.ts';
import { newGuests, openTarget, type Target } from './target.ts';

const ATTACKS = { route: attackRoute, upgrade: attackUpgrade, socket: attackSocket, broker: attackBroker };
const WORKERS = 3;
const NEW_GUESTS_EVERY = 50;
const MOST_PROBLEMS = 20;

export interface Wanted {
  readonly seed: number;
  readonly milliseconds: number;
  /** Another checkout whose server is attacked instead, to compare. */
  readonly tree?: string;
  /** Settings of the server, in addition to the usual ones. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface Outcome {
  readonly problems: readonly string[];
  /** The number of attacks of each kind. */
  readonly attacks: Readonly<Record<string, number>>;
  readonly moves: number;
  readonly beads: number;
}

export async function fuzz({ seed, milliseconds, ...where }: Wanted): Promise<Outcome> {
  const target = await openTarget(where);
  const problems = new Map<string, string>();
  const report = (problem: string) => {
    const kind = kindOf(problem);
    if (problems.size < MOST_PROBLEMS && !problems.has(kind)) problems.set(kind, problem);
  };
  const health = watchHealth(target.house, report);
  const ana = await playHonestly(target.house.url, fastChance(seed), report);
  const device = await offerHonestly(target.house.mqtt, target.key, report);
  const until = performance.now() + milliseconds;
  const goesOn = () => performance.now() < until && !health.hasFallen();
  const work = { target, goesOn, report };
  const kinds = Object.entries(ATTACKS).flatMap(([kind, attack], n) =>
    Array.from({ length: WORKERS }, (_, worker) => ({ kind, attack, seed: seed * 100 + n * 10 + worker })),
  );
  const counts = await Promise.all(kinds.map(async (one) => [one.kind, await attackOn(one, work)] as const));
  const attacks: Record<string, number> = {};
  for (const [kind, count] of counts) attacks[kind] = (attacks[kind] ?? 0) + count;
  const [moves, beads] = health.hasFallen() ? [0, 0] : await Promise.all([ana.stop(), device.stop()]);
  if (moves === 0 || beads === 0) report('no honest player or no honest device got to do anything');
  await health.stop();
  await target.house.stop();
  return { problems: [...problems.values()], attacks, moves, beads };
}

/** A problem that repeats with other numbers counts as one problem. */
const kindOf = (problem: string) => problem.replaceAll(/\d+|"[^"]{40,}"/g, '#').slice(0, 150);

interface Worker {
  readonly kind: string;
  readonly attack: Attack;
  readonly seed: number;
}

interface Work {
  readonly target: Target;
  readonly goesOn: () => boolean;
  readonly report: (problem: string) => void;
}

/**
 * A failed connection is no problem by itself: the health checks notice a server that died. Any other error is a bug of
 * the fuzzer.
 */
function unreachable(error: Error): string | undefined {
  return error.cause === undefined ? `the fuzzer failed: ${error.stack}` : undefined;
}

async function attackOn({ kind, attack, seed }: Worker, { target, goesOn, report }: Work): Promise<number> {
  const chance = fastChance(seed);
  let count = 0;
  for (; goesOn(); count++) {
    if (kind === 'route' && count % NEW_GUESTS_EVERY === NEW_GUESTS_EVERY - 1)
      target.guests = await newGuests(target.house.url).catch(() => target.guests);
    const problem = await attack(chance, target).catch(unreachable);
    if (problem !== undefined) report(`${kind}: ${problem}`);
  }
  return count;
}
