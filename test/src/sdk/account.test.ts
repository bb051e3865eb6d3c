/** Being the same player on every device, through the SDK. */
import { FlowerWarClient, type SignedIn } from '@flower-war/client';
import { expect, test } from 'vitest';
import { house, person, serveThisFile } from './house.ts';

serveThisFile();

const options = () => ({ url: house.url });
const UNAUTHORIZED = { code: 'unauthorized' };

test('a name is chosen, and its recovery code brings the player back', async () => {
  const ana = new FlowerWarClient(options());
  await ana.signIn();
  const { recoveryCode = '', player } = await ana.choose('Ana');
  expect(ana.session).toMatchObject({ player, name: 'Ana' });
  const back = await FlowerWarClient.recover(options(), recoveryCode);
  expect(back.session).toMatchObject({ player, name: 'Ana' });
  const newer = await back.recoveryCode();
  await expect(FlowerWarClient.recover(options(), recoveryCode)).rejects.toMatchObject({
    code: 'unknown-recovery-code',
  });
  expect(await (await FlowerWarClient.recover(options(), newer)).me()).toMatchObject({ player, hasRecoveryCode: true });
});

test('a second device comes in by what a QR code holds, and shows under its label', async () => {
  const ana = await person('Ana');
  const { text } = await ana.link();
  const phone = await FlowerWarClient.redeem({ ...options(), label: 'Phone' }, text);
  expect(phone.session?.player).toBe(ana.session?.player);
  expect((await ana.sessions()).map(({ label, isThis }) => [label, isThis])).toEqual([
    ['Phone', false],
    ['', true],
  ]);
});

test('signing out ends this device, another one, or all', async () => {
  const ana = await person('Ana');
  const [second, third] = [
    await FlowerWarClient.redeem(options(), (await ana.link()).code),
    await FlowerWarClient.redeem(options(), (await ana.link()).code),
  ];
  await second.signOut();
  expect(second.session).toBeUndefined();
  const other = (await ana.sessions()).find(({ isThis }) => !isThis)!;
  await ana.signOut(other.session);
  await expect(third.me()).rejects.toMatchObject(UNAUTHORIZED);
  const kept = ana.session!;
  await ana.signOutEverywhere();
  expect(ana.session).toBeUndefined();
  await expect(new FlowerWarClient({ ...options(), session: kept }).me()).rejects.toMatchObject(UNAUTHORIZED);
});

test('a match that is watched closes with a refusal when its player is deleted', async () => {
  const ana = await person('Ana');
  const live = await ana.join(await ana.create({ game: 'tieqchieq' }));
  const ended = live.until(() => false);
  await ana.report({ match: live.id, reason: 'other', text: 'hello' });
  expect(await ana.exportData()).toMatchObject({ matches: [live.id], reports: [{ match: live.id, text: 'hello' }] });
  await ana.deleteMe();
  expect(ana.session).toBeUndefined();
  await expect(ended).rejects.toMatchObject(UNAUTHORIZED);
});

test('whoever keeps the session is told of each change, and a code that is wrong changes nothing', async () => {
  const told: (string | undefined)[] = [];
  const onSession = (session: SignedIn | undefined) => told.push(session?.name);
  const ana = new FlowerWarClient({ ...options(), onSession });
  await ana.signIn('Ana');
  await ana.choose('Anita');
  await expect(FlowerWarClient.redeem({ ...options(), onSession }, 'AAAAAAAA')).rejects.toMatchObject({
    code: 'unknown-link-code',
  });
  await ana.signOut();
  expect(told).toEqual(['Ana', 'Anita', undefined]);
});
