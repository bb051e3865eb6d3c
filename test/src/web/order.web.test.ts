/** A moderator at the page, and the person concerned, who sees why and answers. */
import { FlowerWarClient } from '@flower-war/client';
import { expect, test } from 'vitest';
import { OPERATOR_TOKEN, operatorOf } from '../support/api.ts';
import { inBrowser } from './inBrowser.ts';
import { startPageServer } from './pageServer.ts';
import { DESK, forgive, PHONE } from './people.ts';

inBrowser(
  () => startPageServer({ OPERATOR_TOKEN, TALK_SECONDS: '60' }),
  ({ visit, address, signedIn, visitAs }) => {
    /** The person of the browser is known by what the page keeps. */
    const idAt = async (page: { evaluate: (code: string) => Promise<unknown> }) =>
      (JSON.parse(String(await page.evaluate(KEPT))) as { player: string }).player;
    const KEPT = `Object.values(localStorage).find((kept) => kept.includes('"refresh"'))`;

    test('a report leads to a ban, the person reads why and answers, and the moderator lifts it', async () => {
      const concerned = await visit('/me', PHONE);
      await concerned.page.getByRole('heading', { name: 'You', exact: true }).waitFor();
      const player = await idAt(concerned.page);
      const other = new FlowerWarClient({ url: address() });
      await other.signIn('Other');
      await other.account.report({ player, reason: 'abuse', text: 'Shouts <b>loud</b>.' });

      const { page } = await visit('/me', DESK);
      await page.getByRole('heading', { name: 'You', exact: true }).waitFor();
      const body = { rights: ['reports', 'mute', 'ban', 'rename', 'figures'] };
      await operatorOf(address)(`POST /players/${await idAt(page)}/moderator`, { body });
      await page.reload();
      await page.getByRole('link', { name: 'Order: reports and penalties' }).click();
      await page.getByText('Shouts <b>loud</b>.').waitFor();
      await page.locator(`a[href$="player=${player}"]`).click();
      await page.locator('select[name=kind]').selectOption('Banned');
      await page.locator('select[name=reason]').selectOption('insults or threats');
      await page.getByLabel('What else').fill('Once too often.');
      await page.getByRole('button', { name: 'Do it' }).click();
      await page.getByText('Banned · insults or threats').waitFor();
      await page.getByRole('button', { name: 'Something was done' }).click();
      await page.getByRole('button', { name: 'Show figures' }).click();
      await page.getByText('From the newest 0 rated matches.').waitFor();

      forgive(concerned, /403 \(Forbidden\)/);
      await concerned.page.reload();
      await concerned.page.getByText('Banned · insults or threats · by a moderator').waitFor();
      await concerned.page.getByText('Once too often.').waitFor();
      await concerned.page.getByLabel('You can answer once.').fill('I am sorry.');
      await concerned.page.getByRole('button', { name: 'Answer' }).click();
      await concerned.page.getByText('The answer: I am sorry.').waitFor();
      expect(await concerned.page.getByRole('button', { name: 'Answer' }).count()).toBe(0);
      const width = await concerned.page.evaluate('document.documentElement.scrollWidth');
      expect(width).toBeLessThanOrEqual(PHONE.viewport.width);

      await page.reload();
      await page.getByText('The answer: I am sorry.').waitFor();
      expect(await page.getByRole('button', { name: 'Keep it' }).count()).toBe(0); // another one is the judge of it
      await page.getByRole('button', { name: 'Lift it' }).click();
      await page.getByText('It was lifted.').waitFor();
      await concerned.page.reload();
      await concerned.page.getByText('It was lifted.').waitFor();
      await concerned.page.getByRole('heading', { name: 'Your name' }).waitFor();
    });

    test('a moderator is offered to settle what the moderator has the right for, and no more', async () => {
      const operator = operatorOf(address);
      const [muting, banning] = [new FlowerWarClient({ url: address() }), new FlowerWarClient({ url: address() })];
      const [concerned, by] = [await muting.signIn('Concerned'), await banning.signIn('By')];
      await operator(`POST /players/${by.player}/moderator`, { body: { rights: ['mute', 'ban'] } });
      for (const kind of ['mute', 'ban'] as const)
        await banning.order.penalize(concerned.player, { kind, reason: 'abuse', days: 1 });
      const { page } = await visit('/me', DESK);
      await page.getByRole('heading', { name: 'You', exact: true }).waitFor();
      await operator(`POST /players/${await idAt(page)}/moderator`, { body: { rights: ['mute'] } });
      await page.goto(`/order?player=${concerned.player}`);
      await page.getByText('Banned · insults or threats').waitFor();
      expect(await page.getByRole('button', { name: 'Lift it' }).count()).toBe(1); // of the mute alone
    });

    test('an answer to an old penalty is reached, however many came after it', async () => {
      const operator = operatorOf(address);
      const first = new FlowerWarClient({ url: address() });
      const { player } = await first.signIn('First');
      const body = { kind: 'mute', reason: 'abuse', days: 1 };
      const given = (await operator<{ penalty: string }>(`POST /players/${player}/penalties`, { body })).body;
      await first.account.answerPenalty(given.penalty, 'It was not me.');
      const other = await new FlowerWarClient({ url: address() }).signIn('Other');
      for (let n = 0; n < 51; n++) {
        const { penalty } = (await operator<{ penalty: string }>(`POST /players/${other.player}/penalties`, { body }))
          .body;
        await operator(`POST /penalties/${penalty}/settle`, { body: { outcome: 'lifted' } });
      }
      const { page } = await visit('/me', DESK);
      await page.getByRole('heading', { name: 'You', exact: true }).waitFor();
      await operator(`POST /players/${await idAt(page)}/moderator`, { body: { rights: ['mute'] } });
      await page.goto('/order');
      await page.getByRole('button', { name: 'Older' }).click();
      await page.getByText('The answer: It was not me.').waitFor();
      expect(await page.getByRole('button', { name: 'Older' }).count()).toBe(0);
    });

    test('a line for which it is too soon is not lost', async () => {
      const ana = await signedIn('Ana');
      const live = await ana.join(await ana.create({ game: 'tieqchieq', bots: [{ bot: 'greedy' }] }));
      const { page } = await visitAs(ana, `/?match=${live.id}`, PHONE);
      await page.locator('.talk summary').click();
      const field = page.locator('.saying input');
      const say = async (line: string) => {
        await field.fill(line);
        await field.press('Enter');
      };
      await say('Good luck.');
      await page.locator('.lines li').waitFor();
      expect(await field.inputValue()).toBe('');
      await say('I have a long plan.');
      await page.locator('.talk .refused').waitFor();
      expect(await field.inputValue()).toBe('I have a long plan.');
      live.close();
    });

    test('a person without rights is told so', async () => {
      const { page } = await visit('/order', PHONE);
      await page.getByText('You are not a moderator of this server.').waitFor();
    });
  },
);
