import type { Words } from '@flower-war/words';
import { type Language, useLanguage } from '../../../app/language.tsx';
import { endingLine } from '../about.ts';
import { Battle } from './Battle.tsx';
import type { RingProps } from '../ringProps.ts';
import { isFlower, type RingView } from '../ringView.ts';

/** The city in the lake: the temple with its two gods, the stocks, and the end of the world; or a battle. */
export function Middle(props: RingProps) {
  const language = useLanguage();
  const { view, speech } = props;
  const { ring } = language.words.screen;
  if (view.tribes.length === 0) return <div className="middle" />;
  return (
    <div className="middle" data-at="middle">
      <p className="round">{roundLine(view, language.words)}</p>
      {view.battle.on ? <Battle {...props} /> : <Temple {...props} />}
      <p data-at="pool">{ring.stock(view.pool, view.out)}</p>
      <p>{decksLine(view, language)}</p>
      <p className="ending">{endingLine(view, { ...language, speech })}</p>
    </div>
  );
}

function roundLine(view: RingView, { screen: { ring } }: Words): string {
  const round = ring.round(view.round, view.roundCap);
  return isFlower(view) ? `${round} · ${ring.modes[view.mode]}` : round;
}

function decksLine(view: RingView, { words }: Pick<Language, 'words'>): string {
  const { decks, deck } = words.screen.ring;
  const day = isFlower(view) ? '' : ` · ${deck.day} ${view.dayDeck}`;
  return `${decks}: ${deck.war} ${view.warDeck} · ${deck.rain} ${view.rainDeck}${day}`;
}

/** The pyramid with a shrine for each god. A shrine can be tapped: offerings go there. */
function Temple({ view, things, chosen, choose }: RingProps) {
  const { words } = useLanguage();
  const { ring } = words.screen;
  const gods = [
    ['war', ring.war, view.warTally],
    ['rain', ring.rain, view.rainTally],
  ] as const;
  return (
    <div className="temple">
      <svg viewBox="0 0 120 50" aria-hidden="true">
        <path className="steps" d="M4 50h112l-10-12H14zM18 37h84l-9-11H27zM31 25h58l-7-10H38z" />
        <path className="stairs" d="M50 15h20l4 35H46z" />
        <path className="shrine war" d="M38 15V5l8-4 8 4v10z" />
        <path className="shrine rain" d="M66 15V5l8-4 8 4v10z" />
      </svg>
      <div className="gods">
        {gods.map(([god, name, tally]) => {
          const pick = `god:${god}` as const;
          const state = `${things.has(pick) ? ' open' : ''}${chosen === pick ? ' chosen' : ''}`;
          return (
            <button
              key={god}
              type="button"
              className={`god ${god}${state}`}
              data-at={pick}
              aria-pressed={chosen === pick}
              onClick={() => choose(pick)}
            >
              {name} <b>{tally}</b>
            </button>
          );
        })}
      </div>
    </div>
  );
}
