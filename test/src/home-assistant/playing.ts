/** A whole match, in which the offerings of seat 0 are beads. Home Assistant is compared all the time. */
import type { LiveMatch } from '@flower-war/client';
import { SLOTS, type Slot } from '@flower-war/protocol/temple';
import { same, stateOf } from './entities.ts';
import type { Home } from './home.ts';
import type { Household } from './household.ts';
import { until } from './until.ts';

export interface Playing {
  readonly home: Home;
  readonly house: Household;
  readonly live: LiveMatch<'flower-war'>;
}

const MOST_MOVES = 1000;
const COMPARED_EVERY = 10;

/** Plays until so many beads were offered, or to the end. Gives how many moves and beads that took. */
export async function play(playing: Playing, mostBeads = Number.POSITIVE_INFINITY) {
  const { home, house, live } = playing;
  let [moves, beads] = [0, 0];
  for (; moves < MOST_MOVES; moves++) {
    await live.until(({ legal, isOver }) => legal.length > 0 || isOver, { within: 60_000 });
    if (live.isOver || beads >= mostBeads) return { moves, beads };
    if (moves % COMPARED_EVERY === 0) await same(home, house, `after ${moves} moves`);
    const slot = slotToOffer(playing);
    if (slot !== undefined) beads++;
    await (slot === undefined ? quietMove(live) : offer(playing, slot));
  }
  throw new Error(`the match was not over after ${moves} moves`);
}

/** The slots take turns, so that the gods stay near each other. */
function slotToOffer({ house, live }: Playing): Slot | undefined {
  if (live.view.phase !== 'offering') return undefined;
  const { mayOffer, counts } = house.told.match ?? {};
  const open = SLOTS.filter((slot) => mayOffer?.[slot]);
  return open.toSorted((one, other) => (counts?.[one] ?? 0) - (counts?.[other] ?? 0))[0];
}

async function quietMove(live: Playing['live']): Promise<void> {
  await live.play(live.legal.find((move) => move === 'done' || move === 'pass') ?? live.legal[0] ?? '');
}

async function offer({ home, house, live }: Playing, slot: Slot): Promise<void> {
  await same(home, house, 'an offering may begin');
  const [before, step] = [(await stateOf(home, 'sacrifice')).state, live.step];
  house.twin.drop(slot);
  await until('the sacrifice', async () => (await stateOf(home, 'sacrifice')).state !== before);
  const { attributes } = await stateOf(home, 'sacrifice');
  if (attributes['event_type'] !== `${slot}_applied`) throw new Error(`the event was ${JSON.stringify(attributes)}`);
  await live.until((now) => now.step > step, { within: 10_000 });
  await same(home, house, `a bead of ${slot}`);
}
