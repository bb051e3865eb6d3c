import type { TempleLog } from '@flower-war/client';
import { useCallback, useEffect, useState } from 'react';
import { useLanguage, useTexts } from '../../app/language.tsx';
import { Link } from '../../app/navigation.tsx';
import { Problem } from '../../app/Problem.tsx';
import { usePlayer } from '../../app/player.tsx';
import { matchHref } from '../../app/route.ts';
import { asError } from '../../app/useAsked.ts';
import { OWN, type OwnTexts } from './texts.ts';

type Entry = TempleLog['entries'][number];

/** What has happened to the temple since the player owns it. It is asked for only when it is opened. */
export function Log({ temple }: { readonly temple: string }) {
  const { log } = useTexts(OWN);
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{log.title}</summary>
      {isOpen && <Pages temple={temple} />}
    </details>
  );
}

function Pages({ temple }: { readonly temple: string }) {
  const { texts } = useLanguage();
  const { log } = useTexts(OWN);
  const { client } = usePlayer();
  const [entries, setEntries] = useState<readonly Entry[]>();
  const [next, setNext] = useState<number>();
  const [error, setError] = useState<Error>();
  const read = useCallback(
    (before?: number) =>
      client.temples.log(temple, before === undefined ? {} : { before }).then(
        (page) => {
          setEntries((known = []) => (before === undefined ? page.entries : [...known, ...page.entries]));
          setNext(page.next);
        },
        (thrown) => setError(asError(thrown)),
      ),
    [client, temple],
  );
  useEffect(() => void read(), [read]);
  if (error) return <Problem error={error} />;
  if (entries === undefined) return <p className="wait">{texts.loading}</p>;
  return (
    <>
      {entries.length === 0 && <p className="none">{log.empty}</p>}
      <ul className="log">
        {entries.map((entry) => (
          <li key={entry.seq}>
            <LogEntry entry={entry} />
          </li>
        ))}
      </ul>
      {next !== undefined && (
        <button type="button" onClick={() => void read(next)}>
          {log.more}
        </button>
      )}
    </>
  );
}

function LogEntry({ entry }: { readonly entry: Entry }) {
  const { words } = useLanguage();
  const texts = useTexts(OWN);
  const when = new Date(entry.at).toLocaleString(words.language, { dateStyle: 'short', timeStyle: 'short' });
  const more = detailOf(entry, texts);
  return (
    <>
      <time dateTime={new Date(entry.at).toISOString()}>{when}</time> {texts.log.kinds[entry.kind]}
      {more !== '' && `: ${more}`}
      {entry.kind === 'returned' && `: ${words.screen.temples.out(entry.n, entry.slot)}`}
      {entry.kind === 'bound' && (
        <>
          {' '}
          <Link to={matchHref(entry.match)}>{texts.toMatch}</Link>
        </>
      )}
    </>
  );
}

function detailOf(entry: Entry, { log }: OwnTexts): string {
  if (entry.kind === 'claimed') return log.how[entry.how];
  if (entry.kind === 'based') return log.totals(entry.war, entry.rain);
  if (entry.kind !== 'counted') return '';
  const doubt = entry.doubtful === true ? `; ${log.doubtful}` : '';
  return `${log.totals(entry.war, entry.rain)}${doubt}`;
}
