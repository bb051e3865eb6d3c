import { PAGES } from '@flower-war/protocol/pages';
import { LanguageSwitch, useLanguage } from './app/language.tsx';
import { Link } from './app/navigation.tsx';
import { usePlayer } from './app/player.tsx';
import { FIRST_BOOK, rulesHref } from './app/route.ts';
import { Menu } from './ui/Menu.tsx';

/** A wide screen shows the ways to all pages in a line, a narrow one in a menu. */
export function Header() {
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
