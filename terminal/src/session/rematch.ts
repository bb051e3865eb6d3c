/** After the end: the same people once more, if whoever sits here wants to. */
import type { FlowerWarClient } from '@flower-war/client';
import type { Teletype } from '../screen/teletype.ts';
import type { PlaceAtTable } from './places.ts';

/** The place in the rematch; nothing for who has had enough, and for who only looked on. */
export async function playAgain(
  client: FlowerWarClient,
  { live, cards }: PlaceAtTable,
  teletype: Teletype,
): Promise<PlaceAtTable | undefined> {
  if (live.seat === undefined || live.table.result.result === 'aborted') return undefined;
  teletype.say('', 'Enter plays a rematch; q leaves.');
  const stop = live.on('rematch', () => teletype.say('Somebody plays again: Enter joins them.'));
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
