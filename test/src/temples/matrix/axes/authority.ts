/** The server, the match, and the owner of the temple. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Stage, TEMPLE } from '../stage/stage.ts';
import type { Axis } from './axis.ts';

export const authority = {
  steady: {},
  restart: { act: crashes },
  'match-ends': { act: ends },
  'seat-reassigned': { act: reassigned },
  unpaired: { act: unpaired },
} as const satisfies Axis;

async function crashes({ server, chance, twin }: Stage): Promise<void> {
  for (let times = 0; times < 2; times++) {
    await sleep(500 + chance.die(1000));
    twin.drop('rain');
    await server.crash();
  }
}

/** Beads are on their way when the owner resigns. The next match begins at once. */
async function ends({ people, twin }: Stage): Promise<void> {
  for (let times = 0; times < 2; times++) {
    await sleep(1200);
    for (const slot of ['war', 'rain', 'war'] as const) twin.drop(slot);
    const { mine } = people;
    if (mine !== undefined && !mine.isOver) await mine.resign();
  }
}

/** The owner is away for so long that another player takes the seat. The temple no longer counts in that match. */
async function reassigned(stage: Stage): Promise<void> {
  const { people, twin } = stage;
  await sleep(500);
  const match = people.walkAway();
  if (match === undefined) return;
  for (let minutes = 1; minutes <= 20; minutes++) {
    twin.drop('war');
    await stage.pass(60, 0.6);
    await stage.server.ask('tend', match);
    // The bot that stands in may end the match earlier.
    const isOver = people.matches.at(-1) !== match || people.others?.isOver === true;
    if (isOver || (minutes > 3 && (await people.takeSeat(match)))) return;
  }
  throw new Error('the seat of the absent owner could not be taken');
}

/** The owner releases the temple while beads fall, and claims it again. */
async function unpaired(stage: Stage): Promise<void> {
  const { people, server, twin } = stage;
  await sleep(1500);
  twin.drop('war');
  await server.ask('release', TEMPLE, people.ownerId);
  for (const slot of ['war', 'rain'] as const) twin.drop(slot);
  await sleep(600);
  await server.ask('claim', TEMPLE, people.ownerId);
  const { mine } = people;
  if (mine !== undefined) await stage.bind(mine.id, people.ownerId);
}
