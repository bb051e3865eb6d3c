/** One player on several devices, through the SDK. */
import { FlowerWarClient, type SignedIn } from '@flower-war/client';
import { expect, test } from 'vitest';
import { house, person, serveThisFile } from './house.ts';

serveThisFile();

const options = () => ({ url: house.url });
const UNAUTHORIZED = { code: 'unauthorized' };

test('a name is chosen, and its recovery code brings the player back', async () => {
  const ana = new FlowerWarClient(options());
  await ana.signIn();
  const { recoveryCode = '', player } = await ana.account.choose('Ana');
  expect(ana.session).toMatchObject({ player, name: 'Ana' });
  const back = await FlowerWarClient.recover(options(), recoveryCode);
  expect(back.session).toMatchObject({ player, name: 'Ana' });
  const newer = await back.account.recoveryCode();
  await expect(FlowerWarClient.recover(options(), recoveryCode)).rejects.toMatchObject({
    code: 'unknown-recovery-code',
  });
  expect(await (await FlowerWarClient.recover(options(), newer)).account.me()).toMatchObject({
    player,
    hasRecoveryCode: true,
  });
});

test('a second device comes in by what a QR code holds, and shows under its label', async () => {
  const ana = await person('Ana');
  const { text } = await ana.account.link();
  const phone = await FlowerWarClient.redeem({ ...options(), label: 'Phone' }, text);
  expect(phone.session?.player).toBe(ana.session?.player);
  expect((await ana.account.sessions()).map(({ label, isThis }) => [label, isThis])).toEqual([
    ['Phone', false],
    ['', true],
  ]);
});

test('signing out ends this device, another one, or all', async () => {
  const ana = await person('Ana');
  const [second, third] = [
    await FlowerWarClient.redeem(options(), (await ana.account.link()).code),
    await FlowerWarClient.redeem(options(), (await ana.account.link()).code),
  ];
  await second.account.signOut();
  expect(second.session).toBeUndefined();
  const other = (await ana.account.sessions()).find(({ isThis }) => !isThis)!;
  await ana.account.signOut(other.session);
  await expect(third.account.me()).rejects.toMatchObject(UNAUTHORIZED);
  const kept = ana.session!;
  await ana.account.signOutEverywhere();
  expect(ana.session).toBeUndefined();
  await expect(new FlowerWarClient({ ...options(), session: kept }).account.me()).rejects.toMatchObject(UNAUTHORIZED);
});

test('a match that is watched closes with a refusal when its player is deleted', async () => {
  const ana = await person('Ana');
  const live = await ana.join(await ana.create({ game: 'tieqchieq' }));
  const ended = live.until(() => false);
  await ana.account.report({ match: live.id, reason: 'other', text: 'hello' });
  expect(await ana.account.exportData()).toMatchObject({
    matches: [live.id],
    reports: [{ match: live.id, text: 'hello' }],
  });
  await ana.account.deleteMe();
  expect(ana.session).toBeUndefined();
  await expect(ended).rejects.toMatchObject(UNAUTHORIZED);
});

test('whoever keeps the session is told of each change, and a code that is wrong changes nothing', async () => {
  const told: (string | undefined)[] = [];
  const onSession = (session: SignedIn | undefined) => told.push(session?.name);
  const ana = new FlowerWarClient({ ...options(), onSession });
  await ana.signIn('Ana');
  await ana.account.choose('Anita');
  await expect(FlowerWarClient.redeem({ ...options(), onSession }, 'AAAAAAAA')).rejects.toMatchObject({
    code: 'unknown-link-code',
  });
  await ana.account.signOut();
  expect(told).toEqual(['Ana', 'Anita', undefined]);
});
