/** The lists of a player's matches and of the best players. */
import type { FlowerWarClient, History, Leaderboard, PlayedMatch } from '@flower-war/client';
import type { Wanted } from '../options/arguments.ts';
import type { Teletype } from '../screen/teletype.ts';

export async function showHistory(client: FlowerWarClient, { game }: Wanted, teletype: Teletype): Promise<void> {
  teletype.say(...historyLines(await client.history.mine(game === undefined ? {} : { game })));
}

export async function showLeaderboard(client: FlowerWarClient, wanted: Wanted, teletype: Teletype): Promise<void> {
  const game = wanted.game ?? (await client.games())[0]?.id ?? '';
  teletype.say(
    ...leaderboardLines(await client.history.leaderboard(game, wanted.preset ? { preset: wanted.preset } : {})),
  );
}

export function historyLines({ matches, next }: History): readonly string[] {
  if (matches.length === 0) return ['You have played no match here yet.'];
  return [
    ...columns(matches.map(historyRow)),
    ...(next === undefined ? [] : ['There are older matches.']),
    'Replay a match that is over: npm run play -- --replay MATCH',
  ];
}

function historyRow({
  createdAt,
  match,
  game,
  status,
  seats,
  seat,
  place,
  result,
  rating,
}: PlayedMatch): readonly string[] {
  const against = seats.filter((one) => one.seat !== seat && one.kind !== 'free').map(({ name }) => name);
  const placed = place === undefined ? status : `place ${place} of ${seats.length}`;
  const ending = result?.result === 'aborted' ? 'given up' : placed;
  const change = rating === undefined ? '' : `rating ${rating.before} -> ${rating.after}`;
  const day = new Date(createdAt).toISOString().slice(0, 10);
  return [day, match, game, ending, against.length === 0 ? 'no opponent yet' : `against ${against.join(', ')}`, change];
}

export function leaderboardLines({ game, preset, players }: Leaderboard): readonly string[] {
  const title = `The best in ${game} (${preset})`;
  if (players.length === 0) return [`${title}: no player has played enough rated matches yet.`];
  const rows = players.map(({ name, rating, deviation, matches }, index) => [
    `${index + 1}.`,
    name,
    `${rating} ± ${2 * deviation}`,
    `${matches} matches`,
  ]);
  return [title, ...columns(rows)];
}

function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length))) ?? [];
  return rows.map((row) => `  ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
}
