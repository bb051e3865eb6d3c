import { PAGES } from '@flower-war/protocol/pages';
import { LanguageSwitch, useLanguage } from './app/language.tsx';
import { Link } from './app/navigation.tsx';
import { usePlayer } from './app/player.tsx';
import { FIRST_BOOK, rulesHref } from './app/route.ts';

export function Header() {
  const { texts } = useLanguage();
  const { session } = usePlayer();
  return (
    <header className="top">
      <Link to={PAGES.home} className="brand">
        {texts.title}
      </Link>
      <span className="who">{texts.youAre(session.name)}</span>
      <nav>
        <Link to={rulesHref(FIRST_BOOK)} className="button quiet">
          {texts.rules}
        </Link>
        <LanguageSwitch />
      </nav>
    </header>
  );
}
