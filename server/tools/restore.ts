/** `npm run do -- restore FILE`: puts a backup where the server looks for its data. */
import { restore } from '../src/store/data-folder/backup.ts';
import { nameOf } from '../src/store/engine/postgres/openPostgres.ts';
import { restorePostgres } from '../src/store/moving/postgresBackup.ts';
import { runCopyTool } from './copying.ts';
import { say } from './records/recordFile.ts';

const COMMAND = {
  name: 'do -- restore',
  does: 'puts a backup where the server looks for its data. Stop the server first',
  tellsFile: 'a file that npm run do -- backup wrote',
  tellsForce:
    'replaces existing data, and keeps the old data: beside the new, or that of DATABASE_URL as a backup in DATA_DIR',
  more: 'It restores to DATA_DIR or DATABASE_URL, like the server.',
};

await runCopyTool(COMMAND, async (copying) => {
  const { matches, people, kept } = await (copying.url === '' ? restore(copying) : restorePostgres(copying));
  const before = kept.map((file) => `The old file is now ${file}.`);
  const place = copying.url === '' ? copying.folder : nameOf(copying.url);
  return say([`${place} holds: matches ${matches}, people ${people}.`, ...before]);
});
