import { useLanguage, useTexts } from '../../app/language.tsx';
import { thingState } from '../thingState.ts';
import { placeLabel, sideOn } from './about.ts';
import { pickAt, type Square } from './layout.ts';
import { Mark } from './Mark.tsx';
import { paintOn } from './marks.ts';
import { Token } from './Token.tsx';
import { WALK_TEXTS } from './texts.ts';
import { otherSide, type WalkProps } from './walkView.ts';

interface Props extends WalkProps {
  readonly near: number;
  readonly square: Square;
}

/** A square as a button: its number on the viewer's way, what is painted on it, and the token that stands there. */
export function SquareButton({ square, near, view, ...table }: Props) {
  const { words } = useLanguage();
  const texts = useTexts(WALK_TEXTS);
  const { row, column } = square;
  const isNear = square.near !== undefined;
  const place = { side: isNear ? near : otherSide(near), number: square.near ?? square.far ?? 0 };
  const pick = pickAt(near, place.side, place.number);
  const paint = paintOn(view.board, place.side, place.number);
  const there = sideOn(view, place);
  const label = placeLabel(view, place, { words, speech: table.speech });
  const land = paint.landOf === undefined ? '' : ` land${paint.landOf}`;
  return (
    <button
      type="button"
      className={`square${land}${thingState(table, pick)}`}
      style={{ gridRow: String(row), gridColumn: String(column) }}
      data-at={pick}
      aria-label={table.things.has(pick) ? `${label}, ${texts.open}` : label}
      aria-pressed={table.chosen === pick}
      onClick={() => table.choose(pick)}
    >
      <span className="number" data-letter={place.number} />
      {isNear && square.far !== undefined && (
        <span className={`number other side${otherSide(near)}`} data-letter={square.far} />
      )}
      <Mark paint={paint} />
      {there !== undefined && <Token side={there} name={table.speech.name(there)} at={`token:${pick}`} />}
    </button>
  );
}
