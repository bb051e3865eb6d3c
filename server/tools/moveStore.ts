/** `npm run do -- move-store --from PLACE --to PLACE`: moves the data of a server into PostgreSQL, or out of it. */
import { commandLine, whereGiven } from '@flower-war/protocol/command-line';
import { isUrl, moveStore, nameOfPlace } from '../src/store/moving/moveStore.ts';
import { runDataTool } from './copying.ts';
import { say, Unusable } from './records/recordFile.ts';

const { values } = commandLine({
  name: 'do -- move-store',
  does: 'moves all data of a server. Stop all servers first',
  flags: {
    from: {
      kind: 'text',
      of: 'PLACE',
      isNeeded: true,
      tells: 'a data folder, or postgres://user:password@host/database',
    },
    to: { kind: 'text', of: 'PLACE', isNeeded: true, tells: 'the new place, which must be empty' },
  },
  more: `It checks all records, copies all tables, compares every row, and marks the old data as moved, so that no server opens it again. If the
move is cut off, run the same command again.`,
});

await runDataTool(async () => {
  const [from, to] = [placeOf(values.from), placeOf(values.to)];
  const copied = await moveStore({ from, to });
  if (copied === undefined) return say(['The move that was cut off is finished.']);
  const { matches, people, entries, rows } = copied;
  return say([
    `Moved ${matches} matches with ${entries} entries, ${people} people, ${rows} rows in all, to ${nameOfPlace(to)}; every row is equal.`,
  ]);
});

/** A misspelt url is not a folder: its name would hold the password. */
function placeOf(given: string): string {
  if (isUrl(given)) return given;
  const [scheme] = /^[a-z][a-z0-9+.-]*:\/\//i.exec(given) ?? [];
  if (scheme === undefined) return whereGiven(given);
  throw new Unusable(
    `The place that begins with ${scheme} is not a url of PostgreSQL. Name a folder, or a database like postgres://user:password@host/database.`,
  );
}
