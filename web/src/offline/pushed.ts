/** The service worker shows what the server tells this device, and opens the match at a tap. */

/** A window of the page. */
interface Page {
  readonly url: string;
  readonly focused: boolean;
  focus(): Promise<unknown>;
}

interface Shown {
  readonly body: string;
  readonly tag: string;
  readonly renotify: boolean;
  readonly icon: string | undefined;
  readonly data: string;
}

interface Extendable {
  waitUntil(work: Promise<unknown>): void;
}

/** What this part uses of the surroundings of the worker. */
export interface Telling {
  readonly location: Location;
  readonly registration: { showNotification(title: string, shown: Shown): Promise<void> };
  readonly clients: {
    matchAll(which: { readonly type: 'window'; readonly includeUncontrolled: true }): Promise<readonly Page[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(
    kind: 'push',
    listener: (event: Extendable & { readonly data: { text(): string } | null }) => void,
  ): void;
  addEventListener(
    kind: 'notificationclick',
    listener: (event: Extendable & { readonly notification: { readonly data: string; close(): void } }) => void,
  ): void;
}

/** The name of the page is the same in every language that a notice may have. */
const TITLE = 'Flower War';

export function tellPushed(worker: Telling, icon: string | undefined): void {
  worker.addEventListener('push', (event) => event.waitUntil(tell(worker, event.data?.text() ?? '', icon)));
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(worker, event.notification.data));
  });
}

/** Not of a match that the person is looking at. A newer notice of a match takes the place of an older one. */
async function tell(worker: Telling, payload: string, icon: string | undefined): Promise<void> {
  const { text, link } = toldIn(payload);
  const pages = await pagesAt(worker, link);
  if (isOfMatch(link) && pages.some(({ focused }) => focused)) return;
  await worker.registration.showNotification(TITLE, { body: text, tag: link, renotify: true, icon, data: link });
}

/** A browser shows something for every message, so a message that cannot be read is told, too. */
function toldIn(payload: string): { readonly text: string; readonly link: string } {
  try {
    const { text, link } = JSON.parse(payload) as { readonly text?: unknown; readonly link?: unknown };
    return { text: typeof text === 'string' ? text : '', link: typeof link === 'string' ? link : '/' };
  } catch {
    return { text: '', link: '/' };
  }
}

async function open(worker: Telling, link: string): Promise<void> {
  const [page] = await pagesAt(worker, link);
  if (page !== undefined) return void (await page.focus());
  const { origin, href } = new URL(link, worker.location.origin);
  await worker.clients.openWindow(origin === worker.location.origin ? href : '/');
}

/** The windows in which this match, or this page, is open. */
async function pagesAt({ clients, location }: Telling, link: string): Promise<readonly Page[]> {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const wanted = placeOf(link, location.origin);
  return pages.filter(({ url }) => placeOf(url, location.origin) === wanted);
}

const isOfMatch = (link: string): boolean => link.includes('?match=');

function placeOf(url: string, origin: string): string {
  const { pathname, searchParams } = new URL(url, origin);
  return `${pathname} ${searchParams.get('match') ?? ''}`;
}
