/** A match against bots that needs no server. It is kept in the browser after each move, so that closing the page loses nothing. */
import { begin, bots, type LocalSetting, type MadeMove, movesOf, replayed, seeded } from '@flower-war/rules/local';
import { fastChance, type Options, playable, resolveOptions } from '@flower-war/rules/playable';
import { useCallback, useEffect, useState } from 'react';
import { gameName, goalOf } from '../../app/games.ts';
import { useLanguage, useTexts, useTitle } from '../../app/language.tsx';
import { Problem } from '../../app/Problem.tsx';
import { usePlayer } from '../../app/player.tsx';
import { keepJson, readJson } from '../../app/setting.ts';
import { useAsked } from '../../app/useAsked.ts';
import { Manners } from '../../match/MatchMenu.tsx';
import { MatchHeader } from '../../match/Playing.tsx';
import { OFFLINE } from '../../offline/texts.ts';
import { Choice } from '../../ui/forms.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { LocalPlaying } from './LocalPlaying.tsx';
import { LocalTable } from './localTable.ts';

/** The easy ones first. */
const LEVELS = ['random', 'greedy', 'strong'] as const;

/** All that makes the match again. */
interface KeptMatch {
  readonly game: string;
  readonly seats: number;
  readonly level: (typeof LEVELS)[number];
  readonly seed: number;
  readonly moves: readonly MadeMove[];
}

const KEPT = 'flower-war-device-match';

export function DevicePage() {
  const [kept, setKept] = useState(() => readJson<KeptMatch>(KEPT));
  const begin = (match: KeptMatch | undefined) => {
    keepJson(KEPT, match);
    setKept(match);
  };
  return (
    <div className="match">
      {kept === undefined ? <Choosing begin={begin} /> : <Played key={kept.seed} kept={kept} begin={begin} />}
    </div>
  );
}

interface BeginProps {
  readonly begin: (match: KeptMatch | undefined) => void;
}

function Choosing({ begin }: BeginProps) {
  const { words } = useLanguage();
  const texts = useTexts(OFFLINE);
  const games = Object.keys(words.screen.names.games);
  const [game, setGame] = useState(games[0] ?? '');
  useTitle(texts.device);
  const [opponents, setOpponents] = useState(1);
  const [level, setLevel] = useState<KeptMatch['level']>('random');
  const { value: loaded, error, again } = useAsked(useCallback(() => playable(game), [game]));
  if (error !== undefined) return <Problem error={error} retry={again} />;
  const [least, most] = loaded?.game.id === game ? loaded.game.seats : [2, 2];
  const counts = Array.from({ length: most - least + 1 }, (_, index) => least - 1 + index);
  const seats = 1 + (counts.includes(opponents) ? opponents : (counts[0] ?? 1));
  return (
    <>
      <MatchHeader />
      <main className="invitation card">
        <h2>{texts.device}</h2>
        <p>{texts.deviceAbout}</p>
        <Choice title={texts.game} values={games} chosen={game} name={(id) => gameName(words, id)} choose={setGame} />
        <p>{goalOf(words, game)}</p>
        <Choice title={texts.opponents} values={counts} chosen={seats - 1} name={String} choose={setOpponents} />
        <Choice
          title={texts.level}
          values={LEVELS}
          chosen={level}
          name={(bot) => words.bot(bot).level}
          choose={setLevel}
        />
        <button
          type="button"
          className="main"
          disabled={loaded?.game.id !== game}
          onClick={() => begin({ game, seats, level, seed: newSeed(), moves: [] })}
        >
          {texts.play}
        </button>
      </main>
    </>
  );
}

const newSeed = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) >>> 1;

interface PlayedProps extends BeginProps {
  readonly kept: KeptMatch;
}

function Played({ kept, begin }: PlayedProps) {
  const { texts: common } = useLanguage();
  const texts = useTexts(OFFLINE);
  const { session } = usePlayer();
  const { value: table, error } = useAsked(useCallback(() => tableOf(kept, session.name), [kept, session.name]));
  useEffect(() => () => table?.close(), [table]);
  const another = (
    <button type="button" onClick={() => begin(undefined)}>
      {texts.another}
    </button>
  );
  return (
    <>
      <MatchHeader preset={kept.game}>
        <Menu label={common.match.menu} sign="⋯">
          {another}
          <Manners isPlaying />
        </Menu>
      </MatchHeader>
      {error !== undefined && (
        <>
          <Problem error={error} />
          {another}
        </>
      )}
      {table === undefined && error === undefined && <p className="wait">{common.loading}</p>}
      {table && <LocalPlaying table={table} isGuided onward={<p className="others">{another}</p>} />}
    </>
  );
}

const ID = 'DEVICE';
const PERSON = 0;

/** People who come for the first time want to see an end. */
const LENGTH = { length: 'short' };

/** Throws if what is kept is of another version of the page, and cannot be played any more. */
async function tableOf(kept: KeptMatch, name: string): Promise<LocalTable> {
  const { seats, level, seed } = kept;
  const loaded = await playable(kept.game);
  const { game } = loaded;
  const options = optionsOf(game);
  const names = Array.from({ length: seats }, (_, seat) => (seat === PERSON ? undefined : level));
  const setting: LocalSetting = {
    game,
    options,
    seat: PERSON,
    start: game.setup(options, seats, fastChance(seed)),
    chanceAt: seeded(seed),
    answer: bots(loaded, { names, seed }),
    habits: game.habits?.list.filter(({ pace }) => pace === 'usual').map((habit) => habit.name) ?? [],
  };
  const match = kept.moves.length === 0 ? begin(setting) : replayed(setting, kept.moves);
  const sitters = names.map((bot) =>
    bot === undefined ? { kind: 'player' as const, name } : { kind: 'bot' as const, name: bot },
  );
  const onChange = (now: typeof match) => keepJson(KEPT, { ...kept, moves: movesOf(now) });
  return new LocalTable(match, { id: ID, seats: sitters, onChange });
}

function optionsOf(game: Parameters<typeof resolveOptions>[0]): Options {
  const hasLengths = game.options.some(({ name }) => name === 'length');
  const resolved = resolveOptions(game, undefined, hasLengths ? LENGTH : {});
  if (!resolved.ok) throw new Error(`the options of a match on this device are refused: ${resolved.reason}`);
  return resolved.options;
}
