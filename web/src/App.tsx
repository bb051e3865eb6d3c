import { PAGES } from '@flower-war/protocol/pages';
import { Component, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { LanguageProvider, LanguageSwitch, useLanguage, useTitle } from './app/language.tsx';
import { type Behind, BehindRules, FIRST_BOOK, Link, type Route, rulesHref, useRoute } from './app/navigation.tsx';
import { PlayerProvider, usePlayer } from './app/player.tsx';
import { MatchPage } from './match/MatchPage.tsx';
import { PAGE_AT } from './pages.tsx';
import { RulesLayer } from './rules/RulesLayer.tsx';
import { Menu } from './ui/Menu.tsx';

/** Most people never hang a match on a wall. */
const Wall = lazy(async () => ({ default: (await import('./wall/Wall.tsx')).Wall }));

export function App() {
  return (
    <LanguageProvider>
      <Mishap>
        <Pages />
      </Mishap>
    </LanguageProvider>
  );
}

type Opened = NonNullable<Route['match']>;

function OneMatch({ id, code, wall }: Opened) {
  const { texts } = useLanguage();
  if (wall === undefined) return <MatchPage id={id} code={code} />;
  return (
    <Suspense fallback={<p className="wait">{texts.loading}</p>}>
      <Wall id={id} code={code} />
    </Suspense>
  );
}

/** The rules lie above the page, and can be read before the player is known. */
function Pages() {
  const { page, isLost, match, rules } = useRoute();
  const { texts } = useLanguage();
  const Page = PAGE_AT[page];
  const place = useFreshPlace(match?.id ?? page);
  const [behind, layBehind] = useState<Behind>();
  return (
    <BehindRules value={layBehind}>
      <div className="place" tabIndex={-1} ref={place} inert={rules !== undefined}>
        <PlayerProvider>
          {match === undefined ? (
            <>
              <Header />
              <Suspense fallback={<p className="wait">{texts.loading}</p>}>{isLost ? <Lost /> : <Page />}</Suspense>
            </>
          ) : (
            <OneMatch key={match.id} {...match} />
          )}
        </PlayerProvider>
      </div>
      {rules && <RulesLayer name={rules.name} anchor={rules.anchor} behind={behind} />}
    </BehindRules>
  );
}

/** A person who follows a link by keyboard, or with a screen reader, goes on at the top of the new page. */
function useFreshPlace(shown: string) {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(shown);
  useEffect(() => {
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
    [rulesHref(FIRST_BOOK), texts.rules],
    [PAGES.temples, texts.temples],
    [PAGES.best, texts.best],
    [PAGES.me, texts.you],
    [PAGES.about, texts.about],
  ] as const;
  return (
    <>
      {ways.map(([href, name]) => (
        <Link key={href} to={href} className="button quiet">
          {name}
        </Link>
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
      <Link to={PAGES.home} className="button">
        {texts.home}
      </Link>
    </main>
  );
}

interface MishapProps {
  readonly children: ReactNode;
}

/** Catches mistakes of the page itself. Only a class can do that in React. */
class Mishap extends Component<MishapProps, { readonly hasFailed: boolean }> {
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
      <button type="button" onClick={() => location.reload()}>
        {texts.reload}
      </button>
    </div>
  );
}
