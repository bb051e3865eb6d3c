import type { OwnTemple, TempleLog } from '@flower-war/client';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { Problem } from '../../app/Problem.tsx';
import { useLanguage, useTexts } from '../../app/language.tsx';
import { Link, matchHref } from '../../app/navigation.tsx';
import { usePlayer } from '../../app/player.tsx';
import { asError, useDeed } from '../../app/useAsked.ts';
import { Beads } from '../beads/Beads.tsx';
import { countsIn, sayAsOwner } from '../beads/remedies.ts';
import { Binding } from './Binding.tsx';
import { Settings } from './Settings.tsx';
import { OWN, type OwnTexts } from './texts.ts';

/** One temple of the player: whether it is online, where it counts, its beads, and all that can be done with it. */
export function TempleCard({ temple, refresh }: { readonly temple: OwnTemple; readonly refresh: () => void }) {
  const { words } = useLanguage();
  const { client } = usePlayer();
  const texts = useTexts(OWN);
  const { temple: id, name, online, ledger, waiting, bound, quarantined } = temple;
  const say = sayAsOwner(client, temple);
  const { temples } = words.screen;
  return (
    <article className="card own-temple" aria-label={name}>
      <h2>
        {name} {name !== id && <small>{id}</small>} <small>{online ? temples.online : temples.offline}</small>
      </h2>
      {quarantined && (
        <p role="status" className="banner">
          {texts.quarantined}
        </p>
      )}
      <Beads
        counts={{ war: countsIn(ledger, 'war'), rain: countsIn(ledger, 'rain') }}
        waiting={waiting}
        isInMatch={bound !== undefined}
        say={(said) => say(said).finally(refresh)}
        isHost={false}
      />
      <Binding temple={temple} refresh={refresh} />
      {online && <Blink temple={id} />}
      <Settings temple={temple} refresh={refresh} />
      <Log temple={id} />
      <Away temple={id} refresh={refresh} />
    </article>
  );
}

/** For people who have several temples before them. */
function Blink({ temple }: { readonly temple: string }) {
  const { client } = usePlayer();
  const { blink, blinks } = useTexts(OWN);
  const { isBusy, isDone, error, run } = useDeed();
  return (
    <div className="deeds">
      <button type="button" disabled={isBusy} onClick={() => run(() => client.temples.identify(temple))}>
        {blink}
      </button>
      {isDone && <p role="status">{blinks}</p>}
      {error && <Problem error={error} />}
    </div>
  );
}

/** To another player, or to no player in particular. Giving it up asks once more. */
function Away({ temple, refresh }: { readonly temple: string; readonly refresh: () => void }) {
  const { client } = usePlayer();
  const { away } = useTexts(OWN);
  const { isBusy, error, run } = useDeed();
  const [isSure, setSure] = useState(false);
  const give = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const player = String(new FormData(event.currentTarget).get('player')).trim();
    run(() => client.temples.give(temple, player).finally(refresh));
  };
  const release = () => run(() => client.temples.release(temple).finally(refresh));
  return (
    <details onToggle={() => setSure(false)}>
      <summary>{away.title}</summary>
      <p>{away.about}</p>
      <form onSubmit={give} className="settings">
        <label>
          {away.player}
          <input name="player" required autoComplete="off" autoCapitalize="none" />
        </label>
        <button type="submit" disabled={isBusy}>
          {away.give}
        </button>
      </form>
      {isSure ? (
        <fieldset className="choice">
          <legend>{away.sure}</legend>
          <button type="button" onClick={() => setSure(false)}>
            {away.no}
          </button>
          <button type="button" className="main" disabled={isBusy} onClick={release}>
            {away.yes}
          </button>
        </fieldset>
      ) : (
        <button type="button" onClick={() => setSure(true)}>
          {away.release}
        </button>
      )}
      {error && <Problem error={error} />}
    </details>
  );
}

type Entry = TempleLog['entries'][number];

/** What has happened to the temple since the player owns it. It is asked for only when it is opened. */
function Log({ temple }: { readonly temple: string }) {
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
