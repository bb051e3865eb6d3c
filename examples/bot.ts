/**
 * A bot: it plays one match on a server and tells how it ended. Change `choose`, and it is yours.
 *
 *     node bot.ts http://127.0.0.1:2567 tieqchieq          # against the server's own bot
 *     node bot.ts http://127.0.0.1:2567 --match 7KQ2M9XA   # in a match that has a free seat
 */
import { parseArgs } from 'node:util';
import { type AnyGame, FlowerWarClient, type LiveMatchOf, RefusedError } from '@flower-war/client';

const { values, positionals } = parseArgs({ options: { match: { type: 'string' } }, allowPositionals: true });
const [url = 'http://127.0.0.1:2567', game = 'tieqchieq'] = positionals;

/** What to play. `view` is all that the seat may know, and `legal` all that it may play. */
function choose({ legal }: Pick<LiveMatchOf<AnyGame>, 'legal' | 'view'>): string | undefined {
  return legal[Math.floor(Math.random() * legal.length)];
}

async function sitDown(client: FlowerWarClient): Promise<LiveMatchOf<AnyGame>> {
  if (values.match !== undefined) return client.join(values.match);
  const { match } = await client.create({ game: game as AnyGame, seats: 2, bots: [{ bot: 'greedy' }] });
  return client.join(match);
}

const client = new FlowerWarClient({ url, label: 'bot.ts' });
try {
  await client.signIn('Citlali');
  const live = await sitDown(client);
  console.log(`playing ${live.game} in the match ${live.id}, at seat ${live.seat}`);
  while (!live.isOver) {
    const move = choose(live);
    const answer = move === undefined ? undefined : await live.play(move);
    if (answer?.kind === 'rejected') console.error(`${move} was refused: ${answer.code}`);
    await live.until(({ isOver, legal }) => isOver || legal.length > 0);
  }
  console.log(`over: ${JSON.stringify(live.table.result)}`);
  live.close();
} catch (error) {
  console.error(error instanceof RefusedError ? `the server refused: ${error.message}` : String(error));
  process.exitCode = 1;
}
