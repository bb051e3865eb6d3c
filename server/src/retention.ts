/** Deletes old matches and guests by the host's settings, a few at a time, so that no request waits long. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Services } from './doors/services.ts';
import { releaseAll } from './features/table/ownedTemples.ts';
import { inTurnOf } from './features/table/quotas.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Few, because a long match has thousands of entries and the server answers no request while it deletes them. */
const MATCHES_AT_ONCE = 5;
const PAGE = 50;

type Keeping = Pick<
  Services,
  'announcements' | 'config' | 'homes' | 'journal' | 'people' | 'identity' | 'temples' | 'turns' | 'now'
>;

export async function letGo(services: Keeping): Promise<{ readonly matches: number; readonly guests: number }> {
  return { matches: await letGoOfMatches(services), guests: await letGoOfGuests(services) };
}

async function letGoOfMatches({ config, journal, now }: Keeping): Promise<number> {
  if (config.KEEP_MATCHES_DAYS === 0) return 0;
  const endedBefore = now() - config.KEEP_MATCHES_DAYS * DAY_MS;
  for (let total = 0; ; ) {
    const gone = await journal.forget(endedBefore, MATCHES_AT_ONCE);
    total += gone;
    if (gone < MATCHES_AT_ONCE) return total;
    await nextTurn();
  }
}

async function letGoOfGuests(services: Keeping): Promise<number> {
  const { config, people, now } = services;
  if (config.KEEP_GUESTS_DAYS === 0) return 0;
  const unseenSince = now() - config.KEEP_GUESTS_DAYS * DAY_MS;
  for (let gone = 0, page = await people.after('', PAGE); ; page = await people.after(page.at(-1) ?? '', PAGE)) {
    if (page.length === 0) return gone;
    for (const player of page) {
      if (await letGoOf(services, player, unseenSince)) gone++;
      await nextTurn();
    }
    await nextTurn();
  }
}

/** Whether the player was deleted. A guest who comes back meanwhile stays. */
async function letGoOf(services: Keeping, player: string, unseenSince: number): Promise<boolean> {
  if (!(await mayGo(services, player, unseenSince))) return false;
  return inTurnOf(services, player, async () => {
    const isStillIdle = await mayGo(services, player, unseenSince);
    const isForgotten =
      isStillIdle && (await releaseAll(services, player)) && (await services.identity.forgetIdle(player, unseenSince));
    if (isForgotten) services.announcements.tell('name', { player });
    return isForgotten;
  });
}

/** Only guests without an unfinished match. A player who chose a name has a recovery code and is no guest. */
async function mayGo({ journal, people }: Keeping, player: string, unseenSince: number): Promise<boolean> {
  return (await people.isIdleGuest(player, unseenSince)) && (await journal.unfinishedOf(player)).length === 0;
}
