import { late, sitterName } from '@flower-war/board/drawing';
import { type AnyGame, type LobbyEntryOf, type PlayedMatch, readInviteLink } from '@flower-war/client';
import { useLobby } from '@flower-war/client/react';
import { PAGES } from '@flower-war/protocol/pages';
import type { Words } from '@flower-war/words';
import { Suspense, useState } from 'react';
import { lengthName, useLanguage, useTexts } from '../app/language.tsx';
import { Link, matchHref, navigate } from '../app/navigation.tsx';
import { usePlayer } from '../app/player.tsx';
import { Problem } from '../app/asked.tsx';
import { Form, Button, Field } from '../ui/forms.tsx';
import { MatchRow, PlayedRows } from '../ui/PlayedRows.tsx';
import { LOBBY } from './texts.ts';
import { useStart, type Wish } from './wish.ts';
import { Card } from '../ui/controls.tsx';

const Elsewhere = late(async () => (await import('./Elsewhere.tsx')).Elsewhere);

/** A public match. */
export type Entry = LobbyEntryOf<AnyGame>;

interface MatchesProps {
  /** Matches of the person, without those that stand at the top of the page. */
  readonly mine: readonly PlayedMatch[];
  /** Whether the person has played more than these. */
  readonly hasMore: boolean;
  /** What a table is opened for where no player waits. */
  readonly wish: Wish;
}

/** The matches of other people, kept up to date; those of the person at the page; and the way in by a link. */
export function Matches({ mine, hasMore, wish }: MatchesProps) {
  const { texts } = useLanguage();
  const told = useTexts(LOBBY);
  const { client } = usePlayer();
  const { matches, error, retry, status } = useLobby(client);
  const open = matches.filter((entry) => entry.status === 'open');
  const running = matches.filter((entry) => entry.status === 'running');
  if (status === 'failed' && error) return <Problem error={error} retry={retry} />;
  if (status !== 'live') return <p className="wait">{texts.loading}</p>;
  return (
    <div className="matches">
      <Card title={told.waiting}>
        {open.length > 0 ? <List entries={open} action={texts.lists.sit} /> : <OpenTable wish={wish} />}
      </Card>
      {running.length > 0 && (
        <Card title={told.running}>
          <List entries={running} action={texts.lists.watch} />
        </Card>
      )}
      <Suspense>{document.querySelector('meta[name="other-hosts"]') && <Elsewhere />}</Suspense>
      {mine.length > 0 && (
        <Card title={told.mine}>
          <PlayedRows matches={mine} areOwn />
          {hasMore && <Link to={PAGES.me}>{texts.lists.all}</Link>}
        </Card>
      )}
      <JoinByLink />
    </div>
  );
}

/** This many stand on the page before a person asks for all. */
const SHOWN = 6;

function List({ entries, action }: { readonly entries: readonly Entry[]; readonly action: string }) {
  const { words } = useLanguage();
  const { allOf } = useTexts(LOBBY);
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      <ul>
        {(isWhole ? entries : entries.slice(0, SHOWN)).map((entry) => (
          <MatchRow
            key={entry.match}
            match={entry.match}
            preset={entry.preset}
            about={aboutEntry(entry, words)}
            action={action}
          />
        ))}
      </ul>
      {!isWhole && entries.length > SHOWN && (
        <Button className="quiet" onClick={() => setWhole(true)} text={allOf(entries.length)} />
      )}
    </>
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

/** An empty list is not a dead end: the table that is opened here is the first in it. */
function OpenTable({ wish }: Pick<MatchesProps, 'wish'>) {
  const told = useTexts(LOBBY);
  const { isBusy, error, start } = useStart();
  return (
    <>
      <p className="none">{told.noneWait}</p>
      <Button disabled={isBusy} onClick={() => start({ ...wish, way: 'people' })} text={told.openTable} />
      {error && <Problem error={error} />}
    </>
  );
}

const ID = /^[A-Za-z0-9_-]{4,64}$/;

/** For people who got a link in another way than by tapping it. */
function JoinByLink() {
  const { texts } = useLanguage();
  const [isWrong, setWrong] = useState(false);
  const go = (href: string | undefined) => {
    setWrong(href === undefined);
    if (href !== undefined) navigate(href);
  };
  return (
    <Card title={texts.join.title}>
      <Form send={(said) => go(hrefIn(said('link'), said('code')))} className="join">
        <Field isPlain label={texts.join.label} name="link" required autoComplete="off" autoCapitalize="none" />
        <Field isPlain label={texts.join.code} name="code" autoComplete="off" autoCapitalize="characters" size={8} />
        <Button type="submit" text={texts.join.go} />
      </Form>
      {isWrong && <p role="alert">{texts.join.none}</p>}
    </Card>
  );
}

function hrefIn(link: string, code: string): string | undefined {
  const invitation = readInviteLink(link);
  const match = invitation?.match ?? (ID.test(link) ? link.toUpperCase() : undefined);
  const known = code === '' ? invitation?.code : code;
  return match === undefined ? undefined : matchHref(match, known);
}
