import { useLanguage, useTexts } from '../../app/language.tsx';
import { thingState } from '../thingState.ts';
import { placeLabel } from './about.ts';
import { pickAt } from './layout.ts';
import { Token } from './Token.tsx';
import { WALK_TEXTS } from './texts.ts';
import { HOME, RESERVE, tokensAt, type WalkProps } from './walkView.ts';

interface Props extends WalkProps {
  readonly near: number;
  readonly side: number;
}

/** The reserve of a side, where its way begins, and its goal. */
export function Edge(props: Props) {
  const isNear = props.side === props.near;
  return (
    <>
      <Tray {...props} number={RESERVE} className={isNear ? 'tray near start' : 'tray far start'} />
      <Tray {...props} number={HOME} className={isNear ? 'tray near goal' : 'tray far goal'} />
    </>
  );
}

interface TrayProps extends Props {
  readonly number: number;
  readonly className: string;
}

function Tray({ number, className, side, near, view, ...table }: TrayProps) {
  const { words } = useLanguage();
  const texts = useTexts(WALK_TEXTS);
  const { home, reserve } = words.screen.tieqchieq;
  const pick = pickAt(near, side, number);
  const label = placeLabel(view, { side, number }, { words, speech: table.speech });
  const count = tokensAt(view, side, number);
  return (
    <button
      type="button"
      className={`${className} land${side}${thingState(table, pick)}`}
      data-at={pick}
      aria-label={table.things.has(pick) ? `${label}, ${texts.open}` : label}
      aria-pressed={table.chosen === pick}
      onClick={() => table.choose(pick)}
    >
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
    </button>
  );
}
