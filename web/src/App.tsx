import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { type Behind, BehindRules } from './app/behind.ts';
import { Lost } from './app/Lost.tsx';
import { LanguageProvider, useLanguage } from './app/language.tsx';
import { Mishap } from './app/Mishap.tsx';
import { useRoute } from './app/navigation.tsx';
import { PlayerProvider } from './app/player.tsx';
import type { Route } from './app/route.ts';
import { Header } from './Header.tsx';
import { MatchPage } from './match/MatchPage.tsx';
import { PAGE_AT } from './pages.tsx';
import { RulesLayer } from './rules/RulesLayer.tsx';

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
