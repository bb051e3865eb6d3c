import { PAGES } from '@flower-war/protocol/pages';
import { useLanguage, useTitle } from './language.tsx';
import { Link } from './navigation.tsx';

/** There is no page at this address. */
export function Lost() {
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
