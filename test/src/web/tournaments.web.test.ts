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
    const { page } = await visit('/best', PHONE);
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
    await page.getByText('(withdrawn)').waitFor();
    expect(await page.getByRole('button', { name: 'Enter' }).count()).toBe(0); // a round robin takes no player late
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

  test('a person makes one by the form, has others come by its link, and steers it', async () => {
    const rivals = [await person('Rival'), await person('Other')];
    const { page } = await visit('/tournaments', PHONE);
    await page.getByText('Make a tournament').first().click();
    await page.getByLabel('Name').fill('Home cup');
    await page.getByLabel('Kind').selectOption('knockout');
    await page.getByLabel('Game').selectOption('tieqchieq-fortress');
    await page.getByLabel('Only with its link').check();
    await page.getByRole('button', { name: 'Make a tournament' }).click();
    await page.getByRole('heading', { name: 'Home cup' }).waitFor();
    const link = new URL(await page.getByLabel('Others come by this link').inputValue());
    const [id, code] = [link.searchParams.get('id') ?? '', link.searchParams.get('code') ?? ''];
    for (const one of rivals) await one.tournaments.enter(id, code);
    await page.getByRole('button', { name: 'Begin now' }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('It is paused.').waitFor();
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('It is paused.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'End…' }).click();
    await page.getByRole('button', { name: 'End it for good' }).click();
    await page.getByText(/^Knockout · .+ · Over · 2 of/).waitFor();
    const { preset, kind, visibility, status } = await rivals[0]!.tournaments.get(id);
    expect({ preset, kind, visibility, status }).toEqual({
      preset: 'tieqchieq-fortress',
      kind: 'knockout',
      visibility: 'private',
      status: 'ended',
    });
  });
});
