/** After the end: offers a rematch with the same people. */
import type { FlowerWarClient } from '@flower-war/client';
import type { Teletype } from '../screen/teletype.ts';
import type { PlaceAtTable } from './places.ts';

/** The place in the rematch; nothing for a player who declines, and for a spectator. */
export async function playAgain(
  client: FlowerWarClient,
  { live, cards }: PlaceAtTable,
  teletype: Teletype,
): Promise<PlaceAtTable | undefined> {
  if (live.seat === undefined || live.table.result.result === 'aborted') return undefined;
  const { match } = teletype.words.screen;
  teletype.say('', match.rematch);
  const stop = live.on('rematch', () => teletype.say(match.rematchWanted));
  try {
    teletype.ask();
    const line = await Promise.race([teletype.next(), teletype.interrupted]);
    if (line?.trim() !== '') return undefined;
    const again = await live.rematch();
    return { live: again, summary: await client.match(again.id), cards, begin: async () => {} };
  } finally {
    stop();
  }
}
