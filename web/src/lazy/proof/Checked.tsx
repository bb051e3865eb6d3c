/** What a proof says: each check in words, with what it was made from. */

import type { Flaw, Proof } from '@flower-war/protocol';
import type { ReactNode } from 'react';
import { Problem } from '../../app/asked.tsx';
import { gameName, useLanguage, useTexts } from '../../app/language.tsx';
import { deviceReplayHref, replayHref, Way } from '../../app/navigation.tsx';
import { keptDice } from '../../app/setting.ts';
import type { Summary } from '../../match/place.ts';
import { seatName } from '@flower-war/words';
import type { KeptCheck, ProvedKept } from '../local/keptMatch.ts';
import type { Check, Facts, Proved } from './prove.ts';
import { PROOF } from './texts.ts';
import { Save } from '../../ui/controls.tsx';

export interface ShownProof extends Proved {
  readonly record: string | Uint8Array<ArrayBuffer>;
  /** Whether this server publishes the key that signed; unknown if the server does not say. */
  readonly isOwnKey: boolean | undefined;
  /** The match as this server knows it, if it is one of this server. */
  readonly summary: Summary | undefined;
  /** Why the server was not heard, where a check needs it: for the match that this one goes on from, or for the keys. */
  readonly unanswered: Error | undefined;
}

/** The same of a match that was played on a device. */
export interface ShownKept extends ProvedKept {
  readonly record: string;
  /** Whether this device keeps it, so that it can be watched again here. */
  readonly isHere: boolean;
}

type State = 'passed' | 'failed' | 'skipped';
const SIGNS: Readonly<Record<State, string>> = { passed: '✓', failed: '✗', skipped: '–' };

/** In the order in which they are made. */
const CHECKS: readonly Check[] = ['whole', 'signed', 'committed', 'played'];

/** Each check in words, with what it was made from; the flawed line if there is one. */
export function Checked({ proved, again }: { readonly proved: ShownProof; readonly again: () => void }) {
  const texts = useTexts(PROOF);
  const { verdict, flawed, facts, unanswered } = proved;
  return (
    <>
      <p role="status" className={`verdict ${verdict.ok ? 'passed' : 'failed'}`}>
        {verdict.ok ? texts.good : texts.bad(verdict.line)}
      </p>
      {!verdict.ok && <FlawedLine flaw={verdict} text={flawed} />}
      <ol className="checks">
        {CHECKS.map((check) => (
          <CheckCard key={check} state={stateOf(check, proved)} meaning={texts.meanings[check]}>
            <Grounds check={check} proved={proved} />
          </CheckCard>
        ))}
        {facts && <Mine facts={facts} />}
      </ol>
      {verdict.ok && <Limits proof={verdict} />}
      {verdict.ok && unanswered && <Problem error={unanswered} retry={again} />}
      <p className="others">
        {verdict.ok && proved.isOwnKey === true && <Way to={replayHref(verdict.match)} text={texts.replay} />}
        <Save
          content={proved.record}
          type="application/jsonl"
          name={`${facts?.match ?? 'record'}.jsonl`}
          text={texts.save}
        />
      </p>
    </>
  );
}

/** A check in words, and whether the match passes it. */
function CheckCard({ state, meaning, children }: CheckCardProps) {
  const { states } = useTexts(PROOF);
  return (
    <li className={`card ${state}`}>
      <h2>
        <span aria-hidden="true">{SIGNS[state]}</span> {meaning.title} <small>{states[state]}</small>
      </h2>
      <p>{meaning.about}</p>
      {children}
    </li>
  );
}

interface CheckCardProps {
  readonly state: State;
  readonly meaning: { readonly title: string; readonly about: string };
  readonly children?: ReactNode;
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
  const { mine, mineAbout, notMine } = useTexts(PROOF);
  const kept = keptDice(match);
  if (kept === undefined) return null;
  const isIn = kept.commitment === commitment && added.some(({ bytes }) => bytes === kept.contribution);
  return (
    <CheckCard state={isIn ? 'passed' : 'failed'} meaning={{ title: mine, about: isIn ? mineAbout : notMine }}>
      <p className="bytes">
        <code>{kept.contribution}</code>
      </p>
    </CheckCard>
  );
}

const KEPT_CHECKS: readonly KeptCheck[] = ['whole', 'played', 'bots'];

/** A match of a device: no server signs it, so its checks are others. */
export function CheckedKept({ proved: { flawed, kept, record, isHere } }: { readonly proved: ShownKept }) {
  const { words, texts: common } = useLanguage();
  const { good, save, device: texts } = useTexts(PROOF);
  // One pass makes the checks of all moves, so a flaw leaves open what comes after it.
  const state = (check: KeptCheck): State =>
    flawed === undefined || (check === 'whole' && flawed.failed !== check)
      ? 'passed'
      : check === flawed.failed
        ? 'failed'
        : 'skipped';
  return (
    <>
      <p role="status" className={`verdict ${flawed === undefined ? 'passed' : 'failed'}`}>
        {flawed === undefined ? good : texts.bad}
      </p>
      {flawed && (
        <section className="flaw card">
          {flawed.move !== undefined && <h2>{texts.move(flawed.move)}</h2>}
          <p>{texts.flaws[flawed.flaw]}</p>
          {flawed.move !== undefined && <pre>{JSON.stringify(kept?.moves[flawed.move - 1])}</pre>}
        </section>
      )}
      <ol className="checks">
        {KEPT_CHECKS.map((check) => (
          <CheckCard key={check} state={state(check)} meaning={texts.meanings[check]}>
            {check === 'whole' && kept && (
              <p>{texts.sizes(gameName(words, kept.game), words.bot(kept.level).level, kept.moves.length)}</p>
            )}
          </CheckCard>
        ))}
      </ol>
      {flawed === undefined && <p className="banner">{texts.limits}</p>}
      {kept && (
        <p className="others">
          {isHere && <Way to={deviceReplayHref(kept.seed)} text={common.past.replay} />}
          <Save content={record} type="application/jsonl" name={`${kept.game}-${kept.seed}.json`} text={save} />
        </p>
      )}
    </>
  );
}
