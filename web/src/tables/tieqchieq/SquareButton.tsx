import { useLanguage, useTexts } from '../../app/language.tsx';
import { thingState } from '../aboutThing.ts';
import { placeLabel, sideOn, WALK_TEXTS } from './about.ts';
import { otherSide, pickAt, type Square, type WalkProps } from './layout.ts';
import { type Paint, paintOn } from './marks.ts';

interface SquareButtonProps extends WalkProps {
  readonly near: number;
  readonly square: Square;
}

/** A square as a button: its number on the viewer's way, what is painted on it, and the token that stands there. */
export function SquareButton({ square, near, view, ...table }: SquareButtonProps) {
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

/** What is painted on a square, drawn by our own hand. */
function Mark({ paint: { mark, markOf } }: { readonly paint: Paint }) {
  if (mark === undefined) return null;
  return (
    <svg
      className={`mark ${mark}${markOf === undefined ? '' : ` side${markOf}`}`}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={SHAPES[mark]} />
    </svg>
  );
}

const SHAPES = {
  plus: 'M9 3h6v6h6v6h-6v6H9v-6H3V9h6z',
  ring: 'M12 3a9 9 0 1 0 .1 0M12 8a4 4 0 1 0 .1 0',
  sun: 'M12 7a5 5 0 1 0 .1 0M12 1v4M12 19v4M1 12h4M19 12h4M4.2 4.2l2.9 2.9M16.9 16.9l2.9 2.9M19.8 4.2l-2.9 2.9M7.1 16.9l-2.9 2.9',
} as const;

interface TokenProps {
  readonly side: number;
  readonly name: string;
  /** What the animations call it. */
  readonly at?: string;
}

/** A token, by its colour, its form and its letter. */
export function Token({ side, name, at }: TokenProps) {
  return <i className={`token side${side}`} data-letter={name.slice(0, 1)} data-at={at} aria-hidden="true" />;
}
