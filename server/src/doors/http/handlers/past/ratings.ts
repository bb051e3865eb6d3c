/** Ratings as people see them: in whole numbers, at the present time. */
import type { Leaderboard, leaderboardQuery, Profile } from '@flower-war/protocol';
import type { z } from 'zod';
import { chosenOptions } from '../../../../base/chosenOptions.ts';
import { mustHost } from '../../../../base/hostedGames.ts';
import { named } from '../../../../features/people/nameFilter.ts';
import { deviationAt, isProvisional } from '../../../../features/ratings/glicko.ts';
import { leadersIn } from '../../../../features/ratings/leaders.ts';
import type { Rating } from '../../../../store/ratings.ts';
import type { Services } from '../../../services.ts';

export async function profileOf({ people, ratingTable, now }: Services, player: string): Promise<Profile> {
  await people.load([player]);
  const ratings = (await ratingTable.of(player)).map((rating) => ({
    game: rating.game,
    preset: rating.preset,
    ...shown(rating, now()),
    isProvisional: isProvisional(rating, now()),
    at: rating.at,
  }));
  return { player, name: people.nameOf(player), ratings };
}

export async function leaderboard(services: Services, asked: z.infer<typeof leaderboardQuery>): Promise<Leaderboard> {
  const { game, limit, before } = asked;
  const edition = { game, preset: presetOf(services, asked) };
  const place = before === undefined ? {} : { before: placeIn(before) };
  const found = await leadersIn(services.ratingTable, { ...edition, now: services.now(), limit: limit + 1, ...place });
  const players = found.slice(0, limit);
  const last = found.length > limit ? players.at(-1) : undefined;
  return {
    ...edition,
    players: players.map((one) => ({
      player: one.player,
      name: named(one.player, one.name).name,
      ...shown(one, services.now()),
    })),
    ...(last && { next: `${last.rating}~${last.player}` }),
  };
}

function presetOf({ games }: Services, { game, preset }: z.infer<typeof leaderboardQuery>): string {
  return chosenOptions(mustHost(games, game), { preset }).preset;
}

function placeIn(before: string): { readonly rating: number; readonly player: string } {
  const [rating, player = ''] = before.split('~');
  return { rating: Number(rating), player };
}

function shown(rating: Rating, now: number) {
  const deviation = Math.round(deviationAt(rating, now));
  return { rating: Math.round(rating.rating), deviation, matches: rating.matches };
}
