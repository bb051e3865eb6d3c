import type { FlowerWarClient, Webhook } from '@flower-war/client';
import { useCallback, useEffect, useState } from 'react';
import { Problem } from '../app/Problem.tsx';
import { useLanguage, useTexts } from '../app/language.tsx';
import { usePlayer } from '../app/player.tsx';
import { keepJson, readJson } from '../app/setting.ts';
import { useAsked, useDeed } from '../app/useAsked.ts';
import { DEVICE_TEXTS } from './texts.ts';

/** The browser itself tells of turns, also while the page is closed. It asks the person only when they want it. */
export function Device() {
  const texts = useTexts(DEVICE_TEXTS);
  const { words } = useLanguage();
  const { client } = usePlayer();
  const { value: hook, again, error: unread } = useAsked(useCallback(() => hookHere(client), [client]));
  const { isBusy, error: failed, run } = useDeed();
  const problem = failed ?? unread;
  const [permission, setPermission] = useState(() => (canTell() ? Notification.permission : 'cannot'));
  const about = permission === 'denied' || permission === 'cannot' ? texts[permission] : texts.about;
  const start = () =>
    run(async () => {
      const given = await Notification.requestPermission();
      setPermission(given);
      if (given === 'granted') await tellHere(client, words.language).finally(again);
    });
  const stop = () => run(() => stopHere(client).finally(again));
  const test = () => run(() => client.account.testWebhook(hook?.webhook ?? ''));
  return (
    <section className="card device">
      <h2>{texts.title}</h2>
      <p role="status">{hook !== undefined && permission === 'granted' ? texts.isTold : about}</p>
      {hook !== undefined && (
        <p className="others">
          <button type="button" disabled={isBusy} onClick={test}>
            {texts.test}
          </button>
          <button type="button" disabled={isBusy} onClick={stop}>
            {texts.stop}
          </button>
        </p>
      )}
      {hook === undefined && (permission === 'default' || permission === 'granted') && (
        <button type="button" disabled={isBusy} onClick={start}>
          {texts.start}
        </button>
      )}
      {problem && <Problem error={problem} />}
    </section>
  );
}

/** Kept once the person has seen the offer. */
const OFFERED = 'flower-war-offered-device';

/** In a match that takes days, once: to a person whom the browser has not asked yet. */
export function DeviceOffer() {
  const [isNew] = useState(() => readJson<boolean>(OFFERED) !== true);
  useEffect(() => keepJson(OFFERED, true), []);
  return isNew && canTell() && Notification.permission !== 'denied' ? <Device /> : null;
}

const canTell = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

async function subscriptionHere(): Promise<PushSubscription | undefined> {
  if (!canTell()) return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}

/** The webhook of this browser, if the player who is signed in has made it. */
async function hookHere({ account }: FlowerWarClient): Promise<Webhook | undefined> {
  const subscription = await subscriptionHere();
  if (subscription === undefined) return undefined;
  const { href } = new URL(subscription.endpoint);
  return (await account.webhooks()).find(({ form, url }) => form === 'push' && url === href);
}

/** A subscription of another player who was here before ends: the push service says so to the server, which forgets it. */
async function tellHere(client: FlowerWarClient, language: string): Promise<void> {
  await navigator.serviceWorker.register('/sw.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  await stopHere(client);
  const applicationServerKey = await client.account.pushKey();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  try {
    await client.account.addPush(subscription.toJSON(), { language });
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
}

async function stopHere(client: FlowerWarClient): Promise<void> {
  const hook = await hookHere(client);
  if (hook !== undefined) await client.account.removeWebhook(hook.webhook);
  await forgetDevice();
}

/** The player leaves this browser, which is told nothing more. */
export async function forgetDevice(): Promise<void> {
  await (await subscriptionHere())?.unsubscribe();
}
