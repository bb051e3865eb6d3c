/** What every journal must do, as vitest tests; each backend runs them all. */
import { afterEach, describe, expect, test } from 'vitest';
import { firstEntry, nextEntry } from './firstEntry.fixture.ts';
import type { Append, Index, Journal } from './journal.ts';

const INDEX: Index = { status: 'open', visibility: 'public', game: 'tieqchieq', createdAt: 1000, summary: '{"n":1}' };

const SECRETS = { secret: 'ab'.repeat(32) };

const first = (match: string, more: Partial<Append> = {}): Append =>
  firstEntry(match, { line: '{"seq":0}', hash: 'h0', index: INDEX, secrets: SECRETS, ...more });

export function testJournal(name: string, open: () => Journal): void {
  describe(`${name} keeps the contract of a journal`, () => {
    const opened: Journal[] = [];
    const fresh = () => {
      const journal = open();
      opened.push(journal);
      return journal;
    };
    afterEach(async () => {
      for (const journal of opened.splice(0)) await journal.close();
    });

    test('what was appended is read back in order, with its secrets', async () => {
      const journal = fresh();
      expect(await journal.append(first('A'))).toBe('appended');
      expect(await journal.append(nextEntry('A', 1))).toBe('appended');
      const stored = await journal.read('A');
      expect(stored?.lines).toEqual(['{"seq":0}', '{"seq":1}']);
      expect(stored?.secrets).toEqual(SECRETS);
      expect(await journal.tail('A')).toEqual({ seq: 1, hash: 'h1', owner: 'one' });
    });

    test('a temple has entries of its own, found by its owner, and is not a match', async () => {
      const journal = fresh();
      const temple = 'templo-7f3a';
      const write = (expectedSeq: number, row: object) =>
        journal.append({ ...nextEntry(temple, expectedSeq), temple: { temple, ...row } });
      expect(await journal.linesOf(temple)).toEqual([]);
      expect(await write(0, { owner: 'me' })).toBe('appended');
      expect(await write(0, {})).toBe('conflict');
      expect(await write(1, { owner: 'me', match: 'A' })).toBe('appended');
      expect(await journal.linesOf(temple)).toEqual(['{"seq":0}', '{"seq":1}']);
      expect(await journal.linesOf(temple, { from: 0, to: 1 })).toEqual(['{"seq":0}']);
      expect(await journal.linesOf(temple, { from: 1, to: 9 })).toEqual(['{"seq":1}']);
      expect(await journal.linesOf(temple, { from: 2, to: 1 })).toEqual([]);
      expect(await journal.tail(temple)).toEqual({ seq: 1, hash: 'h1', owner: 'one' });
      expect(await journal.temples({ owner: 'me', limit: 9 })).toEqual([{ temple, owner: 'me', match: 'A' }]);
      expect(await journal.temples({ owner: 'you', limit: 9 })).toEqual([]);
      expect(await write(2, {})).toBe('appended');
      expect(await journal.temples({ limit: 9 })).toEqual([{ temple }]);
      expect(await journal.temples({ after: temple, limit: 9 })).toEqual([]);
      expect(await journal.listAll({ limit: 9 })).toEqual([]);
      expect(await journal.read(temple)).toBeUndefined();
    });

    test('nothing is known of a match that was never written', async () => {
      const journal = fresh();
      expect(await journal.read('A')).toBeUndefined();
      expect(await journal.tail('A')).toBeUndefined();
      expect(await journal.index('A')).toBeUndefined();
      expect(await journal.due(9e15, 10)).toEqual([]);
    });

    test.each([0, 2, 7])('an append that expects %i entries where there is one changes nothing', async (expected) => {
      const journal = fresh();
      await journal.append(first('A'));
      const wrong =
        expected === 0 ? first('A', { owner: 'two', claim: 1 }) : nextEntry('A', expected, { owner: 'two', claim: 1 });
      expect(await journal.append(wrong)).toBe('conflict');
      expect((await journal.read('A'))?.lines).toEqual(['{"seq":0}']);
      expect((await journal.tail('A'))?.owner).toBe('one');
    });

    test('of many processes that begin the same match at once, one wins, and owns it', async () => {
      const journal = fresh();
      const owners = Array.from({ length: 20 }, (_, i) => `owner ${i}`);
      const outcomes = await Promise.all(owners.map((owner) => journal.append(first('A', { owner, hash: owner }))));
      expect(outcomes.filter((outcome) => outcome === 'appended')).toHaveLength(1);
      const owner = owners[outcomes.indexOf('appended')] ?? '';
      expect((await journal.tail('A'))?.owner).toBe(owner);
      expect(await journal.append(nextEntry('A', 1, { owner }))).toBe('appended');
    });

    test('of many writers at the same place at once, one wins', async () => {
      const journal = fresh();
      await journal.append(first('A'));
      const hashes = Array.from({ length: 20 }, (_, i) => `hash ${i}`);
      const outcomes = await Promise.all(hashes.map((hash) => journal.append(nextEntry('A', 1, { hash }))));
      expect(outcomes.filter((outcome) => outcome === 'appended')).toHaveLength(1);
      expect((await journal.tail('A'))?.hash).toBe(hashes[outcomes.indexOf('appended')]);
    });

    test('a claim fences off every append that names an earlier one', async () => {
      const journal = fresh();
      await journal.append(first('A'));
      const two = await journal.claim({ id: 'A', owner: 'two' });
      expect(await journal.append(nextEntry('A', 1))).toBe('conflict');
      expect(await journal.append(nextEntry('A', 1, { owner: 'two', claim: two.claim }))).toBe('appended');
      const again = await journal.claim({ id: 'A', owner: 'two', isInDoubt: true });
      expect(again.claim).not.toBe(two.claim);
      expect(await journal.append(nextEntry('A', 2, { owner: 'two', claim: two.claim }))).toBe('conflict');
      expect(await journal.append(nextEntry('A', 2, { owner: 'two', claim: again.claim }))).toBe('appended');
    });

    test('a process keeps its claim while no append is in doubt', async () => {
      const journal = fresh();
      await journal.append(first('A', { claim: 7 }));
      expect(await journal.claim({ id: 'A', owner: 'one' })).toEqual({ claim: 7 });
    });

    test('a released match belongs to no process', async () => {
      const journal = fresh();
      await journal.append(first('A'));
      await journal.append(first('B'));
      await journal.release('A', 'two');
      expect(await journal.append(nextEntry('A', 1))).toBe('appended');
      await journal.release('A', 'one');
      expect(await journal.append(nextEntry('A', 2))).toBe('conflict');
      await journal.releaseAll('one');
      expect(await journal.append(nextEntry('B', 1))).toBe('conflict');
      expect(await journal.holderOf('B')).toBeUndefined();
    });

    test('appends of one turn are independent: a conflict takes no other down', async () => {
      const journal = fresh();
      await Promise.all(['A', 'B'].map((match) => journal.append(first(match))));
      const outcomes = await Promise.all(
        [nextEntry('A', 1), nextEntry('B', 9), nextEntry('A', 2), nextEntry('B', 1)].map((a) => journal.append(a)),
      );
      expect(outcomes).toEqual(['appended', 'conflict', 'appended', 'appended']);
    });

    test('the index follows the entry that changed it', async () => {
      const journal = fresh();
      await journal.append(first('A'));
      await journal.append(nextEntry('A', 1));
      expect((await journal.index('A'))?.index).toEqual(INDEX);
      const running: Index = { ...INDEX, status: 'running', wakeAt: 5000, summary: '{"n":2}' };
      await journal.append(nextEntry('A', 2, { index: running }));
      expect((await journal.index('A'))?.index).toEqual(running);
      expect(await journal.append(nextEntry('A', 9, { index: INDEX }))).toBe('conflict');
      expect((await journal.index('A'))?.index).toEqual(running);
    });

    test('lists show public matches, filtered, the newest first', async () => {
      const journal = fresh();
      const add = (match: string, index: Partial<Index>) =>
        journal.append(first(match, { index: { ...INDEX, summary: match, ...index } }));
      await add('old', { createdAt: 1 });
      await add('new', { createdAt: 3 });
      await add('private', { visibility: 'private', createdAt: 2 });
      await add('other', { game: 'mexica', createdAt: 2 });
      await add('running', { status: 'running', createdAt: 2 });
      const names = async (filter: Parameters<Journal['list']>[0]) =>
        (await journal.list(filter)).map((i) => i.summary);
      expect(await names({ status: 'open', game: 'tieqchieq', limit: 9 })).toEqual(['new', 'old']);
      expect(await names({ status: 'open', limit: 2 })).toEqual(['new', 'other']);
      expect(await names({ status: 'open', game: "' OR 1=1 --", limit: 9 })).toEqual([]);
      expect(await journal.counts()).toEqual({ open: 4, running: 1, ended: 0 });
    });

    test('the code of a private match is kept beside it', async () => {
      const journal = fresh();
      await journal.append(first('A', { secrets: { secret: 'cd'.repeat(32), code: 'K7Q42M' } }));
      expect((await journal.index('A'))?.code).toBe('K7Q42M');
      expect((await journal.read('A'))?.secrets.code).toBe('K7Q42M');
    });

    test('the matches of a player are found, also those they have left, and no other player’s', async () => {
      const journal = fresh();
      await journal.append(first('B', { players: ['host'] }));
      await journal.append(first('A'));
      await journal.append(nextEntry('A', 1, { players: ['ana', 'host'] }));
      await journal.append(nextEntry('A', 2, { players: ['ana'], index: INDEX }));
      await journal.append(nextEntry('B', 9, { players: ['ana'] }));
      expect(await journal.matchesOf('ana')).toEqual(['A']);
      expect(await journal.matchesOf('host')).toEqual(['A', 'B']);
      expect(await journal.matchesOf('')).toEqual([]);
    });

    test('the unfinished matches of a player are found with what lists show of them', async () => {
      const journal = fresh();
      const running: Index = { ...INDEX, status: 'running', summary: '{"n":2}' };
      await journal.append(first('A', { players: ['ana'] }));
      await journal.append(first('B', { players: ['ben'] }));
      await journal.append(first('C', { players: ['ana'], index: running }));
      expect(await journal.unfinishedOf('ana')).toEqual([INDEX, running]);
      expect(await journal.unfinishedAmong(['C', 'A', 'none'])).toEqual(['A', 'C']);
      await journal.append(nextEntry('C', 1, { index: { ...running, status: 'ended' } }));
      expect(await journal.unfinishedOf('ana')).toEqual([INDEX]);
      expect(await journal.unfinishedAmong(['C', 'A', 'none'])).toEqual(['A']);
      expect(await journal.unfinishedOf('cem')).toEqual([]);
    });

    test('the matches in which people sit are listed the newest first, a page at a time', async () => {
      const journal = fresh();
      const seated = (match: string, index: Partial<Index> = {}) => {
        const summary = JSON.stringify({ match, seats: [{ player: 'ana' }, { bot: 'greedy' }], host: 'ben' });
        return journal.append(first(match, { players: ['ben', 'ana'], index: { ...INDEX, summary, ...index } }));
      };
      await seated('B', { createdAt: 5 });
      await seated('C', { createdAt: 5, visibility: 'private' });
      await seated('A', { createdAt: 9, game: 'mexica' });
      await seated('D', { createdAt: 7 });
      await seated('E', { createdAt: 5, status: 'ended' });
      const matches = async (asked: Partial<Parameters<Journal['historyOf']>[0]>) => {
        const found = await journal.historyOf({ player: 'ana', withPrivate: false, limit: 9, ...asked });
        return found.map(({ summary }) => (JSON.parse(summary) as { match: string }).match).join('');
      };
      expect(await matches({})).toBe('ADEB');
      expect(await matches({ withPrivate: true })).toBe('ADECB');
      expect(await matches({ game: 'tieqchieq' })).toBe('DEB');
      expect(await matches({ limit: 2 })).toBe('AD');
      expect(await matches({ before: { createdAt: 7, match: 'D' } })).toBe('EB');
      expect(await matches({ before: { createdAt: 5, match: 'E' }, withPrivate: true })).toBe('CB');
      expect(await matches({ player: 'ben' })).toBe('');
      expect(await matches({ player: '%' })).toBe('');
    });

    test('matches are found in the order in which they ended, each once', async () => {
      const journal = fresh();
      const ended: Index = { ...INDEX, status: 'ended' };
      for (const match of ['A', 'B', 'C']) await journal.append(first(match));
      expect(await journal.endings(0, 9)).toEqual([]);
      for (const match of ['C', 'A', 'B']) await journal.append(nextEntry(match, 1, { index: ended }));
      await journal.append(nextEntry('C', 2, { index: { ...ended, summary: '{}' } }));
      await journal.append(nextEntry('B', 1, { index: ended }));
      expect((await journal.endings(0, 9)).map(({ match }) => match)).toEqual(['C', 'A', 'B']);
      const [{ n } = { n: 0 }] = await journal.endings(0, 1);
      expect((await journal.endings(n, 9)).map(({ match }) => match)).toEqual(['A', 'B']);
    });

    test('the operator’s list shows private matches too, what has ended last, page by page', async () => {
      const journal = fresh();
      const add = (match: string, index: Partial<Index>) =>
        journal.append(first(match, { index: { ...INDEX, summary: match, ...index } }));
      await add('old', { createdAt: 1, visibility: 'private' });
      await add('new', { createdAt: 3 });
      await add('over', { createdAt: 0, status: 'ended' });
      await add('just', { createdAt: 9, status: 'ended' });
      await add('runs', { createdAt: 1, status: 'running' });
      const names = async (filter: Parameters<Journal['listAll']>[0]) =>
        (await journal.listAll(filter)).map((i) => i.summary);
      const all = ['old', 'runs', 'new', 'just', 'over'];
      expect(await names({ limit: 9 })).toEqual(all);
      expect(await names({ status: 'open', limit: 1 })).toEqual(['old']);
      const places = (await journal.listAll({ limit: 9 })).map((index) => ({ ...index, match: index.summary }));
      for (const [n, after] of places.entries()) {
        expect(await names({ limit: 9, after })).toEqual(all.slice(n + 1));
        expect(await names({ limit: 1, after })).toEqual(all.slice(n + 1, n + 2));
      }
    });

    test('what ended long ago is forgotten, a few at a time, and nothing else', async () => {
      const journal = fresh();
      const ended: Index = { ...INDEX, status: 'ended', createdAt: 10 };
      const at = (time: number, index: Index) => ({ index, players: ['ana'], line: `{"seq":0,"at":${time}}` });
      await journal.append(first('old', at(20, ended)));
      await journal.append(first('older', at(10, ended)));
      await journal.append(first('long', at(90, ended)));
      await journal.append(first('running', at(10, { ...ended, status: 'running' })));
      expect(await journal.forget(50, 1)).toBe(1);
      expect(await journal.forget(50, 9)).toBe(1);
      expect(await journal.forget(50, 9)).toBe(0);
      expect(await journal.matchesOf('ana')).toEqual(['long', 'running']);
      expect(await journal.read('old')).toBeUndefined();
      expect((await journal.counts()).ended).toBe(1);
    });

    test('matches are due at their time, the longest waiting first', async () => {
      const journal = fresh();
      for (const [match, wakeAt] of [
        ['C', 30],
        ['A', 10],
        ['B', 20],
      ] as const)
        await journal.append(first(match, { index: { ...INDEX, wakeAt } }));
      await journal.append(first('never'));
      expect(await journal.due(20, 10)).toEqual(['A', 'B']);
      expect(await journal.due(99, 2)).toEqual(['A', 'B']);
      await journal.append(nextEntry('A', 1, { index: INDEX }));
      expect(await journal.due(99, 10)).toEqual(['B', 'C']);
    });

    test('text of every kind and size comes back as it went in', async () => {
      const journal = fresh();
      const line = `{"name":"Xōchitl \u{1F480} \\" '","big":"${'x'.repeat(200_000)}"}`;
      await journal.append(first('A', { line }));
      expect((await journal.read('A'))?.lines).toEqual([line]);
    });

    test('a thousand appends at once are all there', async () => {
      const journal = fresh();
      await journal.append(first('A'));
      const seqs = Array.from({ length: 1000 }, (_, i) => i + 1);
      await Promise.all(seqs.map((seq) => journal.append(nextEntry('A', seq))));
      expect((await journal.read('A'))?.lines).toHaveLength(1001);
    });
  });
}
