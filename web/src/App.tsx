import { Suspense } from 'react';
import { LanguageProvider, useLanguage } from './app/language.tsx';
import { Mishap } from './app/Mishap.tsx';
import { useRoute } from './app/navigation.tsx';
import { PlayerProvider } from './app/player.tsx';
import { Header } from './Header.tsx';
import { MatchPage } from './match/MatchPage.tsx';
import { PAGE_AT } from './pages.tsx';
import { RulesLayer } from './rules/RulesLayer.tsx';

export function App() {
  return (
    <LanguageProvider>
      <Mishap>
        <Pages />
      </Mishap>
    </LanguageProvider>
  );
}

/** The rules lie above the page, and can be read before the player is known. */
function Pages() {
  const { page, match, rules } = useRoute();
  const { texts } = useLanguage();
  const Page = PAGE_AT[page];
  return (
    <>
      <div inert={rules !== undefined}>
        <PlayerProvider>
          {match === undefined ? (
            <>
              <Header />
              <Suspense fallback={<p className="wait">{texts.loading}</p>}>
                <Page />
              </Suspense>
            </>
          ) : (
            <MatchPage key={match.id} id={match.id} code={match.code} />
          )}
        </PlayerProvider>
      </div>
      {rules && <RulesLayer name={rules.name} anchor={rules.anchor} />}
    </>
  );
}
