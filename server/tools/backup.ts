/** `npm run do -- backup FILE`: copies the data of the server, which may be running. */
import { backUp, damageIn } from '../src/store/data-folder/backup.ts';
import { backUpPostgres } from '../src/store/moving/postgresBackup.ts';
import { runCopyTool } from './copying.ts';
import { complain, say } from './records/recordFile.ts';

const COMMAND = {
  name: 'do -- backup',
  does: 'copies all data of the server into FILE, also while people play',
  tellsFile: 'holds the keys of the server too: keep it as safe as those',
  tellsForce: 'replaces FILE if it exists',
  more: `It copies from DATA_DIR or DATABASE_URL, like the server. The copy holds everything that the server accepted before it
began, and can be restored to either.`,
};

await runCopyTool(COMMAND, async (copying) => {
  const { matches, people } = await (copying.url === '' ? backUp(copying) : backUpPostgres(copying));
  const damage = await damageIn(copying.file);
  say([`${copying.file} holds: matches ${matches}, people ${people}.`]);
  return damage === undefined ? 0 : complain(`A restore will refuse it. ${damage}`);
});
