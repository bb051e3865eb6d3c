/**
 * npm run do -- leaks --seeds 100 [--first 1]: plays more twin matches over real sockets than the tests do, and sends
 * every kind of request while a move is pending in them.
 */
import { commandLine, SEED } from '@flower-war/protocol/command-line';
import { setTimeout as pause } from 'node:timers/promises';
import { LeakFound, nothingSeen, playPair } from '../src/secrecy/wire/pair.ts';
import { nothingPending, pendingIn, playPending } from '../src/secrecy/wire/pending.ts';
import { type Edition, EDITIONS, foldedPlansFrom, plansFrom } from '../src/secrecy/wire/plan.ts';
import { Stage } from '../src/secrecy/wire/table.ts';

const { values } = commandLine({
  name: 'do -- leaks',
  does: 'plays twin matches over real sockets, and looks for what tells them apart',
  flags: {
    seeds: { kind: 'whole', usual: 100, least: 1, tells: 'pairs of each game' },
    first: SEED,
  },
});
const { seeds: count } = values;
const seed = values.first ?? Date.now() % 1_000_000;

console.log(`${count} pairs of each game, from seed ${seed} on`);
const stage = await Stage.open();
let leaks = 0;
const pending = nothingPending();

function note(error: unknown): void {
  if (!(error instanceof LeakFound)) throw error;
  leaks++;
  console.error(error.message);
}

/** To plan takes seconds in which nothing else runs: the server closes what was idle, and clients must see that before they go on. */
async function planned(make: typeof plansFrom, edition: Edition) {
  const plans = make(edition, { seed, count });
  await pause(50);
  return plans;
}

for (const edition of EDITIONS) {
  const seen = nothingSeen();
  for (const plan of await planned(plansFrom, edition)) {
    await playPair(stage, plan, seen).catch(note);
    for (const one of pendingIn(plan)) await playPending(stage, one, pending).catch(note);
  }
  for (const plan of await planned(foldedPlansFrom, edition)) await playPair(stage, plan, seen).catch(note);
  console.log(edition.preset, JSON.stringify(seen));
}
console.log('while a move is pending', JSON.stringify(pending));
console.log(leaks === 0 ? 'no leak found' : `${leaks} leaks found`);
await stage.stop();
process.exit(leaks > 0 ? 1 : 0);
