import { useLanguage, useTexts } from '../app/language.tsx';
import { type Hosted, presetOptions } from './draft.ts';
import { NEW } from './texts.ts';

interface Props {
  readonly game: Hosted;
  readonly preset: string;
}

/** An edition in sentences: what it does in another way than the first one. */
export function Differences({ game, preset }: Props) {
  const { words } = useLanguage();
  const { differs, usual } = useTexts(NEW);
  const options = Object.entries(presetOptions(game, preset));
  if (options.length === 0) return <p>{usual}</p>;
  return (
    <div>
      <p>{differs}</p>
      <ul className="sentences">
        {options.map(([name, value]) => (
          <li key={name}>{words.option(game.id, name, value).value}</li>
        ))}
      </ul>
    </div>
  );
}
