import type { LiveMatch } from '@flower-war/client';
import { useLanguage } from '../../app/language.tsx';

interface Props {
  readonly live: LiveMatch;
  readonly game: string;
  /** The habits that the player keeps now. */
  readonly kept: readonly string[];
}

/** Which questions the match answers for the player. */
export function Habits({ live, game, kept }: Props) {
  const { words, texts } = useLanguage();
  const all = words.habits(game);
  if (all.length === 0) return null;
  const switched = (name: string) => (kept.includes(name) ? kept.filter((one) => one !== name) : [...kept, name]);
  return (
    <fieldset className="habits">
      <legend>{texts.match.habits}</legend>
      {all.map(({ name, about }) => (
        <label key={name}>
          <input type="checkbox" checked={kept.includes(name)} onChange={() => void live.keep(switched(name))} />
          {about}
        </label>
      ))}
    </fieldset>
  );
}
