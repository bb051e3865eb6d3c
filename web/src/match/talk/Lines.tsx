import type { LiveMatch, TalkLine } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import type { Words } from '@flower-war/words';
import { useLanguage } from '../../app/language.tsx';
import { Link } from '../../app/navigation.tsx';
import { usePlayer } from '../../app/player.tsx';

interface Props {
  readonly lines: readonly TalkLine[];
  readonly live: LiveMatch;
}

/** The newest line stands last, and nearest to where a player answers. */
export function Lines({ lines, live }: Props) {
  const { words, texts } = useLanguage();
  const { session } = usePlayer();
  const others = new Map(
    lines.filter(({ player }) => player !== session.player).map(({ player, name }) => [player, name]),
  );
  return (
    <>
      <ol className="lines" role="log" aria-label={texts.talk.title}>
        {lines.map((line) => (
          <li key={line.n}>
            <Link to={`${PAGES.player}?id=${line.player}`}>{line.name}</Link> {said(line, words)}
          </li>
        ))}
      </ol>
      {lines.length === 0 && <p className="none">{texts.talk.none}</p>}
      {[...others].map(([player, name]) => (
        <button key={player} type="button" className="quiet" onClick={() => live.mute(player)}>
          {texts.talk.mute(name)}
        </button>
      ))}
    </>
  );
}

function said({ text, phrase }: TalkLine, { screen }: Words): string {
  return text ?? (phrase === undefined ? '' : (screen.phrases[phrase] ?? phrase));
}
