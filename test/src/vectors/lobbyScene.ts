/** Records the list of matches, while matches come, change and go. */
import { isDeepStrictEqual } from 'node:util';
import type { LobbyEntry, MatchSummary, SeatedAnswer } from '@flower-war/protocol';
import { asked, type House, MatchScene } from './matchScene.ts';
import { RecordingClient } from './recordingClient.ts';
import { type Line, transcriptOf } from './transcript.ts';

const HEAD = { about: 'the open matches of a game: one comes, a bot sits down in another, one fills up and goes' };
const SCENE = { game: 'space-aztecs', seats: 2, seed: 1 };

export async function recordLobby(house: House): Promise<readonly Line[]> {
  const [host] = house.people;
  if (host === undefined) throw new Error('no person is there to open the lobby');
  const first = await asked<MatchSummary>(host, '/api/matches', { game: SCENE.game, seats: SCENE.seats });
  const place = await asked<SeatedAnswer>(host, '/api/lobby', { game: SCENE.game, status: 'open' });
  const client = await RecordingClient.connect(house.url, place);
  /** Waits until the list shows so many free seats in each of its matches. */
  const shows = (...free: readonly number[]) => client.until(() => isDeepStrictEqual(freeIn(client), free));
  await shows(2);
  const second = await MatchScene.open(house, SCENE);
  await shows(2, 2);
  await asked(host, `/api/matches/${first.match}/bots`, { bot: 'greedy' });
  await shows(1, 2);
  await second.sit(0);
  await shows(1, 1);
  await second.sit(1);
  await shows(1);
  second.close();
  client.close();
  return transcriptOf(HEAD, client.log);
}

/** The free seats of the matches that the list shows, in the order in which they came. */
function freeIn({ log }: RecordingClient): readonly number[] {
  const { end } = transcriptOf(HEAD, log).at(-1) as { readonly end: { readonly matches?: Record<string, LobbyEntry> } };
  const entries = Object.values(end.matches ?? {});
  return entries.sort((a, b) => a.createdAt - b.createdAt).map(({ free }) => free);
}
