/** A match against bots that needs no server. It is kept in the browser after each move, so that closing the page loses nothing. */
import { playable } from '@flower-war/rules/playable';
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { gameName, goalOf, useLanguage, useTexts, useTitle } from '../../app/language.tsx';
import { late } from '@flower-war/board/drawing';
import { Problem, useAsked } from '../../app/asked.tsx';
import { deviceProofHref, deviceReplayHref, Way } from '../../app/navigation.tsx';
import { usePlayer } from '../../app/player.tsx';
import { useSetting } from '../../app/setting.ts';
import { Manners } from '../../match/MatchMenu.tsx';
import { MatchHeader } from '../../match/Playing.tsx';
import { OFFLINE } from '../../offline/texts.ts';
import { Choice, Button } from '../../ui/forms.tsx';
import { Menu } from '../../ui/controls.tsx';
import { LocalPlaying, SaveMatch, accountOf, CURRENT, onOtherTab, PLAYED, tableOf } from './LocalTable.tsx';
import { type KeptMatch, LEVELS } from './keptMatch.ts';

const DeviceReplay = late(async () => (await import('./DeviceReplay.tsx')).DeviceReplay);

/** `?replay=ID` shows a match that was played here. */
export function DevicePage() {
  const replayed = new URLSearchParams(location.search).get('replay');
  if (replayed === null) return <Device />;
  return (
    <>
      <MatchHeader />
      <Suspense>
        <DeviceReplay key={replayed} id={replayed} />
      </Suspense>
    </>
  );
}

function Device() {
  const [kept, setKept] = useState(CURRENT.value);
  useEffect(() => onOtherTab(() => setKept(CURRENT.value())), []); // one match in all tabs, so that none writes an older one over it
  const begin = (match: KeptMatch | undefined) => {
    CURRENT.choose(match);
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
  const [level, setLevel] = useState<KeptMatch['level']>('easy');
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
        <Button
          className="main"
          disabled={loaded?.game.id !== game}
          onClick={() =>
            loaded && begin({ game, seats, level, seed: newSeed(), rulesVersion: loaded.game.rulesVersion, moves: [] })
          }
          text={texts.play}
        />
        <Before />
      </main>
    </>
  );
}

/** The last matches that were played to their end here. */
function Before() {
  const { words, texts: common } = useLanguage();
  const texts = useTexts(OFFLINE);
  const played = useSetting(PLAYED);
  if (played.length === 0) return null;
  return (
    <>
      <h3>{texts.before}</h3>
      <ul>
        {played.map((match) => (
          <li key={match.seed}>
            {gameName(words, match.game)}, {words.bot(match.level).level}
            <p className="others">
              <Way to={deviceReplayHref(match.seed)} look="quiet" text={texts.replay} />
              <Way to={deviceProofHref(match.seed)} look="quiet" text={common.past.proof} />
              <SaveMatch match={match} />
            </p>
          </li>
        ))}
      </ul>
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
  const { value: table, error, again } = useAsked(useCallback(() => tableOf(kept, session.name), [kept, session.name]));
  useEffect(() => () => (table === 'other-rules' ? undefined : table?.close()), [table]);
  const played = useSetting(PLAYED).find(({ seed }) => seed === kept.seed);
  const account = useMemo(() => played && accountOf(played), [played]);
  const another = <Button onClick={() => begin(undefined)} text={texts.another} />;
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
          <Problem error={error} retry={again} />
          {another}
        </>
      )}
      {table === undefined && error === undefined && <p className="wait">{common.loading}</p>}
      {table === 'other-rules' && (
        <main className="page card">
          <p role="alert">{texts.otherRules}</p>
          <p className="others">
            {another}
            <SaveMatch match={kept} />
          </p>
        </main>
      )}
      {table !== undefined && table !== 'other-rules' && (
        <LocalPlaying table={table} isGuided account={account} onward={<Onward kept={kept} another={another} />} />
      )}
    </>
  );
}

function Onward({ kept, another }: { readonly kept: KeptMatch; readonly another: ReactNode }) {
  const { texts: common } = useLanguage();
  const texts = useTexts(OFFLINE);
  const played = useSetting(PLAYED).find(({ seed }) => seed === kept.seed);
  return (
    <p className="others">
      {another}
      {played && (
        <>
          <Way to={deviceReplayHref(played.seed)} text={texts.replay} />
          <Way to={deviceProofHref(played.seed)} text={common.past.proof} />
          <SaveMatch match={played} />
        </>
      )}
    </p>
  );
}
