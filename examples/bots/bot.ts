/** A bot that takes challenges, on the SDK: node bot.ts URL TOKEN [GAME ...] */
import { liveAsBot, programClient } from '@flower-war/client';

const [url = '', token = '', ...games] = process.argv.slice(2);

const life = liveAsBot(() => programClient({ url }, token), {
  games,
  /** Make it yours. `view` is all that the seat may know, and `legal` all that it may play. */
  choose: ({ legal }) => legal[Math.floor(Math.random() * legal.length)] ?? '',
  onEnd: ({ id, table }) => console.log(id, JSON.stringify(table.result)),
  onError: (error) => console.error(String(error)), // it passes by itself
});
await life.catch((error) => {
  console.error(String(error)); // a refusal for good, such as of a token that has ended
  process.exitCode = 1;
});
