import { useLanguage, useTexts } from '../../app/language.tsx';
import { thingState } from '../thingState.ts';
import { useRoving } from '../useRoving.ts';
import { pileLabel, placeName } from './about.ts';
import { type AztecsProps, holderOf } from './aztecsView.ts';
import { PLACE_SIGNS } from './signs.ts';
import { AZTECS_TEXTS } from './texts.ts';

/** The eight places around the sundial, and in its middle how far the match has come. */
export function Dial(props: AztecsProps) {
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
