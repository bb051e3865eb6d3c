import { useTexts, useWords } from '../../language.tsx';
import { placeOfPile } from '../../moves/cardWords.ts';
import { Art, cardPicture, Piece, placePicture } from '../../art/Art.tsx';
import { CardList, CitySign } from '../pieces.tsx';
import { ThingButton, useRoving } from '../thingButtons.tsx';
import { AZTECS_TEXTS } from '../texts.ts';
import {
  type AztecsProps,
  type City,
  cardLabel,
  citiesFrom,
  holderOf,
  leftIn,
  lookOf,
  pileLabel,
} from './aztecsView.ts';
import './spaceAztecs.css';

/** The piles around the sundial, and the cities, the viewer's own first. Each of these is one stop of the tab key. */
export function SpaceAztecs(props: AztecsProps) {
  const texts = useTexts(AZTECS_TEXTS);
  const cities = useRoving<HTMLElement>();
  return (
    <div className={`aztecs seats${props.view.cities.length}`}>
      <Dial {...props} />
      <section className="cities" ref={cities} aria-label={texts.cities}>
        {citiesFrom(props.view, props.seat).map((city) => (
          <CityCards key={city} {...props} city={city} />
        ))}
      </section>
    </div>
  );
}

/** The eight places around the sundial, and in its middle how far the match has come. */
function Dial(props: AztecsProps) {
  const words = useWords();
  const texts = useTexts(AZTECS_TEXTS);
  const dial = useRoving<HTMLElement>();
  const { view } = props;
  const { round, saucers, removed, colours } = words.screen.spaceAztecs;
  return (
    <section className="dial" ref={dial} aria-label={texts.board}>
      {view.piles.map(({ name }, index) => (
        <Pile key={name} {...props} pile={index + 1} />
      ))}
      <div className="noon">
        <Sundial />
        <b>{round(view.round)}</b>
        <span>{saucers(view.saucers, view.saucerLimit)}</span>
        <small>{removed(view.removed === 'none' ? undefined : colours[view.removed])}</small>
      </div>
    </section>
  );
}

/** Where each pile lies: around the middle, as the hours go, from the upper left on. */
const CELLS = [
  [1, 1],
  [1, 2],
  [1, 3],
  [2, 3],
  [3, 3],
  [3, 2],
  [3, 1],
  [2, 1],
] as const;

function Pile({ pile, view, ...table }: AztecsProps & { readonly pile: number }) {
  const words = useWords();
  const size = view.piles[pile - 1]?.size ?? 0;
  const holder = holderOf(view, pile);
  const [row, column] = CELLS[pile - 1] ?? [];
  return (
    <ThingButton
      table={table}
      pick={`pile:${pile}`}
      className={`heap${size === 0 ? ' none' : ''}${holder === undefined ? '' : ' held'}`}
      label={pileLabel(view, pile, { words, speech: table.speech })}
      style={{ gridRow: String(row), gridColumn: String(column) }}
    >
      <Art of={placePicture(pile)} className="glyph" />
      <span className="name">
        {pile} {placeOfPile(view, pile, words)}
      </span>
      <span className="deck">
        <i className="back" aria-hidden="true" />
        <span data-letter={size} />
        {holder !== undefined && <CitySign seat={holder} />}
      </span>
    </ThingButton>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour * 15);

/** A face with an hour for each ray, and the shadow of its hand. */
function Sundial() {
  return (
    <svg className="art sundial" viewBox="0 0 200 200" aria-hidden="true">
      <circle className="rim" cx="100" cy="100" r="96" />
      {HOURS.map((angle) => (
        <path key={angle} className="hour" d="M100 5v14" transform={`rotate(${angle} 100 100)`} />
      ))}
      <circle className="face" cx="100" cy="100" r="78" />
      <Piece of="ring#sun" x={34} y={34} size={132} />
      <path className="shadow" d="M100 100L134 28l12 7z" />
    </svg>
  );
}

/** The cards that the viewer looks at, in sentences; and, if the table keeps a log, what lies in the other piles. */
export function AztecsHand(props: AztecsProps) {
  const words = useWords();
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
          <h2>
            {pile} {placeOfPile(view, pile, words)}
          </h2>
          <p>{left}</p>
        </section>
      ))}
    </>
  );
}

interface CityCardsProps extends AztecsProps {
  /** The seat whose city it is. */
  readonly city: number;
}

/** A city: who it is, what it knows of this round, and its open cards. The viewer's own one shows the pile that is held. */
function CityCards(props: CityCardsProps) {
  const words = useWords();
  const texts = useTexts(AZTECS_TEXTS);
  const { view, city: seat, speech } = props;
  const city = view.cities[seat];
  if (city === undefined) return null;
  const { hasLeft, columns } = words.screen.spaceAztecs;
  const isAsked = view.phase !== 'over' && view.phase !== 'choosing' && view.turn === seat;
  return (
    <section className={`city${isAsked ? ' asked' : ''}`} aria-label={speech.name(seat)}>
      <h2 data-at={`city:${seat}`}>
        <CitySign seat={seat} />
        <span>{speech.name(seat)}</span>
        {view.starter === seat && (
          <span
            className="starter"
            data-at={`starter:${seat}`}
            role="img"
            aria-label={texts.starter}
            title={texts.starter}
          >
            <Art of="walk#sun" />
          </span>
        )}
        {!city.here && <small>{hasLeft}</small>}
        {city.pile > 0 && <small>{texts.holds(city.pile)}</small>}
        {city.time !== '' && <b className="clock">{city.time}</b>}
        <small className="score">
          {columns.score} <b>{city.score}</b>
        </small>
      </h2>
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
  const words = useWords();
  const { colour, sign, points } = lookOf(card, table.speech.cards);
  const label = cardLabel(card, where, { words, speech: table.speech });
  const state = `${isCovered ? ' covered' : ''}${isChosen ? ' mine' : ''}`;
  return (
    <ThingButton table={table} pick={`card:${card}`} className={`chip of${colour}${state}`} label={label}>
      <Art of={cardPicture(sign)} className="glyph" />
      {isTimed && <span className="hour" data-letter={table.speech.cards.get(card)?.timing} />}
      <span className="letter" data-letter={colour === 'X' ? card : colour} />
      {points > 0 && <span className="points" data-letter={points} />}
    </ThingButton>
  );
}
