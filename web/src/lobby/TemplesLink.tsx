import { PAGES } from '@flower-war/protocol/pages';
import { useTexts } from '../app/language.tsx';
import { Link } from '../app/navigation.tsx';

const TEXTS = {
  en: 'Temples: drop beads for your offerings',
  es: 'Templos: echa cuentas para tus ofrendas',
};

/** The way to one's temples. */
export function TemplesLink() {
  return (
    <p>
      <Link to={PAGES.temples}>{useTexts(TEXTS)}</Link>
    </p>
  );
}
