import type { Words } from '@flower-war/words';
import { type KeyboardEvent, useRef, useState } from 'react';
import { type Language, useLanguage } from '../../app/language.tsx';
import { CardList } from '../CardList.tsx';
import { Pawn } from '../SeatSign.tsx';
import { dayLabel, endingLine, omenCard } from './about.ts';
import {
  cellOf,
  dayAfter,
  DAYS,
  isFlower,
  liveOn,
  pileOn,
  prizeOf,
  quarterOf,
  type RingProps,
  type RingView,
  seatsOn,
} from './ringView.ts';

/** How far an arrow key goes along the ring. */
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

/** The ring of twenty days. It is one stop of the tab key; arrows go on in the order of travel. */
export function Ring(props: RingProps) {
  const { texts } = useLanguage();
  const { view, seat } = props;
  const ring = useRef<HTMLElement>(null);
  const home = (seat === undefined ? undefined : view.tribes[seat]?.day) ?? 1;
  const [focused, setFocused] = useState<number>();
  const stop = focused ?? home;
  const move = (event: KeyboardEvent) => {
    const day = event.key === 'Home' ? home : dayAfter(stop, STEPS[event.key] ?? 0);
    if (event.key !== 'Home' && STEPS[event.key] === undefined) return;
    event.preventDefault();
    setFocused(day);
    ring.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  };
  return (
    <section className="ring" ref={ring} aria-label={texts.table.ring}>
      <Ground />
      {DAYS.map((day) => (
        <Day key={day} {...props} day={day} isStop={stop === day} onFocus={setFocused} onKeyDown={move} />
      ))}
      <Middle {...props} />
    </section>
  );
}

/** What lies under the buttons: the lake with its waves, and the causeways from the city to the four quarters, each with its letter. */
function Ground() {
  const { words } = useLanguage();
  const { compass } = words.screen.names;
  return (
    <svg className="ground" viewBox="0 0 600 600" aria-hidden="true">
      <rect className="earth" width="600" height="600" rx="26" />
      <rect className="lake" x="98" y="98" width="404" height="404" rx="34" />
      <g className="waves">
        {WAVES.map((y) => (
          <path key={y} d={`M108 ${y}${' q12 -10 24 0 t24 0'.repeat(8)}`} />
        ))}
      </g>
      <g className="causeways">
        <path d="M300 98V502M98 300H502" />
      </g>
      <g className="letters">
        {CORNERS.map(({ quarter, x, y }) => (
          <text key={quarter} x={x} y={y}>
            {compass[quarter].slice(0, 1)}
          </text>
        ))}
      </g>
      <rect className="island" x="152" y="152" width="296" height="296" rx="60" />
    </svg>
  );
}

/** Where the quarters of the sky meet the lake. */
const CORNERS = [
  { quarter: 'east', x: 472, y: 142 },
  { quarter: 'north', x: 128, y: 142 },
  { quarter: 'west', x: 128, y: 476 },
  { quarter: 'south', x: 472, y: 476 },
] as const;

const WAVES = [122, 144, 458, 480];

/** The cards that the viewer holds or sees, in sentences, and the omens that change the rules now. */
export function RingCards(props: RingProps) {
  const { words } = useLanguage();
  const { view } = props;
  const { ring } = words.screen;
  const lists = [
    [ring.played, view.card === '' ? [] : [view.card]],
    [ring.toDeal, view.looked],
    [ring.yourCards, view.hand],
    [ring.yourEvents, view.pending],
    [ring.omens, omensIn(view)],
  ] as const;
  const shown = lists.filter(([, ids]) => ids.length > 0);
  return (
    <>
      {shown.length === 0 && <p className="none">{ring.noCards}</p>}
      {shown.map(([title, ids]) => (
        <CardList key={title} title={title} ids={ids} {...props} />
      ))}
    </>
  );
}

const omensIn = (view: RingView): readonly string[] => (isFlower(view) ? view.omens.map(omenCard) : []);

interface DayProps extends RingProps {
  readonly day: number;
  /** Whether the tab key stops here. */
  readonly isStop: boolean;
  readonly onFocus: (day: number) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** A day of the ring as a button: its sign, what lies on it, and who stands there. */
function Day({ day, view, speech, things, chosen, choose, isStop, onFocus, onKeyDown }: DayProps) {
  const { words, texts } = useLanguage();
  const { row, column } = cellOf(day);
  const pick = `day:${day}` as const;
  const isOpen = things.has(pick);
  const state = `${isOpen ? ' open' : ''}${chosen === pick ? ' chosen' : ''}${view.day === day ? ' asked' : ''}`;
  return (
    <button
      type="button"
      className={`day quarter${quarterOf(day)}${state}`}
      style={{ gridRow: String(row), gridColumn: String(column) }}
      data-day={day}
      data-at={pick}
      tabIndex={isStop ? 0 : -1}
      aria-label={dayLabel(view, day, { words, texts, speech, isOpen })}
      aria-pressed={chosen === pick}
      onClick={() => choose(pick)}
      onFocus={() => onFocus(day)}
      onKeyDown={onKeyDown}
    >
      <svg className="sign" viewBox="0 0 24 24" aria-hidden="true">
        <path d={SIGNS[day - 1] ?? ''} />
      </svg>
      <span className="name">{words.shortDay(day)}</span>{' '}
      <span className="stock">
        <Counter isSkull={isFlower(view)} />
        {view.days[day - 1] ?? 0}
      </span>
      <Rack skulls={view.days[day - 1] ?? 0} most={view.perSpace} />
      <Prize view={view} day={day} name={speech.name} />
      <span className="pawns">
        {seatsOn(view, day).map((seat) => (
          <Pawn
            key={seat}
            tribe={view.tribes[seat]}
            name={speech.name(seat)}
            isTurn={view.turn === seat}
            at={`pawn:${seat}`}
          />
        ))}
      </span>
    </button>
  );
}

/** What lies on the days: a skull, or the token of the older game. */
function Counter({ isSkull }: { readonly isSkull: boolean }) {
  if (!isSkull)
    return (
      <svg className="counter" viewBox="0 0 12 12" aria-hidden="true">
        <circle className="token" cx="6" cy="6" r="3.9" />
      </svg>
    );
  return (
    <svg className="counter" viewBox="0 0 12 12" aria-hidden="true">
      <path d="M6 1a4.4 4.4 0 0 0-2.8 7.8V11h5.6V8.8A4.4 4.4 0 0 0 6 1z" />
      <circle cx="4.4" cy="5.6" r="1.1" />
      <circle cx="7.6" cy="5.6" r="1.1" />
    </svg>
  );
}

/** The disc or week card of the day, with the letter of the tribe that holds it, and the cards under the day. */
function Prize({
  view,
  day,
  name,
}: {
  readonly view: RingView;
  readonly day: number;
  readonly name: (seat: number) => string;
}) {
  const prize = prizeOf(view, day);
  const cards = pileOn(view, day).length;
  const letter = typeof prize === 'object' ? name(prize.seat).slice(0, 1) : '';
  return (
    <span className="marks">
      {prize !== 'gone' && (
        <i className={`${isFlower(view) ? 'disc' : 'week'}${letter ? ' taken' : ''}`} data-letter={letter} />
      )}
      {cards > 0 && <i className={`pile${liveOn(view, day) ? ' live' : ''}`} data-letter={cards} />}
    </span>
  );
}

interface RackProps {
  readonly skulls: number;
  /** How many a full rack holds. */
  readonly most: number;
}

const IN_A_ROW = 7;

/** The rack of a day with its skulls in rows. The number beside it says the same. */
function Rack({ skulls, most }: RackProps) {
  const places = Array.from({ length: Math.max(most, skulls) }, (_, place) => place);
  const rows = Math.ceil(places.length / IN_A_ROW);
  return (
    <svg className="rack" viewBox={`0 0 ${IN_A_ROW * 10} ${rows * 10}`} aria-hidden="true">
      {places.map((place) => (
        <circle
          key={place}
          className={place < skulls ? 'skull' : ''}
          cx={(place % IN_A_ROW) * 10 + 5}
          cy={Math.floor(place / IN_A_ROW) * 10 + 5}
          r="3.4"
        />
      ))}
    </svg>
  );
}

/** The twenty signs of the days as lines, drawn by our own hand in a square of 24. The first day comes first. */
const SIGNS: readonly string[] = [
  'M3 14h13l5-3v6l-5-1H3zM5 14l2-3 2 3 2-3 2 3M18 11v-2M6 17v2M13 17v2', // crocodile
  'M12 5a7 7 0 1 0 7 7M12 9a3 3 0 1 0 3 3M12 5h7M15 12h6', // wind
  'M4 20V11l8-6 8 6v9zM10 20v-6h4v6M3 11h18', // house
  'M12 3c3 3 3 6 0 9s-3 6 1 9M9 8L5 6M15 8l4-2M9 15l-4 2M14 16l5 2', // lizard
  'M3 18h12a4 4 0 0 0 0-8H9a3 3 0 0 1 0-6h9M18 4l3-1M18 4l3 2', // serpent
  'M5 11a7 7 0 1 1 14 0v4h-2v4H7v-4H5zM9 11h1M14 11h1M10 19v-3M14 19v-3', // death
  'M12 20c-3-2-4-6-3-9h6c1 3 0 7-3 9zM9 11L6 3M7 6L4 6M15 11l3-8M17 6h3', // deer
  'M8 20a6 6 0 1 1 8 0zM9 10C7 6 7 3 9 3s3 4 2 7M13 10c0-4 2-7 4-6s0 5-2 7', // rabbit
  'M4 9c3-3 5 3 8 0s5 3 8 0M4 14c3-3 5 3 8 0s5 3 8 0M4 19c3-3 5 3 8 0s5 3 8 0M12 3v3', // water
  'M5 8l4 2h6l4-2v6c0 4-3 6-7 6s-7-2-7-6zM9 14h1M14 14h1M12 16v2', // dog
  'M12 4a6 6 0 1 1 0 12M12 8a2 2 0 1 1 0 4M12 16c-5 0-6 5-2 5 5 0 6-3 10-3', // monkey
  'M12 20V9M12 20C9 15 6 13 4 7M12 20c3-5 6-7 8-13M9 20H6M18 20h-3M12 9V4', // grass
  'M8 21V4l3 4V4l2 4V4l3 4v13M8 12h8M8 16h8', // reed
  'M5 8l3 2h8l3-2v7c0 3-3 5-7 5s-7-2-7-5zM9 13h1M14 13h1M7 17h1M12 17h1M16 17h1M12 10v1', // jaguar
  'M4 12c3-6 9-8 14-4l3 3-4 1c1 5-3 8-8 8l-4-3 3-1zM15 10h1', // eagle
  'M6 20c0-8 3-11 7-11l2-4 3 3 3 4-5-1c0 6-3 9-10 9zM16 7h1M6 20l-3-4', // vulture
  'M5 5c6 0 14 8 14 14M19 5C13 5 5 13 5 19M12 9a3 3 0 1 0 .1 0', // quake
  'M12 2c4 4 5 12 0 20-5-8-4-16 0-20zM9 9h6M9 14h6', // flint
  'M5 9a4 4 0 0 1 7-3 4 4 0 0 1 7 3 3 3 0 0 1-1 5H6a3 3 0 0 1-1-5zM8 17v3M12 17v4M16 17v3', // rain
  'M12 9a3 3 0 1 0 .1 0M12 9c-2-6 2-6 0 0M15 12c6-2 6 2 0 0M12 15c2 6-2 6 0 0M9 12c-6 2-6-2 0 0M14 10l4-4M10 10L6 6', // flower
];

/** The city in the lake: the temple with its two gods, the stocks, and the end of the world; or a battle. */
function Middle(props: RingProps) {
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
