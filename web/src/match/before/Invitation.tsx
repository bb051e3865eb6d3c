import { useLanguage } from '../../app/language.tsx';
import { editionName, goalOf, sitterName } from '../../app/names.ts';
import { MatchHeader } from '../MatchHeader.tsx';
import type { Place, Summary } from '../place.ts';

interface Props {
  readonly summary: Summary;
  readonly choose: (place: Place) => void;
}

/** What a person sees who follows a link to a match that still has a free seat. */
export function Invitation({ summary: { match, game, preset, seats }, choose }: Props) {
  const { words, texts } = useLanguage();
  const taken = seats
    .filter(({ kind }) => kind !== 'free')
    .map((holder) => sitterName(words, holder, { match, seat: holder.seat }));
  return (
    <>
      <MatchHeader preset={preset} />
      <main className="invitation card">
        <h2>{editionName(words, preset)}</h2>
        <p>{goalOf(words, game)}</p>
        <p>
          {words.screen.lobby.places(seats.length - taken.length, seats.length)}
          {taken.length > 0 && ` · ${taken.join(', ')}`}
        </p>
        <button type="button" className="main" onClick={() => choose('join')}>
          {texts.seat.take}
        </button>
        <button type="button" onClick={() => choose('watch')}>
          {texts.seat.watch}
        </button>
      </main>
    </>
  );
}
