import { PAGES } from '@flower-war/protocol/pages';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { botLabel, editionName, goalOf, lengthName, useLanguage, useTexts } from '../app/language.tsx';
import type { Hosted } from '../app/player.tsx';
import { Link, rulesHref } from '../app/navigation.tsx';
import { Problem } from '../app/asked.tsx';
import lengths from '../new/data/lengths.json' with { type: 'json' };
import { Choice, Button } from '../ui/forms.tsx';
import { LOBBY } from './texts.ts';
import { botsOf, editionsIn, lengthsOf, opponentsOf, usualWish, useStart, WAYS, type Wish } from './wish.ts';
import './games.css';

interface GamesProps {
  readonly games: readonly Hosted[];
  /** What the person played last. */
  readonly last: Wish;
}

/** All games as cards. A tap opens what can be chosen about one. */
export function Games({ games, last }: GamesProps) {
  const told = useTexts(LOBBY);
  const [opened, open] = useState<string>();
  const usual = editionsIn(games).map(usualWish);
  const wishes = usual.map((wish) => (wish.preset === last.preset ? last : wish));
  return (
    <section className="games">
      <h2>{told.games}</h2>
      <ul className="shelf">
        {wishes.map((wish) => (
          <Game
            key={wish.preset}
            wish={wish}
            isOpen={wish.preset === opened}
            toggle={() => open(wish.preset === opened ? undefined : wish.preset)}
          />
        ))}
      </ul>
    </section>
  );
}

interface GameProps {
  readonly wish: Wish;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

function Game({ wish, isOpen, toggle }: GameProps) {
  const { words } = useLanguage();
  const told = useTexts(LOBBY);
  const { game, preset } = wish;
  const id = useId();
  const minutes = minutesOf(preset);
  return (
    <li>
      <button type="button" className="game" aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
        <svg className="picture" viewBox="0 0 160 90" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
          {PICTURES[preset] ?? PICTURES['flower-war-early']}
        </svg>
        <strong>{editionName(words, preset)}</strong>
        <span>{told.feelings[preset] ?? goalOf(words, game.id)}</span>
        <small>
          {told.players(...game.seats)}
          {minutes && ` · ${told.minutes(...minutes)}`}
        </small>
      </button>
      <div id={id} className="opened" hidden={!isOpen}>
        {isOpen && <Choices first={wish} />}
      </div>
    </li>
  );
}

/** So long a person takes for a choice, by and large. */
const CHOICE_SECONDS = 7;
const ROUNDED_MINUTES = 5;

/** How long the shortest and the longest match against a bot or a person takes; nothing if it was not measured. */
function minutesOf(preset: string): readonly [number, number] | undefined {
  const rows = lengths.filter((one) => one.preset === preset);
  const fewest = Math.min(...rows.map(({ seats }) => seats));
  const all = rows.filter(({ seats }) => seats === fewest).map(({ choices }) => minutesFor(choices));
  return all.length === 0 ? undefined : [Math.min(...all), Math.max(...all)];
}

const minutesFor = (choices: number): number =>
  Math.max(1, Math.round((choices * CHOICE_SECONDS) / 60 / ROUNDED_MINUTES)) * ROUNDED_MINUTES;

/** What a person may choose about a match before it begins; a page of its own has all the rest. */
function Choices({ first }: { readonly first: Wish }) {
  const { words, texts } = useLanguage();
  const told = useTexts(LOBBY);
  const box = useRef<HTMLDivElement>(null);
  const [wish, setWish] = useState(first);
  useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), []);
  const { game, preset, way, opponents, bot, length } = wish;
  const [allLengths, bots, counts] = [lengthsOf(game), botsOf(game), opponentsOf(game)];
  return (
    <div className="card" ref={box}>
      <p className="goal">
        {goalOf(words, game.id)} <Link to={rulesHref(preset)}>{texts.rules}</Link>
      </p>
      <div className="wishes">
        <Choice
          title={told.whom}
          values={WAYS}
          chosen={way}
          name={(one) => told.ways[one]}
          choose={(one) => setWish({ ...wish, way: one })}
        />
        {counts.length > 1 && (
          <Choice
            title={told.howMany[way]}
            values={counts}
            chosen={opponents}
            name={String}
            choose={(count) => setWish({ ...wish, opponents: count })}
          />
        )}
        {way === 'bots' && bots.length > 1 && (
          <Choice
            title={told.level}
            values={bots}
            chosen={bot}
            name={(one) => botLabel(words, game, one)}
            choose={(one) => setWish({ ...wish, bot: one })}
          />
        )}
        {allLengths.length > 1 && (
          <Choice
            title={told.length}
            values={allLengths}
            chosen={length ?? ''}
            name={(one) => lengthName(words, one)}
            choose={(one) => setWish({ ...wish, length: one })}
          />
        )}
      </div>
      <Begin wish={wish} />
    </div>
  );
}

function Begin({ wish }: { readonly wish: Wish }) {
  const told = useTexts(LOBBY);
  const { isBusy, error, start } = useStart();
  return (
    <div className="begin">
      <Button className="main" disabled={isBusy} onClick={() => start(wish)} text={told.begin[wish.way]} />
      <small>{told.waysAbout[wish.way]}</small>
      <Link to={`${PAGES.new}?game=${wish.game.id}`}>{told.more}</Link>
      {error && <Problem error={error} />}
    </div>
  );
}

// A picture of each game, drawn by our own hand. Colours are those of the page.

const skull = (x: number, y: number, size = 1): ReactNode => (
  <g key={`${x} ${y}`} transform={`translate(${x} ${y}) scale(${size})`}>
    <path className="bone" d="M0-9a9 9 0 0 0-6 15.5V11H6V6.5A9 9 0 0 0 0-9z" />
    <path
      className="dark"
      d="M-6 0a2.6 2.6 0 1 0 5.2 0 2.6 2.6 0 1 0-5.2 0zM.8 0A2.6 2.6 0 1 0 6 0 2.6 2.6 0 1 0 .8 0zM-1 5h2l-1-3z"
    />
    <path className="lines dark-line" d="M-3 8v3M0 8v3M3 8v3" />
  </g>
);

const TURNS = [0, 30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 330];
const COLUMNS = [18, 36, 54, 72, 90, 108, 126];
const ROWS = [12, 27, 42];

const rays = (x: number, y: number, radius: number): ReactNode =>
  TURNS.map((turn) => (
    <path key={turn} className="gold" d={`M${x - 4} ${y - radius}h8l-4-9z`} transform={`rotate(${turn} ${x} ${y})`} />
  ));

const PICTURES: Readonly<Record<string, ReactNode>> = {
  // The temple of the two gods in the lake, under the sun, and what is brought to it.
  'flower-war': (
    <>
      <path className="dusk" d="M0 0h160v90H0z" />
      {rays(80, 32, 24)}
      <circle className="gold" cx="80" cy="32" r="20" />
      <path className="water" d="M0 72h160v18H0z" />
      <path className="stone" d="M30 74l8-14h84l8 14zM42 58l7-12h62l7 12zM53 44l6-10h42l6 10z" />
      <path className="bone" d="M73 34h14l5 40H68z" />
      <path className="red" d="M59 34V22l9-6 9 6v12z" />
      <path className="blue" d="M83 34V22l9-6 9 6v12z" />
      <path className="dark" d="M65 34v-8h6v8zM89 34v-8h6v8z" />
      {[14, 32].map((x) => skull(x, 66, 0.85))}
      {[128, 146].map((x) => skull(x, 66, 0.85))}
      <path className="lines foam" d="M6 82q6-4 12 0t12 0 12 0 12 0 12 0 12 0 12 0 12 0 12 0 12 0 12 0" />
    </>
  ),
  // A cactus grows on the rock where the city will be: serpent, eagle feather and flower are the three signs.
  mexica: (
    <>
      <path className="dawn" d="M0 0h160v90H0z" />
      <path className="water" d="M0 70h160v20H0z" />
      <path className="stone" d="M44 78l14-18 14-5 20 2 12 8 12 13z" />
      <path
        className="green"
        d="M80 60c-8-8-8-22 0-28 8 6 8 20 0 28zM66 44c-9-2-14-10-12-18 9 1 15 9 12 18zM94 44c9-2 14-10 12-18-9 1-15 9-12 18zM80 32c-6-5-6-14 0-20 6 6 6 15 0 20z"
      />
      <path
        className="red"
        d="M77 12a3 3 0 1 1 6 0 3 3 0 1 1-6 0zM50 24a3 3 0 1 1 6 0 3 3 0 1 1-6 0zM104 24a3 3 0 1 1 6 0 3 3 0 1 1-6 0z"
      />
      <g className="lines ink-line">
        <path d="M12 66c0-8 14-6 14-14s-14-6-14-14 14-6 14-12M26 26l5-3M26 26l5 2" />
        <path d="M132 66c-4-14-2-28 10-40 4 14 2 28-10 40zM134 54l6-4M133 46l8-5M136 38l6-4" />
      </g>
      {[0, 72, 144, 216, 288].map((turn) => (
        <circle key={turn} className="red" cx="80" cy="75" r="4.4" transform={`rotate(${turn} 80 82)`} />
      ))}
      <circle className="gold" cx="80" cy="82" r="4" />
    </>
  ),
  // A shield of feathers before two clubs of wood and obsidian.
  'flower-war-early': (
    <>
      <path className="dawn" d="M0 0h160v90H0z" />
      {[40, -40].map((turn) => (
        <g key={turn} transform={`rotate(${turn} 80 44)`}>
          <path className="stone" d="M75-8h10v86h-10z" />
          <path className="dark" d="M70-4h5v9h-5zM70 9h5v9h-5zM85-4h5v9h-5zM85 9h5v9h-5z" />
        </g>
      ))}
      <path className="red" d="M58 60h8v22l-4 5-4-5zM76 64h8v20l-4 5-4-5zM94 60h8v22l-4 5-4-5z" />
      <path className="blue" d="M67 62h8v22l-4 5-4-5zM85 62h8v22l-4 5-4-5z" />
      <circle className="gold" cx="80" cy="42" r="29" />
      <circle className="red" cx="80" cy="42" r="24" />
      <path className="bone" d="M62 52V40h8v-8h10v-8h18v8h-10v8H78v8h-8v4z" />
      <circle className="lines dark-line" cx="80" cy="42" r="24" />
    </>
  ),
  // A saucer takes what is not under a roof.
  'space-aztecs': (
    <>
      <path className="night" d="M0 0h160v90H0z" />
      <path
        className="bone"
        d="M20 14h2v2h-2zM44 30h2v2h-2zM138 12h2v2h-2zM120 34h2v2h-2zM10 44h2v2h-2zM150 46h2v2h-2zM60 10h2v2h-2z"
      />
      <path className="stone" d="M2 84l7-12h44l7 12zM14 70l6-10h22l6 10zM24 58V46h14v12z" />
      <path className="dark" d="M28 58v-7h6v7zM0 84h160v6H0z" />
      <g transform="translate(-16)">
        <path className="beam" d="M84 32l26-4 20 56H70z" />
        <path className="green" d="M62 24c4-14 58-20 68-8 4 6-20 14-40 16s-30-2-28-8z" />
        <path className="blue" d="M80 14c2-12 26-16 34-4-8 6-24 8-34 4z" />
        <path
          className="gold"
          d="M72 24a3 3 0 1 1 6 0 3 3 0 1 1-6 0zM92 23a3 3 0 1 1 6 0 3 3 0 1 1-6 0zM112 18a3 3 0 1 1 6 0 3 3 0 1 1-6 0z"
        />
        <g transform="rotate(-14 100 62)">
          <path className="red" d="M93 62h14l4 16H89zM96 44l-5-9 6 3 3-6 3 6 6-3-5 9z" />
          <circle className="clay" cx="100" cy="51" r="8" />
          <path className="lines dark-line" d="M97 50v1M103 50v1M97 55h6M92 66l-7-6M108 66l7-6" />
        </g>
      </g>
    </>
  ),
  // Tokens on their ways around the mat, and the four coins.
  tieqchieq: (
    <>
      <path className="dusk" d="M0 0h160v90H0z" />
      <path className="stone" d="M14 8h132v50H14z" />
      {COLUMNS.map((x) =>
        ROWS.map((y) => (
          <path
            key={`${x} ${y}`}
            className={y === 27 && x > 18 && x < 126 ? 'water' : 'bone'}
            d={`M${x} ${y}h15v12h-15z`}
          />
        )),
      )}
      {[25, 61, 97].map((x) => (
        <circle key={x} className="red rim" cx={x} cy="18" r="5.5" />
      ))}
      {[43, 115, 133].map((x) => (
        <path key={x} className="gold rim" d={`M${x - 5} 43h10v10h-10z`} />
      ))}
      {[50, 70, 90, 110].map((x, coin) => (
        <g key={x}>
          <circle className="gold rim" cx={x} cy={coin % 2 === 0 ? 72 : 76} r="8.5" />
          {coin % 2 === 0 && <path className="lines dark-line" d={`M${x - 4} 72h8M${x} 68v8`} />}
        </g>
      ))}
    </>
  ),
};
