/** Requests of one player that come together, to one process and to several. */
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../base/config.ts';
import { LocalTurns, type Turns } from '../../base/scheduling.ts';
import { manyProcesses } from '../../store/engine/manyProcesses.fixture.ts';
import { noPostgres } from '../../store/engine/postgres/postgres.fixture.ts';
import { SharedTurns } from '../../store/openData.ts';
import type { Stores } from '../../store/operations.ts';
import { diskStore, memoryStore } from '../../store/store.fixture.ts';
import { StoredJournal } from '../../store/storedJournal.ts';
import { hostOneMore, inTurnOf, maySitOnceMore, type Quotas } from './admission.ts';

const config = readConfig({ MOST_OPEN_MATCHES: '3', MOST_SEATS: '4' });
const ANA = 'p-ANA';

interface Ground {
  readonly stores: Stores;
  readonly journal: Quotas['journal'];
  readonly turns: Turns;
}

const quotasOn = ({ stores, journal, turns }: Ground): Quotas => ({
  config,
  journal,
  turns,
  bans: stores.bans,
  now: () => 1,
});

let made = 0;

/** Writes an open match, with Ana as its host or in a seat. */
async function begin({ journal }: Quotas, as: 'host' | 'seated'): Promise<void> {
  const match = `M${++made}`;
  const seats = [as === 'seated' ? { player: ANA } : null];
  const summary = JSON.stringify({ match, host: as === 'host' ? ANA : 'p-EVA', seats });
  const index = { status: 'open', visibility: 'public', game: 'x', createdAt: 1, summary } as const;
  const entry = { match, expectedSeq: 0, owner: 'one', claim: 1, line: '{}', hash: 'h', players: [ANA] };
  await journal.append({ ...entry, index, secrets: { secret: 's' } });
}

const host = (quotas: Quotas) => hostOneMore(quotas, ANA, () => begin(quotas, 'host'));
const sit = (quotas: Quotas) =>
  inTurnOf(quotas, ANA, async () => {
    await maySitOnceMore(quotas, ANA, 'new');
    await begin(quotas, 'seated');
  });

function tally(outcomes: readonly PromiseSettledResult<void>[]) {
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [String(one.reason.code)] : []));
  return { accepted: outcomes.length - refused.length, refused: [...new Set(refused)] };
}

test('in one process no more matches are begun than allowed, however many requests come at once', async () => {
  const { stores, journal } = diskStore('process');
  await stores.people.add({ player: ANA, name: 'Ana', createdAt: 1 });
  const quotas = quotasOn({ stores, journal, turns: new LocalTurns() });
  const asked = (job: typeof host) => Promise.allSettled(Array.from({ length: 12 }, () => job(quotas)));
  expect(tally(await asked(host))).toEqual({ accepted: 3, refused: ['limit-reached'] });
  expect(tally(await asked(sit))).toEqual({ accepted: 4, refused: ['limit-reached'] });
});

test('a player who was banned after the request came begins nothing more, and neither does a bot of that player', async () => {
  const { stores, journal } = memoryStore();
  const bot = { player: 'bot-ANA', owner: ANA, name: 'Tezcat', createdAt: 1 };
  await stores.people.add({ player: ANA, name: 'Ana', createdAt: 1 });
  await stores.bots.add(bot, 1);
  await stores.bans.ban({ player: ANA, at: 1, reason: '', until: 3 });
  const quotas = quotasOn({ stores, journal, turns: new LocalTurns() });
  const begins = (player: string, now: number) =>
    hostOneMore({ ...quotas, now: () => now }, player, async () => 'begun');
  for (const player of [ANA, bot.player]) {
    await expect(begins(player, 2)).rejects.toMatchObject({ code: 'banned' });
    await expect(maySitOnceMore(quotas, player, 'new')).rejects.toMatchObject({ code: 'banned' });
    expect(await begins(player, 3)).toBe('begun');
  }
});

describe.skipIf(noPostgres)(`in several processes${noPostgres === undefined ? '' : ` (${noPostgres})`}`, () => {
  const { everywhere, one } = manyProcesses();

  /** Each process has turns of its own, which it keeps. */
  function together() {
    const all = Array.from({ length: 4 }, (_, process) => {
      const { engine, stores } = one(process);
      return quotasOn({ stores, journal: new StoredJournal(engine), turns: new SharedTurns(stores.leases, 'one') });
    });
    return (job: (quotas: Quotas) => Promise<void>) =>
      everywhere(4, async ({ process }) => (await Promise.allSettled([job(all[process]!)]))[0]!);
  }

  test('no more matches are begun than allowed', async () => {
    await one().stores.people.add({ player: ANA, name: 'Ana', createdAt: 1 });
    const asked = together();
    expect(tally(await asked(host))).toEqual({ accepted: 3, refused: ['limit-reached'] });
    expect(tally(await asked(sit))).toEqual({ accepted: 4, refused: ['limit-reached'] });
  });

  test('a player who is deleted begins nothing more', async () => {
    const { stores } = one();
    await stores.people.add({ player: ANA, name: 'Ana', createdAt: 1 });
    const turns = new SharedTurns(stores.leases, 'one');
    const asked = together();
    let isDeleted = false;
    const deleting = inTurnOf({ turns }, ANA, () => stores.accounts.forget(ANA)).then(() => {
      isDeleted = true;
    });
    const outcomes = await asked(async (quotas) => {
      const wasDeleted = isDeleted;
      await host(quotas);
      expect(wasDeleted).toBe(false);
    });
    await deleting;
    for (const refused of tally(outcomes).refused) expect(['limit-reached', 'unauthorized']).toContain(refused);
    expect(tally(await asked(host))).toEqual({ accepted: 0, refused: ['unauthorized'] });
  });
});
