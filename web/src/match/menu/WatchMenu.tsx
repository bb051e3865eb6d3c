import { useLanguage } from '../../app/language.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { Manners } from './Manners.tsx';

/** What a person who only looks may choose. */
export function WatchMenu() {
  const { texts } = useLanguage();
  return (
    <Menu label={texts.match.menu} sign="⋯">
      <Manners isPlaying={false} />
    </Menu>
  );
}
