import type { Flaw, Proof } from '@flower-war/protocol';
import { useEffect, useState } from 'react';
import { useTexts } from '../../app/language.tsx';
import { Link } from '../../app/navigation.tsx';
import { replayHref } from '../../app/route.ts';
import { CHECKS, type Check } from './checks.ts';
import { Grounds } from './Grounds.tsx';
import { Mine } from './Mine.tsx';
import { PROOF } from './texts.ts';
import type { Shown } from './useProof.ts';

type State = 'passed' | 'failed' | 'skipped';
const SIGNS: Readonly<Record<State, string>> = { passed: '✓', failed: '✗', skipped: '–' };

interface Props {
  readonly proved: Shown;
}

/** Each check in words, with what it was made from; the flawed line if there is one. */
export function Checked({ proved }: Props) {
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
function stateOf(check: Check, { failed }: Shown): State {
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

function Save({ record, name }: { readonly record: Shown['record']; readonly name: string }) {
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
