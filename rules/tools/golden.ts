/** `npm run do -- golden [-- --write]`: replays the golden games and shows where an engine deviates, or records those of new versions. */
import { commandLine } from '@flower-war/protocol/command-line';
import { GAMES } from '../src/catalogue/games.ts';
import { replayGolden, writeGolden } from './goldenGames.ts';

const { values } = commandLine({
  name: 'do -- golden',
  does: 'replays the golden games, and shows where an engine deviates',
  flags: { write: { kind: 'switch', tells: 'records each version that is not recorded yet instead' } },
});
if (values.write) {
  for (const entry of GAMES.values()) {
    const games = writeGolden(entry);
    const told = games > 0 ? `${games} games recorded` : 'recorded already, and left as it is';
    console.log(`${entry.game.id}@${entry.game.rulesVersion}: ${told}`);
  }
} else {
  for (const { name, by, games, deviations } of await replayGolden()) {
    console.log(`${deviations.length === 0 ? 'ok  ' : 'FAIL'} ${name} by ${by}, ${games} games`);
    for (const line of deviations) console.log(`       ${line}`);
    if (deviations.length > 0) process.exitCode = 1;
  }
  if (process.exitCode)
    console.log(
      'if the rules are meant to change: bump rulesVersion, npm run do -- golden --write, npm run do -- freeze',
    );
}
