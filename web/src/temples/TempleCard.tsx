import { sitterName } from '@flower-war/board/drawing';
import type { OwnTemple, PlayedMatch, TempleLog, TempleSettings } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { useCallback, useState } from 'react';
import { Coming, Problem, useAsked, useDeed } from '../app/asked.tsx';
import { editionName, useLanguage, useTexts } from '../app/language.tsx';
import { Link, matchHref, Way } from '../app/navigation.tsx';
import { usePlayer } from '../app/player.tsx';
import { usePages } from '../app/longList.ts';
import { Form, Button, Field } from '../ui/forms.tsx';
import { Opening, Status } from '../ui/controls.tsx';
import { Beads, countsIn, sayAsOwner } from './Beads.tsx';
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
      {online && <Blink temple={id} name={name} />}
      <Settings temple={temple} refresh={refresh} />
      <Opening title={texts.log.title}>
        <Log temple={id} />
      </Opening>
      <Away temple={id} refresh={refresh} />
    </article>
  );
}

/** For people who have several temples before them. */
function Blink({ temple, name }: Pick<OwnTemple, 'temple' | 'name'>) {
  const { client } = usePlayer();
  const { blink, blinks } = useTexts(OWN);
  const { isBusy, isDone, error, run } = useDeed();
  return (
    <div className="deeds">
      <Button
        disabled={isBusy}
        aria-label={`${blink}: ${name}`}
        onClick={() => run(() => client.temples.identify(temple))}
        text={blink}
      />
      {isDone && <Status>{blinks}</Status>}
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
  const give = (player: string) => run(() => client.temples.give(temple, player).finally(refresh));
  const release = () => run(() => client.temples.release(temple).finally(refresh));
  return (
    <details onToggle={() => setSure(false)}>
      <summary>{away.title}</summary>
      <p>{away.about}</p>
      <Form send={(said) => give(said('player'))} className="settings">
        <Field isPlain label={away.player} name="player" required autoComplete="off" autoCapitalize="none" />
        <Button type="submit" disabled={isBusy} text={away.give} />
      </Form>
      {isSure ? (
        <fieldset className="choice">
          <legend>{away.sure}</legend>
          <Button onClick={() => setSure(false)} text={away.no} />
          <Button className="main" disabled={isBusy} onClick={release} text={away.yes} />
        </fieldset>
      ) : (
        <Button onClick={() => setSure(true)} text={away.release} />
      )}
      {error && <Problem error={error} />}
    </details>
  );
}

type Entry = TempleLog['entries'][number];

/** What has happened to the temple since the player owns it. */
function Log({ temple }: { readonly temple: string }) {
  const { log } = useTexts(OWN);
  const { client } = usePlayer();
  const ask = useCallback(
    async (before: string | undefined) => {
      const page = await client.temples.log(temple, before === undefined ? {} : { before: Number(before) });
      return { items: page.entries, next: page.next === undefined ? undefined : `${page.next}` };
    },
    [client, temple],
  );
  const { items: entries, error, more, again } = usePages(ask);
  if (entries === undefined) return <Coming of={{ error, again }} />;
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
      {error && <Problem error={error} retry={more} />}
      {more && !error && <Button onClick={more} text={log.more} />}
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

/** What a temple uses where its owner has chosen nothing. */
const USUAL = { light: 60, debounceMs: 40 } as const;

function Settings({
  temple: { temple, name, settings },
  refresh,
}: {
  readonly temple: OwnTemple;
  readonly refresh: () => void;
}) {
  const { client } = usePlayer();
  const { settings: texts } = useTexts(OWN);
  const { isBusy, isDone, error, run } = useDeed();
  const save = (wanted: TempleSettings) => run(() => client.temples.set(temple, wanted).finally(refresh));
  const { light = USUAL.light, debounceMs = USUAL.debounceMs, swapped = false } = settings;
  return (
    <details>
      <summary>{texts.title}</summary>
      <Form send={(said) => save(settingsIn(said))} className="settings">
        <Field isPlain label={texts.name} name="name" defaultValue={name} maxLength={32} required autoComplete="off" />
        <Field
          isPlain
          label={texts.light}
          name="light"
          type="number"
          inputMode="numeric"
          min={0}
          max={100}
          defaultValue={light}
          required
        />
        <label>
          {texts.debounce}
          <input
            name="debounce"
            type="number"
            inputMode="numeric"
            min={0}
            max={1000}
            defaultValue={debounceMs}
            required
          />
          <small>{texts.debounceAbout}</small>
        </label>
        <label className="tick">
          <input name="swapped" type="checkbox" defaultChecked={swapped} />
          {texts.swapped}
        </label>
        <Button type="submit" disabled={isBusy} text={texts.save} />
        {isDone && <Status>{texts.saved}</Status>}
        {error && <Problem error={error} />}
      </Form>
    </details>
  );
}

const settingsIn = (said: (field: string) => string): TempleSettings => ({
  name: said('name'),
  light: Number(said('light')),
  debounceMs: Number(said('debounce')),
  swapped: said('swapped') !== '', // a box without a tick is not a field
});

const SHOWN = 20;

/** Where the temple counts, and where else it could. */
function Binding({ temple: { temple, bound }, refresh }: { readonly temple: OwnTemple; readonly refresh: () => void }) {
  const { client } = usePlayer();
  const texts = useTexts(OWN);
  const { isBusy, error, run } = useDeed();
  const act = (doing: () => Promise<unknown>) => run(() => doing().finally(refresh));
  return (
    <section className="binding">
      {bound === undefined ? (
        <>
          <p>{texts.free}</p>
          <Opening title={texts.bind.title}>
            <MatchList bind={(match, to) => act(() => client.temples.bind(temple, match, to))} isBusy={isBusy} />
          </Opening>
        </>
      ) : (
        <>
          <p>{bound.seat === undefined ? texts.countsForTable : texts.counts}</p>
          <p className="deeds">
            <Way to={matchHref(bound.match)} text={texts.toMatch} />
            <Button disabled={isBusy} onClick={() => act(() => client.temples.unbind(temple))} text={texts.unbind} />
          </p>
        </>
      )}
      {error && <Problem error={error} />}
    </section>
  );
}

interface MatchesProps {
  readonly bind: (match: string, to: 'seat' | 'table') => void;
  readonly isBusy: boolean;
}

function MatchList({ bind, isBusy }: MatchesProps) {
  const { texts } = useLanguage();
  const own = useTexts(OWN).bind;
  const { client, session } = usePlayer();
  const { value, error, again } = useAsked(useCallback(() => client.history.mine({ limit: SHOWN }), [client]));
  const running = value?.matches.filter(({ status }) => status !== 'ended');
  if (error) return <Problem error={error} retry={again} />;
  if (running === undefined) return <p className="wait">{texts.loading}</p>;
  if (running.length === 0)
    return (
      <p className="none">
        {own.none} <Link to={PAGES.home}>{own.first}</Link>
      </p>
    );
  return (
    <ul>
      {running.map((match) => (
        <li key={match.match} className="row">
          <MatchName match={match} />
          <span className="deeds">
            <Button disabled={isBusy} onClick={() => bind(match.match, 'seat')} text={own.mine} />
            {match.host === session.player && (
              <Button disabled={isBusy} onClick={() => bind(match.match, 'table')} text={own.table} />
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function MatchName({ match: { match, preset, seats, seat: own } }: { readonly match: PlayedMatch }) {
  const { words, texts } = useLanguage();
  const others = seats.filter(({ seat, kind }) => seat !== own && kind !== 'free');
  const names = others.map((holder) => sitterName(words, holder, { match, seat: holder.seat })).join(', ');
  return (
    <span className="what">
      <strong>{editionName(words, preset)}</strong> <span>{names === '' ? '' : texts.lists.with(names)}</span>
    </span>
  );
}
