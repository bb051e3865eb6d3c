/** A bot that takes challenges, on the SDK: node bot.ts URL TOKEN [GAME ...] */
import { setTimeout as pause } from 'node:timers/promises';
import { type AnyGame, type BotWork, botsOf, type LiveMatchOf, programClient } from '@flower-war/client';

const [url = '', token = '', ...games] = process.argv.slice(2);
const client = await programClient({ url }, token);
const playing = new Set<string>();

/** Make it yours. `view` is all that the seat may know, and `legal` all that it may play. */
function choose({ legal }: Pick<LiveMatchOf<AnyGame>, 'legal' | 'view'>): string | undefined {
  return legal[Math.floor(Math.random() * legal.length)];
}

async function play({ match, code }: BotWork['matches'][number]): Promise<void> {
  playing.add(match);
  try {
    const live = await client.join(match, code === undefined ? {} : { code });
    while (!live.isOver) {
      const move = choose(live);
      if (move !== undefined) await live.play(move);
      await live.until(({ isOver, legal }) => isOver || legal.length > 0);
    }
    console.log(match, JSON.stringify(live.table.result));
    live.close();
  } finally {
    playing.delete(match); // if it is not over, the server names it again
  }
}

for (; ; await pause(2000))
  try {
    const { challenges, matches } = await botsOf(client).ready(games);
    for (const { challenge, game } of challenges)
      if (games.length === 0 || games.includes(game)) await client.people.accept(challenge);
      else await client.people.decline(challenge, 'settings');
    for (const one of matches) if (!playing.has(one.match)) play(one).catch(console.error);
  } catch (error) {
    console.error(String(error)); // no server, or a refusal: its code says why
  }
