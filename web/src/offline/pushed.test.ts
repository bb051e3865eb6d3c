/** What the service worker shows for a push, and where a tap leads. The browser around it is the test's. */
import { expect, test } from 'vitest';
import { type Telling, tellPushed } from './pushed.ts';

const ORIGIN = 'https://play.example';
const TURN = JSON.stringify({ text: 'It is your turn.', link: '/?match=K7Q42M8A' });

function worker(...pages: readonly { readonly url: string; readonly focused?: boolean }[]) {
  const [shown, opened, focused]: [unknown[], string[], string[]] = [[], [], []];
  const listeners = new Map<string, (event: object) => void>();
  const work: Promise<unknown>[] = [];
  const surroundings: Telling = {
    location: new URL(ORIGIN) as unknown as Location,
    registration: { showNotification: async (title, about) => void shown.push({ title, ...about }) },
    clients: {
      matchAll: async () =>
        pages.map(({ url, focused: isFocused = false }) => ({
          url: ORIGIN + url,
          focused: isFocused,
          focus: async () => focused.push(url),
        })),
      openWindow: async (url) => opened.push(url),
    },
    addEventListener: (kind: string, listener: unknown) =>
      void listeners.set(kind, listener as (event: object) => void),
  };
  tellPushed(surroundings, '/assets/icon-192-x.png');
  const happen = async (kind: string, event: object) => {
    listeners.get(kind)?.({ ...event, waitUntil: (one: Promise<unknown>) => work.push(one) });
    await Promise.all(work);
  };
  return {
    shown,
    opened,
    focused,
    push: (text: string | undefined) => happen('push', { data: text === undefined ? null : { text: () => text } }),
    tap: async (link: string) => {
      let isClosed = false;
      await happen('notificationclick', { notification: { data: link, close: () => (isClosed = true) } });
      expect(isClosed).toBe(true);
    },
  };
}

test('a notice is shown with its text, and takes the place of an older one of its match', async () => {
  const { push, shown } = worker({ url: '/?match=K7Q42M8A' }, { url: '/?match=OTHER', focused: true });
  await push(TURN);
  expect(shown).toEqual([
    {
      title: 'Flower War',
      body: 'It is your turn.',
      tag: '/?match=K7Q42M8A',
      renotify: true,
      icon: '/assets/icon-192-x.png',
      data: '/?match=K7Q42M8A',
    },
  ]);
});

test('of a match that the person looks at, nothing is shown', async () => {
  const { push, shown } = worker({ url: '/?seat=1&match=K7Q42M8A#talk', focused: true });
  await push(TURN);
  expect(shown).toEqual([]);
});

test('what tells of no match is shown on the page, too', async () => {
  const { push, shown } = worker({ url: '/me', focused: true });
  await push(JSON.stringify({ text: 'A trial.', link: '/me' }));
  expect(shown).toMatchObject([{ body: 'A trial.' }]);
});

test.each([undefined, '', 'null', '[]', '{"text":7,"link":{}}', '\u0000', 'x'.repeat(4000)])(
  'a message that cannot be read (%#) is shown without words',
  async (text) => {
    const { push, shown } = worker();
    await push(text);
    expect(shown).toMatchObject([{ body: '', data: '/' }]);
  },
);

test('a tap goes to the window of the match, or opens one, and never one of another site', async () => {
  const { tap, opened, focused } = worker({ url: '/?match=A' }, { url: '/me' });
  for (const link of [
    '/?match=A',
    '/?match=B',
    '/me',
    'https://evil.example/?match=C',
    '//evil.example',
    'javascript:alert(1)',
  ])
    await tap(link);
  expect(focused).toEqual(['/?match=A', '/me']);
  expect(opened).toEqual([`${ORIGIN}/?match=B`, '/', '/', '/']);
});
