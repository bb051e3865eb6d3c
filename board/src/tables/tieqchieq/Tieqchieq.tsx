import { useTexts, useWords } from '../../language.tsx';
import { Art } from '../../art/Art.tsx';
import { Token } from '../pieces.tsx';
import { ThingButton, useRoving } from '../thingButtons.tsx';
import { WALK_TEXTS } from '../texts.ts';
import {
  COLUMNS,
  coinsLabel,
  HOME,
  otherSide,
  type Paint,
  paintOn,
  pickAt,
  placeLabel,
  RESERVE,
  ROWS,
  SQUARES,
  type Square,
  sideOn,
  tokensAt,
  type WalkProps,
} from './walkView.ts';
import './tieqchieq.css';

/** The board, with the viewer's side below. It is one stop of the tab key; arrows go on along the way. */
export function Tieqchieq(props: WalkProps) {
  const texts = useTexts(WALK_TEXTS);
  const board = useRoving<HTMLElement>();
  const near = props.seat ?? 0;
  return (
    <>
      <section className="walk" ref={board} aria-label={texts.board}>
        <Path near={near} />
        <Edge {...props} near={near} side={otherSide(near)} />
        <Edge {...props} near={near} side={near} />
        {SQUARES.map((square) => (
          <SquareButton key={`${square.row} ${square.column}`} {...props} near={near} square={square} />
        ))}
        <Coins {...props} near={near} />
        <Arrows near={near} />
      </section>
      <ul className="walk-signs">
        {SIGNS.map((sign) => (
          <li key={sign}>
            <Art of={`walk#${sign}`} className={`mark side${near}`} /> {texts.signs[sign]}
          </li>
        ))}
      </ul>
    </>
  );
}

/** What is painted on squares; its meaning stands below the board. */
const SIGNS = ['plus', 'ring', 'sun'] as const;

const COINS = [1, 2, 3, 4];

/** The four coins, on the side of the player who tosses. */
function Coins({ view, near, ...table }: WalkProps & { readonly near: number }) {
  const words = useWords();
  const { turn, roll, phase } = view;
  if (phase === 'over') return null;
  return (
    <ThingButton
      table={table}
      pick="verb:toss"
      className={`coins ${turn === near ? 'near' : 'far'} side${turn}`}
      label={coinsLabel(view, { words })}
    >
      {COINS.map((coin) => (
        <Art key={coin} of={coin <= roll ? 'walk#heads' : 'walk#tails'} className="coin" data-at={`coin:${coin}`} />
      ))}
      {phase === 'acting' && <b className={`tossed side${turn}`} data-letter={roll} />}
    </ThingButton>
  );
}

interface EdgeProps extends WalkProps {
  readonly near: number;
  readonly side: number;
}

/** The reserve of a side, where its way begins, and its goal. */
function Edge(props: EdgeProps) {
  const isNear = props.side === props.near;
  return (
    <>
      <Tray {...props} number={RESERVE} className={isNear ? 'tray near start' : 'tray far start'} />
      <Tray {...props} number={HOME} className={isNear ? 'tray near goal' : 'tray far goal'} />
    </>
  );
}

interface TrayProps extends EdgeProps {
  readonly number: number;
  readonly className: string;
}

function Tray({ number, className, side, near, view, ...table }: TrayProps) {
  const words = useWords();
  const { home, reserve } = words.screen.tieqchieq;
  const pick = pickAt(near, side, number);
  const label = placeLabel(view, { side, number }, { words, speech: table.speech });
  const count = tokensAt(view, side, number);
  return (
    <ThingButton table={table} pick={pick} className={`${className} land${side}`} label={label}>
      <span className="name">{number === HOME ? home : reserve}</span>
      <span className="tokens">
        {Array.from({ length: count }, (_, index) => (
          <Token
            // biome-ignore lint/suspicious/noArrayIndexKey: tokens are all the same
            key={index}
            side={side}
            name={table.speech.name(side)}
            {...(index === count - 1 && { at: `token:${pick}` })}
          />
        ))}
      </span>
    </ThingButton>
  );
}

const CELL = 100;

/** What lies under the squares: the ways of both sides, and where they lead. */
function Path({ near }: { readonly near: number }) {
  const [width, height] = [COLUMNS * CELL, ROWS * CELL];
  return (
    <svg className="ways" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <rect className="mat" width={width} height={height} rx="24" />
      <path className="lane" d="M20 250H680" />
      <path className={`way side${near}`} d={WAY} />
      <path className={`way side${1 - near}`} d={WAY} transform={`rotate(180 ${width / 2} ${height / 2})`} />
    </svg>
  );
}

/** From the reserve below on the left, along the lane a little below its middle, and to the goal below on the right. */
const WAY = 'M350 420V350H50V262H650V350H450V420m-14 -18l14 18l14 -18';

/** Above the squares: from each square of a way to the next, and to the goal. */
function Arrows({ near }: { readonly near: number }) {
  const [width, height] = [COLUMNS * CELL, ROWS * CELL];
  return (
    <svg className="arrows" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {[near, otherSide(near)].map((side, place) => (
        <g key={side} className={`side${side}`} transform={`rotate(${place * 180} ${width / 2} ${height / 2})`}>
          {TURNS.map(([x, y, turn]) => (
            <path key={`${x} ${y}`} d="M-9 -11L11 0L-9 11Z" transform={`translate(${x} ${y}) rotate(${turn})`} />
          ))}
        </g>
      ))}
    </svg>
  );
}

/** Where the way goes from one square to the next, and in which direction. */
const TURNS: readonly (readonly [x: number, y: number, degrees: number])[] = [
  [350, 400, -90],
  ...[300, 200, 100].map((x) => [x, 360, 180] as const),
  [50, 300, -90],
  ...[100, 200, 300, 400, 500, 600].map((x) => [x, 268, 0] as const),
  [650, 300, 90],
  ...[600, 500].map((x) => [x, 360, 180] as const),
  [450, 400, 90],
];

interface SquareButtonProps extends WalkProps {
  readonly near: number;
  readonly square: Square;
}

/** A square as a button: its number on the viewer's way, what is painted on it, and the token that stands there. */
function SquareButton({ square, near, view, ...table }: SquareButtonProps) {
  const words = useWords();
  const { row, column } = square;
  const isNear = square.near !== undefined;
  const place = { side: isNear ? near : otherSide(near), number: square.near ?? square.far ?? 0 };
  const pick = pickAt(near, place.side, place.number);
  const paint = paintOn(view.board, place.side, place.number);
  const there = sideOn(view, place);
  const land = paint.landOf === undefined ? '' : ` land${paint.landOf}`;
  return (
    <ThingButton
      table={table}
      pick={pick}
      className={`square${land}${there === undefined ? '' : ' stood'}`}
      label={placeLabel(view, place, { words, speech: table.speech })}
      style={{ gridRow: String(row), gridColumn: String(column) }}
    >
      <span className={`number side${place.side}`} data-letter={place.number} />
      {isNear && square.far !== undefined && (
        <span className={`number other side${otherSide(near)}`} data-letter={square.far} />
      )}
      <Mark paint={paint} />
      {there !== undefined && <Token side={there} name={table.speech.name(there)} at={`token:${pick}`} />}
    </ThingButton>
  );
}

/** What is painted on a square. */
function Mark({ paint: { mark, markOf } }: { readonly paint: Paint }) {
  if (mark === undefined) return null;
  return <Art of={`walk#${mark}`} className={`mark${markOf === undefined ? '' : ` side${markOf}`}`} />;
}
