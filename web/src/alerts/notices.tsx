/** Notices that call a player whose turn it is: beside the open page, and on this device also while the page is closed. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FlowerWarClient, Webhook } from '@flower-war/client';
import { editionName, useLanguage, useTexts } from '../app/language.tsx';
import { keepJson, readJson, useSetting } from '../app/setting.ts';
import { NOTICES } from './openTurn.ts';
import { DEVICE_TEXTS, NOTICE_TEXTS } from './texts.ts';
import { Button } from '../ui/forms.tsx';
import { Problem, useAsked, useDeed } from '../app/asked.tsx';
import { usePlayer } from '../app/player.tsx';
import { Card } from '../ui/controls.tsx';

interface TurnNoticeProps {
  readonly match: string;
  readonly preset: string;
  /** Whether it is the player's turn, as all at the table know. */
  readonly isTurn: boolean;
}

/** Calls a player who looks elsewhere when the turn begins. It goes away with the turn, or when the player comes. */
export function TurnNotice({ match, preset, isTurn }: TurnNoticeProps) {
  const { words, texts } = useLanguage();
  const said = useRef({ title: '', body: '' });
  said.current = { title: editionName(words, preset), body: texts.match.yourMove };
  useEffect(() => {
    if (!isTurn || !document.hidden) return;
    const shown = notice(said.current.title, { body: said.current.body, match });
    const close = () => shown?.close();
    document.addEventListener('visibilitychange', close);
    return () => {
      document.removeEventListener('visibilitychange', close);
      close();
    };
  }, [isTurn, match]);
  return null;
}

/** Asks the browser for leave, and shows at once how a notice looks. */
export function NoticeSwitch({ match }: { readonly match: string }) {
  const texts = useTexts(NOTICE_TEXTS);
  const isOn = useSetting(NOTICES);
  const [problem, setProblem] = useState('');
  if (!hasNotices()) return <small>{texts.missing}</small>;
  const turnOn = async () => {
    if ((await Notification.requestPermission()) !== 'granted') return setProblem(texts.forbidden);
    const sample = notice(texts.title, { body: texts.sample, match });
    setProblem(sample === undefined ? texts.missing : '');
    NOTICES.choose(sample !== undefined);
  };
  return (
    <>
      <Button
        onClick={() => (isOn ? NOTICES.choose(false) : void turnOn())}
        text={isOn ? texts.turnOff : texts.turnOn}
      />
      {problem !== '' && <p role="alert">{problem}</p>}
    </>
  );
}

// Notices that the system shows beside the browser. No server of others takes part: the page must be open.

/** Browsers show notices for pages that came by https or from this machine. */
const hasNotices = (): boolean => isSecureContext && 'Notification' in globalThis;

/** Undefined where the browser shows notices of service workers alone, as those of Android do. */
function notice(title: string, { body, match }: { readonly body: string; readonly match: string }) {
  try {
    const shown = new Notification(title, { body, tag: match });
    shown.onclick = () => {
      focus();
      shown.close();
    };
    return shown;
  } catch {
    return undefined;
  }
}

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
    <Card title={texts.title} className="card device">
      <p role="status">{hook !== undefined && permission === 'granted' ? texts.isTold : about}</p>
      {hook !== undefined && (
        <p className="others">
          <Button disabled={isBusy} onClick={test} text={texts.test} />
          <Button disabled={isBusy} onClick={stop} text={texts.stop} />
        </p>
      )}
      {hook === undefined && (permission === 'default' || permission === 'granted') && (
        <Button disabled={isBusy} onClick={start} text={texts.start} />
      )}
      {problem && <Problem error={problem} />}
    </Card>
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
