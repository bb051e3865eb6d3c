import type { AnyGame, LobbyEntryOf } from '@flower-war/client';
import { useLobby } from '@flower-war/client/react';
import type { Words } from '@flower-war/words';
import { useLanguage } from '../app/language.tsx';
import { sitterName, lengthName } from '../app/names.ts';
import { Problem } from '../app/Problem.tsx';
import { usePlayer } from '../app/player.tsx';
import { MatchRow } from './MatchRow.tsx';

type Entry = LobbyEntryOf<AnyGame>;

/** The public matches, kept up to date. */
export function OpenMatches() {
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

interface ListProps {
  readonly title: string;
  readonly entries: readonly Entry[];
  readonly none: string;
  readonly action: string;
}

function List({ title, entries, none, action }: ListProps) {
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
