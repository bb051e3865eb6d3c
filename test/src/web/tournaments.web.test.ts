/** A tournament on the page: to enter it, to find the own match, to read the table. */
import { FlowerWarClient } from '@flower-war/client';
import { expect, test } from 'vitest';
import { inBrowser } from './inBrowser.ts';
import { startPageServer } from './pageServer.ts';
import { DESK, forgive, PHONE } from './people.ts';

inBrowser(startPageServer, ({ visit, address }) => {
  const person = async (name: string) => {
    const client = new FlowerWarClient({ url: address() });
    await client.signIn(name);
    return client;
  };

  test('a person enters by the list, comes to the own match, and reads the table and the rounds', async () => {
    const [maker, rival] = [await person('Maker'), await person('Rival')];
    const startsAt = Date.now() + 3_600_000;
    const wish = { name: 'Page cup', kind: 'round-robin', game: 'tieqchieq', startsAt } as const;
    const { tournament } = await maker.tournaments.create(wish);
    for (const one of [maker, rival]) await one.tournaments.enter(tournament);
    const visitor = await visit('/best', PHONE);
    forgive(visitor, /409 \(Conflict\)/);
    const { page } = visitor;
    await page.getByRole('link', { name: 'Tournaments' }).click();
    await page.getByText('Round robin · Tieqchieq · Not begun · 2 of at most 32 players').waitFor();
    await page.getByRole('link', { name: 'Page cup' }).click();
    await page.getByRole('button', { name: 'Enter' }).click();
    await page.getByText('3 of at most 32 players').waitFor();
    await page.getByRole('button', { name: 'Withdraw' }).waitFor();
    await maker.tournaments.steer(tournament, 'begin');
    await page.getByRole('heading', { name: 'Round 1' }).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(3);
    expect(await page.textContent('main')).toMatch(/Without a match in this round: \w+/);
    const isMine = (await page.getByRole('link', { name: 'To your match' }).count()) > 0;
    if (isMine) {
      await page.getByRole('link', { name: 'To your match' }).click();
      await expect.poll(() => page.url()).toMatch(/\?match=\w{8}$/);
      await page.goBack();
    }
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('button', { name: 'Enter' }).waitFor();
    await page.getByRole('button', { name: 'Enter' }).click();
    await page.getByText('The tournament does not allow this, or not now.').waitFor();
  });

  test('a private one needs its code, in the address', async () => {
    const maker = await person('Maker');
    const startsAt = Date.now() + 3_600_000;
    const wish = {
      name: 'Secret cup',
      kind: 'swiss',
      game: 'mexica',
      seats: 4,
      visibility: 'private',
      startsAt,
    } as const;
    const { tournament, code } = await maker.tournaments.create(wish);
    const without = await visit(`/tournaments?id=${tournament}`, DESK);
    forgive(without, /403 \(Forbidden\)/);
    await without.page.getByText('This is private, and the code is missing or wrong.').waitFor();
    const { page } = await visit(`/tournaments?id=${tournament}&code=${code}`, DESK);
    await page.getByRole('button', { name: 'Enter' }).click();
    await page.getByRole('button', { name: 'Withdraw' }).waitFor();
  });
});
