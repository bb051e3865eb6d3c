import type { Words } from '@flower-war/words';
import { type Language, useLanguage } from '../../app/language.tsx';
import { Pawn } from '../SeatSign.tsx';
import { endingLine } from './about.ts';
import { isFlower, type RingProps, type RingView } from './ringView.ts';

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

/** A battle: who fights, the dice, what is added, and the stake. */
function Battle({ view, speech }: RingProps) {
  const { words } = useLanguage();
  const { ring } = words.screen;
  const { attacker, defender, attack, attackBonus, attackKeeps, defence, defenceBonus, defenceKeeps, stake, coin } =
    view.battle;
  const [one, other] = [speech.name(attacker), speech.name(defender)];
  return (
    <section className="battle" aria-label={`${ring.battle}: ${one}${ring.attacks}${other}`}>
      <Side
        name={one}
        tribe={view.tribes[attacker]}
        side="attack"
        dice={attack}
        bonus={attackBonus}
        keeps={attackKeeps}
      />
      <Side
        name={other}
        tribe={view.tribes[defender]}
        side="defence"
        dice={defence}
        bonus={defenceBonus}
        keeps={defenceKeeps}
      />
      {(stake !== 0 || coin !== 'none') && (
        <p>
          {stake !== 0 && ring.stake(signed(stake))} {ring.coins[coin].replace(/^, /, '')}
        </p>
      )}
    </section>
  );
}

interface SideProps {
  readonly side: 'attack' | 'defence';
  readonly name: string;
  readonly tribe: RingProps['view']['tribes'][number] | undefined;
  readonly dice: readonly number[];
  readonly bonus: number;
  readonly keeps: 'high' | 'low';
}

function Side({ side, name, tribe, dice, bonus, keeps }: SideProps) {
  const best = keeps === 'high' ? Math.max(...dice) : Math.min(...dice);
  return (
    <p className="fighter">
      <Pawn tribe={tribe} name={name} /> <span className="name">{name}</span>
      {/* Equal dice may lie beside each other, so that only their place tells them apart. */}
      {dice.map((die, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: dice are never sorted or taken away
        <i key={place} className={`die${die === best ? ' counts' : ''}`} data-at={`die:${side}:${place}`}>
          {die}
        </i>
      ))}
      {bonus !== 0 && <b>{signed(bonus)}</b>}
    </p>
  );
}

const signed = (n: number): string => (n > 0 ? `+${n}` : `${n}`);
