import { useLanguage, useTexts } from '../../app/language.tsx';
import { thingState } from '../aboutThing.ts';
import { AZTECS_TEXTS, cardLabel } from './about.ts';
import { type AztecsProps, CARD_SIGNS, type City, lookOf } from './aztecsView.ts';

interface CityCardsProps extends AztecsProps {
  /** The seat whose city it is. */
  readonly city: number;
}

/** A city: who it is, what it knows of this round, and its open cards. The viewer's own one shows the pile that is held. */
export function CityCards(props: CityCardsProps) {
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

interface CityProps extends CityCardsProps {
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

interface StackProps extends CityCardsProps {
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

interface ChipProps extends Pick<AztecsProps, 'speech' | 'things' | 'chosen' | 'choose'> {
  readonly card: string;
  /** Where the card lies, if not in the open. */
  readonly where: string;
  readonly isCovered?: boolean;
  readonly isChosen?: boolean;
  /** Shows the time of the card, too. */
  readonly isTimed?: boolean;
}

/** A small card as a button: its sign, the letter and the pattern of its colour, and its points. */
function Chip({ card, where, isCovered = false, isChosen = false, isTimed = false, ...table }: ChipProps) {
  const { words } = useLanguage();
  const texts = useTexts(AZTECS_TEXTS);
  const pick = `card:${card}` as const;
  const { colour, sign, points } = lookOf(card, table.speech.cards);
  const label = cardLabel(card, where, { words, speech: table.speech });
  const state = `${isCovered ? ' covered' : ''}${isChosen ? ' mine' : ''}${thingState(table, pick)}`;
  return (
    <button
      type="button"
      className={`chip of${colour}${state}`}
      data-at={pick}
      aria-label={table.things.has(pick) ? `${label}, ${texts.open}` : label}
      aria-pressed={table.chosen === pick}
      onClick={() => table.choose(pick)}
    >
      <svg className="glyph" viewBox="0 0 24 24" aria-hidden="true">
        <path d={CARD_SIGNS[sign] ?? CARD_SIGNS['aztec'] ?? ''} />
      </svg>
      {isTimed && <span className="hour" data-letter={table.speech.cards.get(card)?.timing} />}
      <span className="letter" data-letter={colour === 'X' ? card : colour} />
      {points > 0 && <span className="points" data-letter={points} />}
    </button>
  );
}
