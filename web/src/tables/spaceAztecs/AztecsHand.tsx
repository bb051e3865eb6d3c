import { useLanguage } from '../../app/language.tsx';
import { CardList } from '../cards/CardList.tsx';
import { leftIn, placeName } from './about.ts';
import type { AztecsProps } from './aztecsView.ts';

/** The cards that the viewer looks at, in sentences; and, if the table keeps a log, what lies in the other piles. */
export function AztecsHand(props: AztecsProps) {
  const { words } = useLanguage();
  const { view, speech } = props;
  const { yourChoice, cardsOf } = words.screen.spaceAztecs;
  const held = view.piles.findIndex(({ cards }) => cards.length > 0);
  const cards = view.piles[held]?.cards ?? [];
  const logged = view.log.flatMap((_, index) => {
    const left = leftIn(view, index + 1, { words, speech });
    return left === '' ? [] : [{ pile: index + 1, left }];
  });
  return (
    <>
      {cards.length + logged.length === 0 && <p className="none">{words.screen.ring.noCards}</p>}
      {view.chosen !== '' && <CardList title={yourChoice} ids={[view.chosen]} {...props} />}
      {cards.length > 0 && (
        <CardList title={cardsOf(held + 1)} ids={cards.filter((card) => card !== view.chosen)} {...props} />
      )}
      {logged.map(({ pile, left }) => (
        <section key={pile} className="cards">
          <h3>
            {pile} {placeName(view, pile, { words })}
          </h3>
          <p>{left}</p>
        </section>
      ))}
    </>
  );
}
