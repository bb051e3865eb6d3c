import type { FlowerWarClient } from '@flower-war/client';
import type { Flaw, Proof } from '@flower-war/protocol';
import { type DragEvent, useCallback, useEffect, useState } from 'react';
import { Problem } from '../../app/Problem.tsx';
import { gameName } from '../../app/games.ts';
import { keptDice } from '../../app/keptDice.ts';
import { useLanguage, useTexts, useTitle } from '../../app/language.tsx';
import { Link, replayHref } from '../../app/navigation.tsx';
import { usePlayer } from '../../app/player.tsx';
import { type Loading, useAsked } from '../../app/useAsked.ts';
import type { Summary } from '../../match/place.ts';
import { seatName } from '../../moves/cardWords.ts';
import { type Check, CHECKS, type Facts, type Given, type Proved } from './facts.ts';
import { loadProve } from './loadProve.ts';
import { PROOF } from './texts.ts';
import './proof.css';

/** `?match=ID`, or a file that the person chooses or drops. */
export function ProofPage() {
  const { title, intro, choose } = useTexts(PROOF);
  useTitle(title);
  const [file, setFile] = useState<File>();
  const source = file ?? new URLSearchParams(location.search).get('match');
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setFile(event.dataTransfer.files[0] ?? file);
  };
  return (
    <main className="proof" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <h1>{title}</h1>
      <p>{intro}</p>
      {source !== null && source !== '' && <Proving key={keyOf(source)} source={source} />}
      <label className="chooser">
        {choose}
        <input type="file" onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? file)} />
      </label>
    </main>
  );
}

const keyOf = (source: Source): string =>
  typeof source === 'string' ? source : `${source.name} ${source.size} ${source.lastModified}`;

function Proving({ source }: { readonly source: Source }) {
  const { checking } = useTexts(PROOF);
  const { value: proved, error, again } = useProof(source);
  if (error !== undefined) return <Problem error={error} retry={again} />;
  if (proved === undefined)
    return (
      <p role="status" className="wait">
        {checking}
      </p>
    );
  return <Checked proved={proved} />;
}

type State = 'passed' | 'failed' | 'skipped';
const SIGNS: Readonly<Record<State, string>> = { passed: '✓', failed: '✗', skipped: '–' };

/** Each check in words, with what it was made from; the flawed line if there is one. */
function Checked({ proved }: { readonly proved: ShownProof }) {
  const texts = useTexts(PROOF);
  const { verdict, flawed, facts } = proved;
  return (
    <>
      <p role="status" className={`verdict ${verdict.ok ? 'passed' : 'failed'}`}>
        {verdict.ok ? texts.good : texts.bad(verdict.line)}
      </p>
      {!verdict.ok && <FlawedLine flaw={verdict} text={flawed} />}
      <ol className="checks">
        {CHECKS.map((check) => (
          <li key={check} className={`card ${stateOf(check, proved)}`}>
            <h2>
              <span aria-hidden="true">{SIGNS[stateOf(check, proved)]}</span> {texts.meanings[check].title}{' '}
              <small>{texts.states[stateOf(check, proved)]}</small>
            </h2>
            <p>{texts.meanings[check].about}</p>
            <Grounds check={check} proved={proved} />
          </li>
        ))}
        {facts && <Mine facts={facts} />}
      </ol>
      {verdict.ok && <Limits proof={verdict} />}
      <p className="others">
        {verdict.ok && proved.isOwnKey === true && (
          <Link to={replayHref(verdict.match)} className="button">
            {texts.replay}
          </Link>
        )}
        <Save record={proved.record} name={facts?.match ?? 'record'} />
      </p>
    </>
  );
}

/** A check that comes after a flaw was not made. */
function stateOf(check: Check, { failed }: ShownProof): State {
  if (failed === undefined) return 'passed';
  const [place, flawed] = [CHECKS.indexOf(check), CHECKS.indexOf(failed)];
  // The signature stands in the last line, so it is read only if all lines before it are whole.
  return place === flawed ? 'failed' : place < flawed ? 'passed' : 'skipped';
}

/** The sentence of the check itself, with what is special here, is English everywhere. */
function FlawedLine({
  flaw: { line, code, problem },
  text,
}: {
  readonly flaw: Flaw;
  readonly text: string | undefined;
}) {
  const texts = useTexts(PROOF);
  return (
    <section className="flaw card">
      <h2>{texts.line(line)}</h2>
      <p>{texts.flaws[code]}</p>
      <p>
        <small>
          {texts.says} <span lang="en">{problem}</span>.
        </small>
      </p>
      {text !== undefined && <pre>{text}</pre>}
    </section>
  );
}

/** What a proof leaves open. */
function Limits({ proof: { restores, from } }: { readonly proof: Proof }) {
  const texts = useTexts(PROOF);
  return (
    <>
      {restores > 0 && <p className="banner">{texts.restored(restores)}</p>}
      {from && (
        <p className="banner">
          {texts.fromOther(from.match)}, {from.isCompared ? texts.compared : texts.notCompared}
        </p>
      )}
    </>
  );
}

function Save({ record, name }: { readonly record: ShownProof['record']; readonly name: string }) {
  const { save } = useTexts(PROOF);
  const [href, setHref] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([record], { type: 'application/jsonl' }));
    setHref(made);
    return () => URL.revokeObjectURL(made);
  }, [record]);
  return (
    <a className="button" href={href} download={`${name}.jsonl`}>
      {save}
    </a>
  );
}

/** What a check was made from. */
function Grounds({
  check,
  proved: { verdict, facts, isOwnKey, summary },
}: {
  readonly check: Check;
  readonly proved: ShownProof;
}) {
  const { words } = useLanguage();
  const texts = useTexts(PROOF);
  switch (check) {
    case 'whole':
      return verdict.ok ? <p>{texts.sizes(verdict.entries, verdict.moves)}</p> : null;
    case 'signed':
      return verdict.ok ? (
        <>
          <Bytes name={texts.key} bytes={verdict.signedBy} />
          {isOwnKey !== undefined && <p>{isOwnKey ? texts.ownKey : texts.strangeKey}</p>}
        </>
      ) : null;
    case 'committed':
      return facts === undefined ? null : <Dice facts={facts} summary={summary} />;
    case 'played':
      return facts === undefined ? null : <p>{texts.rules(gameName(words, facts.game), facts.rulesVersion)}</p>;
  }
}

function Dice({
  facts: { game, commitment, secret, added },
  summary,
}: {
  readonly facts: Facts;
  readonly summary: ShownProof['summary'];
}) {
  const { words } = useLanguage();
  const called = (seat: number) => summary?.seats[seat]?.name ?? seatName({ game, view: {} }, seat, words);
  const texts = useTexts(PROOF);
  return (
    <>
      <Bytes name={texts.commitment} bytes={commitment} />
      {secret !== undefined && <Bytes name={texts.secret} bytes={secret} />}
      <p>{added.length === 0 ? texts.noneAdded : texts.someAdded}</p>
      {added.map(({ seat, bytes }) => (
        <Bytes key={seat} name={texts.added(called(seat))} bytes={bytes} />
      ))}
    </>
  );
}

function Bytes({ name, bytes }: { readonly name: string; readonly bytes: string }) {
  return (
    <p className="bytes">
      {name} <code>{bytes}</code>
    </p>
  );
}

/** Whether the record holds what this browser saw and added before the match, if it remembers. */
function Mine({ facts: { match, commitment, added } }: { readonly facts: Facts }) {
  const { mine, mineAbout, notMine, states } = useTexts(PROOF);
  const kept = keptDice(match);
  if (kept === undefined) return null;
  const isIn = kept.commitment === commitment && added.some(({ bytes }) => bytes === kept.contribution);
  return (
    <li className={`card ${isIn ? 'passed' : 'failed'}`}>
      <h2>
        <span aria-hidden="true">{isIn ? '✓' : '✗'}</span> {mine} <small>{isIn ? states.passed : states.failed}</small>
      </h2>
      <p>{isIn ? mineAbout : notMine}</p>
      <p className="bytes">
        <code>{kept.contribution}</code>
      </p>
    </li>
  );
}

// Finds the record of a match, or reads a file, and proves it.

/** The id of a match on this server, or a file. */
type Source = string | File;

interface ShownProof extends Proved {
  readonly record: string | Uint8Array<ArrayBuffer>;
  /** Whether this server publishes the key that signed; unknown if the server does not say. */
  readonly isOwnKey: boolean | undefined;
  /** The match as this server knows it, if it is one of this server. */
  readonly summary: Summary | undefined;
}

function useProof(source: Source): Loading<ShownProof> {
  const { client } = usePlayer();
  return useAsked(useCallback(() => proofOf(client, source), [client, source]));
}

async function proofOf(client: FlowerWarClient, source: Source): Promise<ShownProof> {
  const record =
    typeof source === 'string' ? await client.history.record(source) : new Uint8Array(await source.arrayBuffer());
  const parent = await parentOf(client, record);
  const proved = await proveAside({ record, parent });
  const keys = await client.history.keys().catch(() => undefined);
  const { verdict } = proved;
  const isOwnKey = verdict.ok ? keys?.includes(verdict.signedBy) : undefined;
  const summary = verdict.ok && isOwnKey ? await client.match(verdict.match).catch(() => undefined) : undefined;
  return { ...proved, record, isOwnKey, summary };
}

/** The record of the match that this one goes on from, if this server shows it. */
async function parentOf(client: FlowerWarClient, record: ShownProof['record']): Promise<string | undefined> {
  const parent = parentIn(record);
  return parent === undefined ? undefined : client.history.record(parent).catch(() => undefined);
}

function parentIn(record: ShownProof['record']): string | undefined {
  const text = typeof record === 'string' ? record : new TextDecoder().decode(record);
  try {
    const { from } = JSON.parse(text.slice(0, text.indexOf('\n'))) as { readonly from?: { readonly match?: string } };
    return from?.match;
  } catch {
    return undefined; // `verify` says what is wrong
  }
}

// Verifies a record in a worker, or in the page where browsers have none.

/** The longest honest record takes a few seconds. */
const PATIENCE_MS = 60_000;

const ENDLESS: Proved = {
  verdict: {
    ok: false,
    line: 1,
    code: 'parent',
    problem: 'the rules run for ever with the state that it goes on from',
  },
  failed: 'played',
  flawed: undefined,
  facts: undefined,
};

async function proveAside(given: Given): Promise<Proved> {
  const worker = madeWorker();
  try {
    return worker === undefined ? await proveHere(given) : await provedBy(worker, given);
  } finally {
    worker?.terminate();
  }
}

/** Rules can run for ever only with a state that the record itself brings along. */
function provedBy(worker: Worker, given: Given): Promise<Proved> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(ENDLESS), PATIENCE_MS);
    worker.onmessage = ({ data }: MessageEvent<Proved>) => {
      clearTimeout(timer);
      resolve(data);
    };
    worker.onerror = () => {
      clearTimeout(timer);
      proveHere(given).then(resolve, reject);
    };
    worker.postMessage(given);
  });
}

const proveHere = async (given: Given): Promise<Proved> => (await loadProve())(given);

/** Older browsers have no workers that are modules. */
function madeWorker(): Worker | undefined {
  try {
    return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return undefined;
  }
}
