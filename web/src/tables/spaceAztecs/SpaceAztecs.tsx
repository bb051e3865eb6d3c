import { useLanguage, useTexts } from '../../app/language.tsx';
import { CardList } from '../cards/CardList.tsx';
import { thingState } from '../aboutThing.ts';
import { useRoving } from '../useRoving.ts';
import { CityCards } from './CityCards.tsx';
import { AZTECS_TEXTS, leftIn, pileLabel, placeName } from './about.ts';
import { type AztecsProps, citiesFrom, holderOf, PLACE_SIGNS } from './aztecsView.ts';
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
  const { words } = useLanguage();
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
  const { words } = useLanguage();
  const texts = useTexts(AZTECS_TEXTS);
  const pick = `pile:${pile}` as const;
  const size = view.piles[pile - 1]?.size ?? 0;
  const holder = holderOf(view, pile);
  const [row, column] = CELLS[pile - 1] ?? [];
  const label = pileLabel(view, pile, { words, speech: table.speech });
  return (
    <button
      type="button"
      className={`heap${size === 0 ? ' none' : ''}${holder === undefined ? '' : ' held'}${thingState(table, pick)}`}
      style={{ gridRow: String(row), gridColumn: String(column) }}
      data-at={pick}
      aria-label={table.things.has(pick) ? `${label}, ${texts.open}` : label}
      aria-pressed={table.chosen === pick}
      onClick={() => table.choose(pick)}
    >
      <svg className="glyph" viewBox="0 0 24 24" aria-hidden="true">
        <path d={PLACE_SIGNS[pile - 1] ?? ''} />
      </svg>
      <span className="name">
        {pile} {placeName(view, pile, { words })}
      </span>
      <span className="deck">
        <i className="back" aria-hidden="true" />
        <span data-letter={size} />
        {holder !== undefined && <i className="citysign" data-letter={holder + 1} />}
      </span>
    </button>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour * 15);

/** A face with an hour for each ray, and the shadow of its hand. */
function Sundial() {
  return (
    <svg className="sundial" viewBox="0 0 200 200" aria-hidden="true">
      <circle className="face" cx="100" cy="100" r="94" />
      {HOURS.map((angle) => (
        <path key={angle} className="hour" d="M100 10v8" transform={`rotate(${angle} 100 100)`} />
      ))}
      <circle className="inner" cx="100" cy="100" r="42" />
      <path className="shadow" d="M100 100L126 34l6 4z" />
    </svg>
  );
}

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
