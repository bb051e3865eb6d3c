/** The page: its addresses, what stands around each of them, and what is shown when the page itself fails. */
import { framedIn, type PagePath, PAGES } from '@flower-war/protocol/pages';
import { Component, type ComponentType, type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { keepFocus, pressOnce } from './app/keyboard.ts';
import { LanguageProvider, LanguageSwitch, useLanguage, useTitle } from './app/language.tsx';
import { comes, fileOf, late, latePage, noteMissingSheets, SheetsContext } from '@flower-war/board/drawing';
import { type Behind, BehindRules, FIRST_BOOK, Link, type Route, rulesHref, useRoute, Way } from './app/navigation.tsx';
import { type GateProps, PlayerProvider, usePlayer } from './app/player.tsx';
import { Lobby } from './lobby/Lobby.tsx';
import { MatchPage } from './match/MatchPage.tsx';
import { RulesLayer } from './RulesLayer.tsx';
import { Menu } from './ui/controls.tsx';
import { Button } from './ui/forms.tsx';

/** The only page that needs no player: it brings one. */
const SignedIn = latePage(async () => (await import('./people/signIn.tsx')).SignedInPage);

/** Most people come by no other host. */
const Arrival = late(async () => (await import('./lazy/hosts/Arrival.tsx')).Arrival);

/** What another host says of a person who comes from there. It is for the server alone, and leaves the address at once. */
function takeBrought(): string | undefined {
  const [, brought] = /^#from=([\w-]{1,4096})$/.exec(location.hash) ?? [];
  if (location.hash.startsWith('#from=')) history.replaceState(null, '', `${location.pathname}${location.search}`);
  return brought;
}

/** Most people never hang a match on a wall. */
const Wall = late(async () => (await import('./match/Wall.tsx')).Wall);

const Framed = late(async () => (await import('./lazy/tournaments/TournamentsPage.tsx')).Framed);

const LateGate = late(async () => (await import('./people/signIn.tsx')).Gate);
/** Most servers let every guest in. */
function Gate(props: GateProps) {
  return (
    <Suspense>
      <LateGate {...props} />
    </Suspense>
  );
}

/** The page at each address. All but the first are loaded when they are opened. */
const PAGE_AT: Readonly<Record<PagePath, ComponentType>> = {
  '/': Lobby,
  '/new': latePage(async () => (await import('./new/NewPage.tsx')).NewPage),
  '/learn': latePage(async () => (await import('./lazy/learn/LearnPage.tsx')).LearnPage),
  '/puzzles': latePage(async () => (await import('./lazy/puzzles/PuzzlesPage.tsx')).PuzzlesPage),
  '/me': latePage(async () => (await import('./people/me/MePage.tsx')).MePage),
  '/signed-in': SignedIn,
  '/oauth/authorize': latePage(async () => (await import('./lazy/consent/ConsentPage.tsx')).ConsentPage),
  '/player': latePage(async () => (await import('./people/PlayerPage.tsx')).PlayerPage),
  '/best': latePage(async () => (await import('./people/BestPage.tsx')).BestPage),
  '/league': latePage(async () => (await import('./lazy/league/LeaguePage.tsx')).LeaguePage),
  '/tournaments': latePage(async () => (await import('./lazy/tournaments/TournamentsPage.tsx')).TournamentsPage),
  '/wall': latePage(async () => (await import('./match/Wall.tsx')).WallPage),
  '/order': latePage(async () => (await import('./lazy/order/OrderPage.tsx')).OrderPage),
  '/about': latePage(async () => (await import('./lazy/about/AboutPage.tsx')).AboutPage),
  '/temples': latePage(async () => (await import('./temples/TemplesPage.tsx')).TemplesPage),
  '/device': latePage(async () => (await import('./lazy/local/DevicePage.tsx')).DevicePage),
  '/twin': latePage(async () => (await import('./lazy/twin/TwinPage.tsx')).TwinPage),
  '/claim': latePage(async () => (await import('./temples/ClaimPage.tsx')).ClaimPage),
  '/replay': latePage(async () => (await import('./replay/ReplayPage.tsx')).ReplayPage),
  '/proof': latePage(async () => (await import('./lazy/proof/ProofPage.tsx')).ProofPage),
};

function App() {
  return (
    <SheetsContext.Provider value={fileOf}>
      <LanguageProvider>
        <ErrorBoundary>
          <Pages />
        </ErrorBoundary>
      </LanguageProvider>
    </SheetsContext.Provider>
  );
}

/** Shows that parts are on their way. */
function Parts({ children }: { readonly children: ReactNode }) {
  const { texts } = useLanguage();
  return <Suspense fallback={<p className="wait">{texts.loading}</p>}>{children}</Suspense>;
}

function OneMatch({ id, code, wall }: NonNullable<Route['match']>) {
  if (wall === undefined) return <MatchPage id={id} code={code} />;
  return (
    <Parts>
      <Wall id={id} code={code} />
    </Parts>
  );
}

/** The rules lie above the page, and can be read before the player is known. */
function Pages() {
  const { page, isLost, isTable, match, framed, rules } = useRoute();
  const { isComing } = useLanguage();
  const Page = PAGE_AT[page];
  const place = useFreshPlace(match?.id ?? page);
  const [behind, layBehind] = useState<Behind>();
  const [brought, setBrought] = useState(takeBrought);
  const coming = isComing ? 'coming' : '';
  if (framed !== undefined)
    return (
      <div className={coming}>
        <Parts>
          <Framed id={framed} />
        </Parts>
      </div>
    );
  return (
    <BehindRules value={layBehind}>
      <div className={`place ${coming}`} tabIndex={-1} ref={place} inert={rules !== undefined}>
        {page === PAGES.signedIn ? (
          <Parts>
            <SignedIn />
          </Parts>
        ) : brought !== undefined ? (
          <Parts>
            <Arrival brought={brought} goOn={() => setBrought(undefined)} />
          </Parts>
        ) : (
          <PlayerProvider Gate={Gate}>
            {match === undefined ? (
              <>
                {isTable === undefined && page !== PAGES.device && <Header />}
                <ErrorBoundary key={page}>
                  <Parts>{isLost ? <Lost /> : <Page />}</Parts>
                </ErrorBoundary>
              </>
            ) : (
              <ErrorBoundary key={match.id}>
                <OneMatch {...match} />
              </ErrorBoundary>
            )}
          </PlayerProvider>
        )}
      </div>
      {rules && !isComing && <RulesLayer name={rules.name} anchor={rules.anchor} behind={behind} />}
    </BehindRules>
  );
}

/** A person who follows a link by keyboard, or with a screen reader, goes on at the top of the new page. */
function useFreshPlace(shown: string) {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(shown);
  // Before the next key, which is meant for the new page.
  useLayoutEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    place.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [shown]);
  return place;
}

/** A wide screen shows the ways to all pages in a line, a narrow one in a menu. */
function Header() {
  const { texts } = useLanguage();
  const { session } = usePlayer();
  return (
    <header className="top">
      <Link to={PAGES.home} className="brand">
        {texts.title}
      </Link>
      <span className="who">{texts.youAre(session.name)}</span>
      <nav className="wide-only" aria-label={texts.menu}>
        <Ways />
      </nav>
      <nav className="narrow-only" aria-label={texts.menu}>
        <Menu label={texts.menu} sign="☰">
          <Ways />
        </Menu>
      </nav>
    </header>
  );
}

function Ways() {
  const { texts } = useLanguage();
  const ways = [
    [PAGES.learn, texts.learn],
    [rulesHref(FIRST_BOOK), texts.rules],
    [PAGES.temples, texts.temples],
    [PAGES.best, texts.best],
    [PAGES.me, texts.you],
    [PAGES.about, texts.about],
  ] as const;
  return (
    <>
      {ways.map(([href, name]) => (
        <Way key={href} to={href} look="quiet" text={name} />
      ))}
      <LanguageSwitch />
    </>
  );
}

/** There is no page at this address. */
function Lost() {
  const { texts } = useLanguage();
  useTitle(texts.lost);
  return (
    <main className="page card">
      <h1>{texts.lost}</h1>
      <p>{texts.lostAbout}</p>
      <Way to={PAGES.home} text={texts.home} />
    </main>
  );
}

/** Catches mistakes of the page itself, until the person goes to another page. Only a class can do that in React. */
class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <Apology /> : this.props.children;
  }
}

function Apology() {
  const { texts } = useLanguage();
  return (
    <div role="alert" className="problem">
      <p>{texts.failed}</p>
      <Button onClick={() => location.reload()} text={texts.reload} />
    </div>
  );
}

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no element with the id root');
// The policy of the page forbids the code that zod would make of its schemas.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
noteMissingSheets();
pressOnce();
keepFocus();
createRoot(root).render(<App />);
// The letters wait as long again as the page took, so that on a slow line all that it asks for comes first.
addEventListener('load', () => setTimeout(() => void comes(() => import('./ui/fonts.css')), performance.now()));
// What keeps the page for when the network is gone is asked for last.
const RESTS_MS = 4000;
const keep = () =>
  void comes(async () => (await import('./offline/Offline.tsx')).keepPage).then((keepPage) => keepPage());
if (framedIn(location.pathname) === undefined) addEventListener('load', () => setTimeout(keep, RESTS_MS));
