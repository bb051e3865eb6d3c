/** Everything that is kept about a player, and how a player is deleted: for the player, and for the operator on request. */
import type { Me, PersonalData, Session } from '@flower-war/protocol';
import { Refused } from '../../../base/refused.ts';
import type { Claims } from '../../../base/tokens.ts';
import { postedFrom } from '../../../features/listing/filter.ts';
import { idsOf, releaseAll } from '../../../features/table/ownedTemples.ts';
import { inTurnOf } from '../../../features/table/quotas.ts';
import { giveBack } from '../../../features/table/seatsBack.ts';
import type { Person } from '../../../store/people/people.ts';
import { closeConnectionsOf, showNames } from '../../rooms/roomPlaces.ts';
import type { Services } from '../../services.ts';

export async function meOf({ identity }: Services, { player, name, createdAt }: Person): Promise<Me> {
  const codeMadeAt = await identity.recovery.createdAt(player);
  return { player, name, createdAt, hasRecoveryCode: codeMadeAt !== undefined };
}

/** `session`: the one that asks, if a player asks. */
export async function sessionsOf(
  { identity }: Services,
  { player, session }: Pick<Claims, 'player'> & Partial<Claims>,
): Promise<Session[]> {
  return (await identity.sessions.of(player)).map((row) => ({ ...row, isThis: row.session === session }));
}

export async function personalDataOf(services: Services, person: Person, session?: string): Promise<PersonalData> {
  const { recovery, reports, talk } = services.identity;
  const { player } = person;
  const recoveryCodeCreatedAt = await recovery.createdAt(player);
  return {
    ...(await meOf(services, person)),
    ...(recoveryCodeCreatedAt !== undefined && { recoveryCodeCreatedAt }),
    sessions: await sessionsOf(services, { player, ...(session !== undefined && { session }) }),
    matches: [...(await services.journal.matchesOf(player))],
    ratings: (await services.ratingTable.of(player)).map((rating) => ({ ...rating })),
    reports: [...(await reports.by(player))],
    webhooks: [...(await services.notices.webhooks.of(player))],
    temples: [...(await idsOf(services, player))],
    talk: [...(await talk.of(player))],
    silencedIn: [...(await talk.silencedIn(player))],
  };
}

/** Deletes a player. Gives back their seats in matches that have not started; in a running match the absence policy acts. */
export async function forgetPerson(services: Services, player: string): Promise<{ deleted: true }> {
  await inTurnOf(services, player, async () => {
    const unfinished = (await services.journal.unfinishedOf(player)).map(postedFrom);
    for (const { match, status } of unfinished) if (status === 'open') await giveBack(services, { match, player });
    if (!(await releaseAll(services, player))) throw new Refused('unavailable');
    await services.identity.forget(player);
  });
  await closeConnectionsOf(player, 'unauthorized');
  await showNames();
  for (const topic of ['sessions', 'name'] as const) services.announcements.tell(topic, { player });
  return { deleted: true };
}
