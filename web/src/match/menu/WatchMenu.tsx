import { useLanguage } from '../../app/language.tsx';
import { Manners } from './Manners.tsx';

/** What a person who only looks may choose. */
export function WatchMenu() {
  const { texts } = useLanguage();
  return (
    <details className="menu">
      <summary aria-label={texts.match.menu}>⋯</summary>
      <div>
        <Manners isPlaying={false} />
      </div>
    </details>
  );
}
