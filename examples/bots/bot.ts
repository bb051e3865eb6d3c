/** A bot that takes challenges, on the SDK: node bot.ts URL TOKEN [GAME ...] */
import { liveAsBot, programClient } from '@flower-war/client';

const [url = '', token = '', ...games] = process.argv.slice(2);

await liveAsBot(await programClient({ url }, token), {
  games,
  /** Make it yours. `view` is all that the seat may know, and `legal` all that it may play. */
  choose: ({ legal }) => legal[Math.floor(Math.random() * legal.length)] ?? '',
  onEnd: ({ id, table }) => console.log(id, JSON.stringify(table.result)),
  onError: (error) => console.error(String(error)), // no server, or a refusal: its code says why
});
