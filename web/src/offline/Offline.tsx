import { sitterName } from '@flower-war/board/drawing';
import type { AnyGame, MatchSummaryOf } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { editionName, useLanguage, useTexts } from '../app/language.tsx';
import { FIRST_BOOK, proofHref, replayHref, rulesHref, Way } from '../app/navigation.tsx';
import { useAsked, useOnline } from '../app/asked.tsx';
import { OFFLINE } from './texts.ts';
import { Button } from '../ui/forms.tsx';
import { Card } from '../ui/controls.tsx';

/** The first page while the server cannot be reached: what works nevertheless. */
export function Offline({ again }: { readonly again: () => void }) {
  const { texts: common } = useLanguage();
  const texts = useTexts(OFFLINE);
  const { value: hasGames } = useAsked(areGamesKept);
  useOnline(again);
  return (
    <main className="lobby">
      <h1>{common.title}</h1>
      <section className="card play offline" role="status">
        <h2>{texts.title}</h2>
        <p>{texts.about}</p>
        <p className="others">
          <Button onClick={again} text={texts.again} />
          <Way to={rulesHref(FIRST_BOOK)} look="quiet" text={texts.rules} />
        </p>
      </section>
      <Card title={texts.device}>
        <p>{hasGames ? texts.deviceAbout : texts.deviceMissing}</p>
        {hasGames && (
          <p className="others">
            <Way to={PAGES.device} look="main" text={texts.play} />
            <Way to={PAGES.learn} text={common.learn} />
            <Way to={PAGES.puzzles} text={texts.puzzles} />
          </p>
        )}
      </Card>
      <Kept />
    </main>
  );
}

function Kept() {
  const { words } = useLanguage();
  const texts = useTexts(OFFLINE);
  const { value: matches = [] } = useAsked(keptMatches);
  return (
    <Card title={texts.kept}>
      {matches.length === 0 && <p className="none">{texts.none}</p>}
      <ul>
        {matches.map(({ summary: { match, preset, seats }, has }) => (
          <li key={match}>
            {editionName(words, preset)}:{' '}
            {seats.map((holder) => sitterName(words, holder, { match, seat: holder.seat })).join(', ')}
            <p className="others">
              {has('/steps') && <Way to={replayHref(match)} look="quiet" text={texts.replay} />}
              {has('/record') && <Way to={proofHref(match)} look="quiet" text={texts.proof} />}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface KeptMatch {
  readonly summary: MatchSummaryOf<AnyGame>;
  /** Whether this part of it was opened. */
  readonly has: (part: string) => boolean;
}

const SUMMARY = /^\/api\/matches\/[^/]+$/;

// What the service worker has kept.

async function pathsIn(name: string): Promise<readonly string[]> {
  if (!('caches' in globalThis)) return [];
  return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
}

const areGamesKept = async (): Promise<boolean> =>
  (await pathsIn('files')).some((path) => path.includes('/DevicePage-'));

/** The newest first. */
async function keptMatches(): Promise<readonly KeptMatch[]> {
  const paths = await pathsIn('matches');
  const kept = paths
    .filter((path) => SUMMARY.test(path))
    .map(async (path): Promise<KeptMatch | undefined> => {
      const answer = await caches.match(path, { cacheName: 'matches' });
      return answer && { summary: await answer.json(), has: (part) => paths.includes(path + part) };
    });
  return (await Promise.all(kept)).filter((match) => match !== undefined).reverse();
}

// How the page comes to be kept.

/** Asks the browser to keep the page. It is done last, when the page has nothing else to do. */
export async function keepPage(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  addEventListener('appinstalled', () => void keepGames());
  try {
    await navigator.serviceWorker.register('/sw.js');
    if (isInstalled()) return await keepGames();
    await navigator.serviceWorker.ready;
    if (!isSparing()) whenIdle(() => void keepGames());
  } catch {} // a browser may forbid it; the page needs the network then
}

/** Who has the page as an app may want to play where there is no network. */
const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches;

async function keepGames(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage('games');
}

/** The person has asked the browser to load little. */
const isSparing = (): boolean =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true;

const BUSY_MS = 2000;

/** Not every browser tells when it has nothing to do. */
const whenIdle = (act: () => void): unknown =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(act) : setTimeout(act, BUSY_MS);
