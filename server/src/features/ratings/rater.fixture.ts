/** For tests: a process that ends matches of random players and rates all that ended, until it has ended this many. */
import { fastChance } from '@flower-war/rules';
import { openStores } from '../../store/operations.ts';
import { postgresAt } from '../../store/postgresStore.ts';
import { StoredJournal } from '../../store/storedJournal.ts';
import { endMatch } from './endedMatch.fixture.ts';
import { Ratings } from './ratings.ts';

const AT_ONCE = 10;

const [url = '', name = '', most = '0', ...players] = process.argv.slice(2);
const engine = postgresAt(url);
const journal = new StoredJournal(engine);
const chance = fastChance([...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7));
const ratings = new Ratings({
  journal,
  table: openStores(engine).ratings,
  keeps: 'known',
  seasons: 'quarter',
  mayWrite: () => true,
  report: (problem, { error }) => console.error(problem, error),
});

for (let ended = 0; ended < Number(most); ended += AT_ONCE) {
  await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => endOne(`${name}-${ended + n}`)));
  await ratings.catchUp();
}
await journal.close();

function endOne(match: string): Promise<void> {
  const [winner = '', loser = ''] = chance.shuffle(players);
  return endMatch(journal, { match, players: [winner, loser] });
}
