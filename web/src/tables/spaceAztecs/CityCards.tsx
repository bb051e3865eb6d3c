import { useLanguage, useTexts } from '../../app/language.tsx';
import type { AztecsProps, City } from './aztecsView.ts';
import { Chip } from './Chip.tsx';
import { AZTECS_TEXTS } from './texts.ts';

interface Props extends AztecsProps {
  /** The seat whose city it is. */
  readonly city: number;
}

/** A city: who it is, what it knows of this round, and its open cards. The viewer's own one shows the pile that is held. */
export function CityCards(props: Props) {
  const { words } = useLanguage();
  const texts = useTexts(AZTECS_TEXTS);
  const { view, city: seat, speech } = props;
  const city = view.cities[seat];
  if (city === undefined) return null;
  const { hasLeft, columns } = words.screen.spaceAztecs;
  const isAsked = view.phase !== 'over' && view.phase !== 'choosing' && view.turn === seat;
  return (
    <section className={`city${isAsked ? ' asked' : ''}`} aria-label={speech.name(seat)}>
      <h3 data-at={`city:${seat}`}>
        <i className="citysign" data-letter={seat + 1} aria-hidden="true" />
        <span>{speech.name(seat)}</span>
        {view.starter === seat && (
          <svg
            className="starter"
            data-at={`starter:${seat}`}
            viewBox="0 0 24 24"
            role="img"
            aria-label={texts.starter}
          >
            <path d="M12 7a5 5 0 1 0 .1 0M12 1v4M12 19v4M1 12h4M19 12h4M4.2 4.2l2.9 2.9M16.9 16.9l2.9 2.9M19.8 4.2l-2.9 2.9M7.1 16.9l-2.9 2.9" />
          </svg>
        )}
        {!city.here && <small>{hasLeft}</small>}
        {city.pile > 0 && <small>{texts.holds(city.pile)}</small>}
        {city.time !== '' && <b className="clock">{city.time}</b>}
        <small className="score">
          {columns.score} <b>{city.score}</b>
        </small>
      </h3>
      <Held {...props} own={city} />
      <OpenCards {...props} own={city} />
    </section>
  );
}

interface CityProps extends Props {
  readonly own: City;
}

/** The cards that the viewer looks at, and the one that is chosen. */
function Held({ own, ...props }: CityProps) {
  const texts = useTexts(AZTECS_TEXTS);
  const { view, seat, city } = props;
  const cards = seat === city ? (view.piles[own.pile - 1]?.cards ?? []) : [];
  if (cards.length === 0) return null;
  return (
    <p className="chips held">
      {cards.map((card) => (
        <Chip
          key={card}
          {...props}
          card={card}
          where={card === view.chosen ? texts.chosen : texts.inPile}
          isChosen={card === view.chosen}
          isTimed
        />
      ))}
    </p>
  );
}

function OpenCards({ own, ...props }: CityProps) {
  const texts = useTexts(AZTECS_TEXTS);
  const { view, city, speech } = props;
  const title = (id: string) => speech.cards.get(id)?.title ?? id;
  const isRevealing = view.phase === 'hiding' && view.turn === city;
  const { visible, codices, temples, saucers } = own;
  if (!isRevealing && visible.length + codices.length + temples.length + saucers.length === 0)
    return <p className="none">{texts.empty}</p>;
  return (
    <div className="chips">
      {isRevealing && <Chip {...props} card={view.card} where={texts.revealed} isChosen isTimed />}
      {byColour(visible).map((card) => (
        <Chip key={card} {...props} card={card} where="" />
      ))}
      {temples.map(({ card, aztecs }) => (
        <Stack key={card} {...props} card={card} inside={aztecs} where={texts.under(title(card))} />
      ))}
      {saucers.map(({ card, captured }) => (
        <Stack key={card} {...props} card={card} inside={captured} where={texts.captured(title(card))} />
      ))}
      {codices.map((card) => (
        <Chip key={card} {...props} card={card} where="" />
      ))}
    </div>
  );
}

const COLOURS = 'PYBG';

const byColour = (cards: readonly string[]): readonly string[] =>
  cards.toSorted((one, other) => COLOURS.indexOf(one.charAt(0)) - COLOURS.indexOf(other.charAt(0)));

interface StackProps extends Props {
  readonly card: string;
  readonly inside: readonly string[];
  readonly where: string;
}

/** A temple or a saucer, with the Aztecs that it covers. */
function Stack({ card, inside, where, ...props }: StackProps) {
  return (
    <span className="stack">
      <Chip {...props} card={card} where="" />
      {inside.map((aztec) => (
        <Chip key={aztec} {...props} card={aztec} where={where} isCovered />
      ))}
    </span>
  );
}
