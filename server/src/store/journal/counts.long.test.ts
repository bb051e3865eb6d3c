/** How many matches there are is told without a walk through them (walks.test.ts), and stays right after any damage to the data. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { NO_HASH, sealLine } from '@flower-war/protocol';
import { at } from '@flower-war/rules';
import { beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../base/config.ts';
import { Choices } from '../agreement/choices.fixture.ts';
import { backUp, restore } from '../data-folder/backup.ts';
import { databaseIn } from '../data-folder/database.ts';
import { preparePostgres } from '../engine/postgres/openPostgres.ts';
import { describePostgres } from '../engine/manyProcesses.fixture.ts';
import { moveStore } from '../moving/moveStore.ts';
import { openData } from '../openData.ts';
import { postgresAt } from '../postgresStore.ts';
import { memoryStore, temporaryFolder } from '../store.fixture.ts';
import { StoredJournal } from '../storedJournal.ts';
import { firstEntry } from './firstEntry.fixture.ts';
import type { Index, Journal } from './journal.ts';

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const STEPS = 40;

async function stepsOn(journal: Journal, matches: RandomMatches, steps = STEPS): Promise<void> {
  for (let n = 0; n < steps; n++) {
    await matches.step(journal);
    expect(await journal.counts()).toEqual(await reallyThere(journal));
  }
}

/** Beside others, so that the counts are known only when all are done. */
async function stepsAtOnce(journal: Journal, matches: RandomMatches): Promise<void> {
  for (let n = 0; n < 40; n++) await matches.step(journal);
}

type DataPlace = Parameters<typeof readConfig>[0];

/** A server starts on the data and ends. */
async function served(place: DataPlace, work: (journal: Journal) => Promise<void>): Promise<void> {
  const { journal, letGo } = await openData(readConfig(place));
  try {
    await work(journal);
  } finally {
    await journal.close();
    letGo();
  }
}

/** The next server tells the truth, and so it stays. */
const isRightOn = (place: DataPlace, matches: RandomMatches) =>
  served(place, async (journal) => {
    expect(await journal.counts()).toEqual(await reallyThere(journal));
    expect((await journal.counts()).ended).toBeGreaterThan(0);
    await stepsOn(journal, matches, 30);
  });

/** What docs/operating.md tells a host to do. No server knows of it. */
const BY_HAND = `
  DELETE FROM entries WHERE match IN (SELECT match FROM endings WHERE n % 2 = 0);
  DELETE FROM matches WHERE match IN (SELECT match FROM endings WHERE n % 2 = 0);
  DELETE FROM endings WHERE n % 2 = 0;`;
/** As the version before left its data. */
const FORMAT_7 = `
  DROP INDEX rated_by_account;
  DROP INDEX reports_by_standing;
  ALTER TABLE rated DROP COLUMN accounted;
  ALTER TABLE reports DROP COLUMN settled;
  ALTER TABLE numbered_up_to DROP COLUMN gone;`;

test(`SQLite: after each random operation the counts are right (SEED=${seed})`, async () => {
  await stepsOn(memoryStore().journal, new RandomMatches(seed));
});

async function filled(): Promise<{ readonly folder: string; readonly matches: RandomMatches }> {
  const [folder, matches] = [temporaryFolder(), new RandomMatches(seed)];
  await served({ DATA_DIR: folder }, (journal) => stepsOn(journal, matches));
  return { folder, matches };
}

describe(`the counts of a data folder are right (SEED=${seed})`, () => {
  test.each([
    ['of the version before', `${FORMAT_7} PRAGMA user_version = 7;`],
    ['from which a host deleted matches', BY_HAND],
  ])('%s', async (_, sql) => {
    const { folder, matches } = await filled();
    const database = new DatabaseSync(databaseIn(folder));
    database.exec(sql);
    database.close();
    await isRightOn({ DATA_DIR: folder }, matches);
  });

  test('that was restored from a backup', async () => {
    const [{ folder, matches }, other] = [await filled(), temporaryFolder()];
    const file = join(other, 'copy.sqlite');
    await backUp({ folder, file, force: false });
    await served({ DATA_DIR: folder }, (journal) => stepsOn(journal, new RandomMatches(seed, 'later')));
    await restore({ folder, file, force: true });
    await isRightOn({ DATA_DIR: folder }, matches);
  });
});

describePostgres('the counts of PostgreSQL', (server) => {
  let url: string;
  let place: DataPlace;
  beforeEach(async () => {
    url = await server().fresh();
    place = { DATABASE_URL: url, DATA_DIR: temporaryFolder() };
  });

  test(`are right after each random operation (SEED=${seed})`, async () => {
    await served(place, (journal) => stepsOn(journal, new RandomMatches(seed)));
  });

  test(`are right where several processes delete and number while others start (SEED=${seed})`, async () => {
    const processes = ['A', 'B', 'C'].map((name, n) => new RandomMatches(seed + n, name));
    await preparePostgres(url);
    const journals = processes.map(() => new StoredJournal(postgresAt(url)));
    for (let starts = 0; starts < 6; starts++) {
      const work = processes.map((matches, n) => stepsAtOnce(at(journals, n), matches));
      await Promise.all([...work, preparePostgres(url)]);
      expect(await at(journals, 0).counts()).toEqual(await reallyThere(at(journals, 0)));
    }
    for (const journal of journals) await journal.close();
  });

  test.each([
    ['data of the version before', `${FORMAT_7} UPDATE format SET n = 7;`],
    ['data from which the version before, beside this one, deleted matches', BY_HAND],
  ])('are right for %s', async (_, sql) => {
    const matches = new RandomMatches(seed);
    await served(place, (journal) => stepsOn(journal, matches, 100));
    await server().ask(new URL(url).pathname.slice(1), sql);
    await isRightOn(place, matches);
  });

  test(`are right for a folder that moved there, and back in a folder (SEED=${seed})`, async () => {
    const [{ folder, matches }, back] = [await filled(), join(temporaryFolder(), 'back')];
    await moveStore({ from: folder, to: url });
    await isRightOn(place, matches);
    await moveStore({ from: url, to: back });
    await isRightOn({ DATA_DIR: back }, matches);
  });
});

// For tests: matches that begin, run, end and are deleted at random, and how many there really are.

type Status = Index['status'];

/** More than the matches of any test here. */
const ALL = 1000;

/** Each match by what its index says. */
async function reallyThere(journal: Journal): Promise<Record<Status, number>> {
  const counts = { open: 0, running: 0, ended: 0 };
  for (const { status } of await journal.listAll({ limit: ALL })) counts[status]++;
  return counts;
}

/** The matches of one process. Their ids begin with its name. */
class RandomMatches {
  private readonly choose: Choices;
  private readonly name: string;
  /** The place of the next entry of each match that is not over, and the hash before it. */
  private readonly living = new Map<string, { readonly seq: number; readonly hash: string }>();

  constructor(seed: number, name = 'M') {
    this.choose = new Choices(seed);
    this.name = name;
  }

  /** Numbers some endings, deletes a match, which may not exist, or goes on with one. */
  async step(journal: Journal): Promise<void> {
    const match = `${this.name}${this.choose.below(40)}`;
    const lot = this.choose.below(8);
    if (lot === 0) await journal.endings(this.choose.below(20), 1 + this.choose.below(4));
    else if (lot > 1) await this.goOn(journal, match);
    else {
      await journal.forgetMatch(match);
      this.living.delete(match);
    }
  }

  private async goOn(journal: Journal, match: string): Promise<void> {
    const { seq, hash } = this.living.get(match) ?? { seq: 0, hash: NO_HASH };
    const status = this.choose.of(['open', 'running', 'ended', 'ended'] as const);
    const visibility = this.choose.of(['public', 'private'] as const);
    const sealed = sealLine(hash, { seq, kind: status === 'ended' ? 'ended' : 'moved' });
    const { index, ...first } = firstEntry(match);
    const append = { ...first, ...sealed, expectedSeq: seq, index: { ...index, status, visibility } };
    // A match that is over refuses this, and stays as it is.
    if ((await journal.append(append)) === 'conflict') return;
    if (status === 'ended') this.living.delete(match);
    else this.living.set(match, { seq: seq + 1, hash: sealed.hash });
  }
}
