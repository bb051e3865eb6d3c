/** What the city and its lake show of the match: the temple fills, the lake rises, and the invaders come nearer. In a battle its fighters stand there. */
import { useWords } from '../../language.tsx';
import { useContext } from 'react';
import { Art, Piece, SheetsContext } from '../../art/Art.tsx';
import { Pawn } from '../pieces.tsx';
import { counterOf, doomOf, type RingProps, type RingView } from './ringView.ts';

interface SceneryProps {
  readonly view: RingView;
}

/** What lies under the buttons: the lake, the city in it, and the causeways with the steps of travellers, each quarter with its letter. */
export function Lake({ view }: SceneryProps) {
  const words = useWords();
  const { compass } = words.screen.names;
  const { flood, invasion } = doomOf(view);
  return (
    <svg className="art ground" viewBox="0 0 600 600" aria-hidden="true">
      <rect className="earth" width="600" height="600" rx="26" />
      <rect className="lake" x="96" y="96" width="408" height="408" rx="30" />
      <path className="waves" d={WAVES} />
      <path className="causeways" d="M300 98V502M98 300H502" />
      {STEPS.map(({ x, y, turn }) => (
        <g key={`${x} ${y}`} className="steps" transform={`translate(${x} ${y}) rotate(${turn})`}>
          <Piece of="ring#foot" x={-11} y={-11} size={22} />
        </g>
      ))}
      <g className="letters">
        {CORNERS.map(({ quarter, x, y }) => (
          <text
            key={quarter}
            x={x}
            y={y}
            className={view.tribes.some((tribe) => tribe.compass === quarter) ? '' : 'idle'}
          >
            {compass[quarter].slice(0, 1)}
          </text>
        ))}
      </g>
      <g className="island" style={{ transform: `scale(${1 - SUNK * flood})` }}>
        <rect className="foam" x="138" y="138" width="324" height="324" rx="54" />
        <rect className="shore" x="146" y="146" width="308" height="308" rx="48" />
      </g>
      {FLEET.map((ship) => (
        <Ship key={ship} way={invasion * WAY_LENGTH - ship * APART} />
      ))}
    </svg>
  );
}

/** The part of the island that the whole flood takes: the temple and its words still stand on what is left. */
const SUNK = 0.1;

const curl = (x: number, y: number) => `M${x} ${y}c6-9 16-9 20-2 3 6-5 11-9 6q2-4 5-2M${x + 22} ${y}q7 5 14 0`;

/** Curls of water, in two rows on each side of the island. */
const WAVES =
  [116, 136, 470, 490]
    .flatMap((y, row) => [116, 162, 208, 254, 318, 364, 410, 456].map((x) => curl(x - (row % 2) * 8, y)))
    .join('') + [118, 472].flatMap((x) => [172, 212, 252, 330, 370, 410].map((y) => curl(x - 12, y))).join('');

const STEPS = [
  { x: 300, y: 122, turn: 180 },
  { x: 300, y: 478, turn: 0 },
  { x: 122, y: 300, turn: 90 },
  { x: 478, y: 300, turn: -90 },
];

/** Where the quarters of the sky meet the lake. */
const CORNERS = [
  { quarter: 'east', x: 470, y: 144 },
  { quarter: 'north', x: 130, y: 144 },
  { quarter: 'west', x: 130, y: 480 },
  { quarter: 'south', x: 470, y: 480 },
] as const;

const FLEET = [0, 1, 2, 3];
const APART = 58;

/** The ships come from the east, go round the city, and land before the stairs of the temple. */
const EAST = { x: 476, from: 172, to: 476 } as const;
const STAIRS = 336;
const WAY_LENGTH = EAST.to - EAST.from + EAST.x - STAIRS;

/** `way`: how far it has come; a ship that has not come yet lies beyond the sea. */
function Ship({ way }: { readonly way: number }) {
  const south = Math.min(way, EAST.to - EAST.from);
  const [x, y] = [EAST.x - Math.max(0, way - south), EAST.from + south];
  return (
    <g className={`ship${way > 0 ? ' here' : ''}`} style={{ transform: `translate(${x - 28}px, ${y - 34}px)` }}>
      <Piece of="ring#ship" x={0} y={0} size={56} />
    </g>
  );
}

/** The pyramid with a shrine for each god, and what was offered on its steps. A shrine can be tapped: offerings go there. */
export function Temple({ view, things, chosen, choose }: RingProps) {
  const addressOf = useContext(SheetsContext);
  const words = useWords();
  const { ring } = words.screen;
  const gods = [
    ['war', ring.war, view.warTally],
    ['rain', ring.rain, view.rainTally],
  ] as const;
  return (
    <div className="temple">
      <svg className="art" viewBox="0 0 240 152" aria-hidden="true">
        <use href={addressOf('ring#temple')} width="240" height="152" />
        <Piece of="ring#war" x={66} y={42} size={34} />
        <Piece of="ring#rain" x={140} y={42} size={34} />
        <Offered view={view} tally={view.warTally} side="war" />
        <Offered view={view} tally={view.rainTally} side="rain" />
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
              title={things.get(pick) || undefined}
              onClick={() => choose(pick)}
            >
              <Art of={`ring#${god}`} className="mask" /> {name} <b>{tally}</b>
            </button>
          );
        })}
      </div>
    </div>
  );
}

interface OfferedProps extends SceneryProps {
  readonly tally: number;
  readonly side: 'war' | 'rain';
}

const SKULL = 9.5;

/** The steps on the side of the war god from the lowest on: where the first skull lies, and how many lie beside it. */
const TIERS = [
  { y: 140, x: 8, many: 7 },
  { y: 131, x: 10, many: 7 },
  { y: 115, x: 19, many: 6 },
  { y: 106, x: 26, many: 5 },
  { y: 90, x: 39, many: 4 },
  { y: 82, x: 44, many: 4 },
] as const;

const PLACES = TIERS.flatMap(({ y, x, many }) =>
  Array.from({ length: many }, (_, place) => ({ y, x: x + place * SKULL })),
);

const TEMPLE_WIDTH = 240;

/** The steps of a god, which fill from below. The number on the god's button goes on when they are full. */
function Offered({ view, tally, side }: OfferedProps) {
  return PLACES.slice(0, tally).map(({ x, y }) => (
    <Piece
      key={`${x} ${y}`}
      className="offered"
      of={counterOf(view)}
      x={side === 'war' ? x : TEMPLE_WIDTH - x - SKULL}
      y={y}
      size={SKULL}
    />
  ));
}

/** A battle: who fights, the dice, what is added, and the stake. */
export function Battle({ view, speech }: RingProps) {
  const words = useWords();
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
