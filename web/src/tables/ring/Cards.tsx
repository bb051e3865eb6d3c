import { useLanguage } from '../../app/language.tsx';
import { CardList } from '../cards/CardList.tsx';
import { omenCard } from './about.ts';
import type { RingProps } from './ringProps.ts';
import { isFlower, type RingView } from './ringView.ts';

/** The cards that the viewer holds or sees, in sentences, and the omens that change the rules now. */
export function RingCards(props: RingProps) {
  const { words } = useLanguage();
  const { view } = props;
  const { ring } = words.screen;
  const lists = [
    [ring.played, view.card === '' ? [] : [view.card]],
    [ring.toDeal, view.looked],
    [ring.yourCards, view.hand],
    [ring.yourEvents, view.pending],
    [ring.omens, omensIn(view)],
  ] as const;
  const shown = lists.filter(([, ids]) => ids.length > 0);
  return (
    <>
      {shown.length === 0 && <p className="none">{ring.noCards}</p>}
      {shown.map(([title, ids]) => (
        <CardList key={title} title={title} ids={ids} {...props} />
      ))}
    </>
  );
}

const omensIn = (view: RingView): readonly string[] => (isFlower(view) ? view.omens.map(omenCard) : []);
