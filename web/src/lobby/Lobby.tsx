import { type AnyGame, type LobbyEntryOf, type PlayedMatch, readInviteLink } from '@flower-war/client';
import { useLobby } from '@flower-war/client/react';
import { PAGES } from '@flower-war/protocol/pages';
import type { Words } from '@flower-war/words';
import { type FormEvent, useCallback, useState } from 'react';
import { Problem } from '../app/Problem.tsx';
import { lengthName, sitterName } from '../app/games.ts';
import { useLanguage, useTitle } from '../app/language.tsx';
import { Link, matchHref, navigate } from '../app/navigation.tsx';
import { usePlayer } from '../app/player.tsx';
import { type Loading, useAsked } from '../app/useAsked.ts';
import { PlayNow } from './PlayNow.tsx';
import { MatchRow, PlayedRows } from './PlayedRows.tsx';

const SHOWN = 8;
const GOING_ON = 3;

/** The first page. Who has matches under way finds them first. */
export function Lobby() {
  const { texts } = useLanguage();
  const { client } = usePlayer();
  const mine = useAsked(useCallback(() => client.history.mine({ limit: SHOWN }), [client]));
  useTitle();
  const isAnswered = mine.value !== undefined || mine.error !== undefined;
  const goingOn = mine.value?.matches.filter(({ status }) => status !== 'ended').slice(0, GOING_ON) ?? [];
  return (
    <main className="lobby">
      <h1>
        {texts.title} <small>{texts.tagline}</small>
      </h1>
      {isAnswered ? (
        <>
          {goingOn.length > 0 && (
            <section className="card play">
              <h2>{texts.lists.goOn}</h2>
              <PlayedRows matches={goingOn} areOwn />
            </section>
          )}
          <PlayNow />
          <MyMatches asked={mine} />
          <JoinByLink />
          <OpenMatches />
        </>
      ) : (
        <p className="wait">{texts.loading}</p>
      )}
    </main>
  );
}

const ID = /^[A-Za-z0-9_-]{4,64}$/;

/** For people who got a link in another way than by tapping it. */
function JoinByLink() {
  const { texts } = useLanguage();
  const [isWrong, setWrong] = useState(false);
  const go = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [link, code] = ['link', 'code'].map((name) => String(form.get(name) ?? '').trim());
    const href = hrefIn(link ?? '', code ?? '');
    setWrong(href === undefined);
    if (href !== undefined) navigate(href);
  };
  return (
    <section className="card">
      <h2>{texts.join.title}</h2>
      <form onSubmit={go} className="join">
        <label>
          {texts.join.label}
          <input name="link" required autoComplete="off" autoCapitalize="none" />
        </label>
        <label>
          {texts.join.code}
          <input name="code" autoComplete="off" autoCapitalize="characters" size={8} />
        </label>
        <button type="submit">{texts.join.go}</button>
      </form>
      {isWrong && <p role="alert">{texts.join.none}</p>}
    </section>
  );
}

function hrefIn(link: string, code: string): string | undefined {
  const invitation = readInviteLink(link);
  const match = invitation?.match ?? (ID.test(link) ? link : undefined);
  const known = code === '' ? invitation?.code : code;
  return match === undefined ? undefined : matchHref(match, known);
}

/** The matches of this player, the newest first. */
function MyMatches({
  asked: { value, error, again },
}: {
  readonly asked: Loading<{ readonly matches: readonly PlayedMatch[]; readonly next?: string }>;
}) {
  const { texts } = useLanguage();
  return (
    <section className="card">
      <h2>{texts.lists.mine}</h2>
      {error && <Problem error={error} retry={again} />}
      {value?.matches.length === 0 && <p className="none">{texts.lists.noneMine}</p>}
      <PlayedRows matches={value?.matches ?? []} areOwn />
      {value?.next !== undefined && <Link to={PAGES.me}>{texts.lists.all}</Link>}
    </section>
  );
}

type Entry = LobbyEntryOf<AnyGame>;

/** The public matches, kept up to date. */
function OpenMatches() {
  const { texts } = useLanguage();
  const { client } = usePlayer();
  const { matches, error, retry, status } = useLobby(client);
  const open = matches.filter((entry) => entry.status === 'open');
  const running = matches.filter((entry) => entry.status === 'running');
  if (status === 'failed' && error) return <Problem error={error} retry={retry} />;
  if (status !== 'live') return <p className="wait">{texts.loading}</p>;
  return (
    <>
      <List title={texts.lists.open} entries={open} none={texts.lists.noneOpen} action={texts.lists.sit} />
      <List title={texts.lists.running} entries={running} none={texts.lists.noneRunning} action={texts.lists.watch} />
    </>
  );
}

function List({
  title,
  entries,
  none,
  action,
}: {
  readonly title: string;
  readonly entries: readonly Entry[];
  readonly none: string;
  readonly action: string;
}) {
  const { words } = useLanguage();
  return (
    <section className="card">
      <h2>{title}</h2>
      {entries.length === 0 && <p className="none">{none}</p>}
      <ul>
        {entries.map((entry) => (
          <MatchRow
            key={entry.match}
            match={entry.match}
            preset={entry.preset}
            about={aboutEntry(entry, words)}
            action={action}
          />
        ))}
      </ul>
    </section>
  );
}

/** `1 of 4 free · Ana, Citlali (medium) · short · time for each turn` */
function aboutEntry(entry: Entry, words: Words): string {
  const { lobby } = words.screen;
  const { seats, free, status, length, clock, approval, fillSeconds } = entry;
  const isOpen = status === 'open';
  const names = seats.flatMap((holder, seat) =>
    holder.kind === 'free' ? [] : [sitterName(words, holder, { match: entry.match, seat })],
  );
  const parts = [
    isOpen && lobby.places(free, seats.length),
    names.join(', '),
    length !== '' && length !== 'standard' && lengthName(words, length),
    clock !== 'none' && (lobby.clocks[clock] ?? clock),
    isOpen && approval && lobby.approval,
    isOpen && fillSeconds > 0 && lobby.fill(fillSeconds),
  ];
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' · ');
}
