/** One player on several devices, through the SDK. */
import { type Fetch, FlowerWarClient, type SignedIn } from '@flower-war/client';
import { expect, test } from 'vitest';
import { elsewhere, hosted, house, person, serveThisFile } from './house.ts';

serveThisFile();

const options = () => ({ url: house.url });
const UNAUTHORIZED = { code: 'unauthorized' };

test('a recovery code and what a QR code holds bring the player to other devices, which are listed', async () => {
  const ana = new FlowerWarClient(options());
  await ana.signIn();
  const { recoveryCode = '', player } = await ana.account.choose('Ana');
  expect(ana.session).toMatchObject({ player, name: 'Ana' });
  const back = await FlowerWarClient.recover(options(), recoveryCode);
  expect(back.session).toMatchObject({ player, name: 'Ana' });
  const newer = await back.account.recoveryCode();
  const refused = { code: 'unknown-recovery-code' };
  await expect(FlowerWarClient.recover(options(), recoveryCode)).rejects.toMatchObject(refused);
  expect(await (await FlowerWarClient.recover(options(), newer)).account.me()).toMatchObject({ hasRecoveryCode: true });
  const phone = await FlowerWarClient.redeem({ ...options(), label: 'Phone' }, (await ana.account.link()).text);
  expect(phone.session?.player).toBe(player);
  const sessions = await ana.account.sessions();
  expect(sessions.map(({ label, isThis }) => `${label} ${isThis}`).sort()).toEqual([
    ' false',
    ' false',
    ' true',
    'Phone false',
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
  await expect(elsewhere({ session: kept }).account.me()).rejects.toMatchObject(UNAUTHORIZED);
});

test.each<[string, (client: FlowerWarClient) => Promise<unknown>]>([
  ['signing out', ({ account }) => account.signOut()],
  ['signing out everywhere', ({ account }) => account.signOutEverywhere()],
  ['choosing a name', ({ account }) => account.choose('Anita')],
  ['deleting the player', ({ account }) => account.deleteMe()],
])('%s changes nothing for a player who has signed in meanwhile', async (_, leave) => {
  const next = Promise.withResolvers<void>();
  const late: Fetch = async (url, request) => {
    const answer = await fetch(url, request);
    if (!url.endsWith('/api/guests')) await next.promise;
    return answer;
  };
  const client = new FlowerWarClient({ ...options(), fetch: late });
  await client.signIn('Ana');
  const leaving = leave(client);
  await client.signIn('Ben');
  next.resolve();
  await leaving;
  expect(client.session).toMatchObject({ name: 'Ben' });
});

test('a match that is watched closes with a refusal when its player is deleted', async () => {
  const { ana, live } = await hosted();
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
