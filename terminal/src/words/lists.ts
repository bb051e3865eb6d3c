/** The lists of a player's matches and of the best players. */
import type { FlowerWarClient, History, Leaderboard, PlayedMatch } from '@flower-war/client';
import type { Screen, Words } from '@flower-war/words';
import type { TerminalArguments } from '../options/arguments.ts';
import type { Teletype } from '../screen/teletype.ts';
import { editionName, gameName, holderName, own } from './words.ts';

export async function showHistory(
  client: FlowerWarClient,
  { game }: TerminalArguments,
  teletype: Teletype,
): Promise<void> {
  teletype.say(...historyLines(await client.history.mine(game === undefined ? {} : { game }), teletype.words));
}

export async function showLeaderboard(
  client: FlowerWarClient,
  wanted: TerminalArguments,
  teletype: Teletype,
): Promise<void> {
  const game = wanted.game ?? (await client.games())[0]?.id ?? '';
  const best = await client.history.leaderboard(game, wanted.preset ? { preset: wanted.preset } : {});
  teletype.say(...leaderboardLines(best, teletype.words.screen));
}

export function historyLines({ matches, next }: History, words: Words): readonly string[] {
  const { history } = words.screen;
  if (matches.length === 0) return [history.empty];
  return [
    ...columns(matches.map((match) => historyRow(match, words))),
    ...(next === undefined ? [] : [history.older]),
    history.replay,
  ];
}

function historyRow(played: PlayedMatch, words: Words): readonly string[] {
  const { screen } = words;
  const { createdAt, match, game, seats, seat, rating } = played;
  const { history } = screen;
  const others = seats.filter((one) => one.seat !== seat && one.kind !== 'free').map((one) => holderName(one, words));
  const against = others.length === 0 ? history.alone : history.against(others.join(', '));
  const change = rating === undefined ? '' : history.rating(rating.before, rating.after);
  const day = new Date(createdAt).toISOString().slice(0, 10);
  return [day, match, gameName(screen, game), endingOf(played, screen), against, change];
}

function endingOf({ status, place, seats, result }: PlayedMatch, { history }: Screen): string {
  if (result?.result === 'aborted') return history.givenUp;
  return place === undefined ? (own(history.statuses, status) ?? status) : history.place(place, seats.length);
}

export function leaderboardLines({ preset, players }: Leaderboard, screen: Screen): readonly string[] {
  const { history } = screen;
  const title = history.best(editionName(screen, preset));
  if (players.length === 0) return [history.noBest(title)];
  const rows = players.map(({ name, rating, deviation, matches }, index) => [
    `${index + 1}.`,
    name,
    `${rating} ± ${2 * deviation}`,
    history.matches(matches),
  ]);
  return [title, ...columns(rows)];
}

function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length))) ?? [];
  return rows.map((row) => `  ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
}
