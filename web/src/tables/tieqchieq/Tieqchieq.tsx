import { useTexts } from '../../app/language.tsx';
import { useRoving } from '../useRoving.ts';
import { Coins } from './Coins.tsx';
import { Edge } from './Edge.tsx';
import { SQUARES } from './layout.ts';
import { Path } from './Path.tsx';
import { SquareButton } from './SquareButton.tsx';
import { WALK_TEXTS } from './texts.ts';
import { otherSide, type WalkProps } from './walkView.ts';
import './tieqchieq.css';

/** The board, with the viewer's side below. It is one stop of the tab key; arrows go on along the way. */
export function Tieqchieq(props: WalkProps) {
  const texts = useTexts(WALK_TEXTS);
  const board = useRoving<HTMLElement>();
  const near = props.seat ?? 0;
  return (
    <section className="walk" ref={board} aria-label={texts.board}>
      <Path near={near} />
      <Edge {...props} near={near} side={otherSide(near)} />
      <Edge {...props} near={near} side={near} />
      {SQUARES.map((square) => (
        <SquareButton key={`${square.row} ${square.column}`} {...props} near={near} square={square} />
      ))}
      <Coins {...props} near={near} />
    </section>
  );
}
