/** Where the square code on a temple leads, and the form for a person who types what its label says. */
import { RefusedError } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { useCallback, useState } from 'react';
import { Problem, useAsked, useDeed } from '../app/asked.tsx';
import { useLanguage, useTexts, useTitle } from '../app/language.tsx';
import { useRoute, Way } from '../app/navigation.tsx';
import { usePlayer } from '../app/player.tsx';
import { CLAIM } from './texts.ts';
import { Button, Form, Field } from '../ui/forms.tsx';
import { Status } from '../ui/controls.tsx';
import './temples.css';

/** Where the square code on a temple leads: says what will happen, and claims the temple with one tap. */
export function ClaimPage() {
  useRoute(); // another link on this page shows another temple
  const label = readLabel(location.search);
  const { temple, code } = label;
  const [claimed, setClaimed] = useState<string>();
  const { page, claim } = useTexts(CLAIM);
  useTitle(claim.title);
  if (claimed !== undefined)
    return (
      <main className="page claim-page">
        <h1>{claim.done(claimed)}</h1>
        <Onward />
      </main>
    );
  if (temple === undefined || code === undefined)
    return (
      <main className="page claim-page">
        <h1>{page.wrongTitle}</h1>
        <p role="alert">{page.damaged}</p>
        <ClaimForm known={label} onClaimed={setClaimed} />
      </main>
    );
  return (
    <main className="page claim-page">
      <h1>{page.title(temple)}</h1>
      <OneTap key={temple} temple={temple} code={code} onClaimed={setClaimed} />
    </main>
  );
}

function OneTap({
  temple,
  code,
  onClaimed,
}: {
  readonly temple: string;
  readonly code: string;
  readonly onClaimed: (temple: string) => void;
}) {
  const { texts } = useLanguage();
  const { client, session } = usePlayer();
  const { page, claim } = useTexts(CLAIM);
  const { value: own, error: unknown, again } = useAsked(useCallback(() => client.temples.list(), [client]));
  const { isBusy, error, run } = useDeed();
  if (unknown) return <Problem error={unknown} retry={again} />;
  if (own === undefined) return <p className="wait">{texts.loading}</p>;
  if (own.some((one) => one.temple === temple))
    return (
      <>
        <Status>{page.isYours}</Status>
        <Onward />
      </>
    );
  const isWrong = error instanceof RefusedError && error.code === 'wrong-temple-code';
  return (
    <>
      <ul className="card promises">
        {page.about.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className="none">{page.you(session.name)}</p>
      {error && <Problem error={error} />}
      {isWrong ? (
        <>
          <p>{page.wrongCode}</p>
          <ClaimForm known={{ temple }} onClaimed={onClaimed} />
        </>
      ) : (
        <Button
          className="main wide"
          disabled={isBusy}
          onClick={() => run(() => client.temples.claim(temple, code).then(({ name }) => onClaimed(name)))}
          text={claim.go}
        />
      )}
    </>
  );
}

function Onward() {
  const { page } = useTexts(CLAIM);
  return (
    <p className="deeds">
      <Way to={PAGES.temples} text={page.after} />
      <Way to={PAGES.home} text={page.play} />
    </p>
  );
}

interface ClaimFormProps {
  /** What is known of the label already. */
  readonly known?: Label;
  readonly onClaimed: (temple: string) => void;
}

/** For people who read a label or a display. The name may be the whole link of the label. */
export function ClaimForm({ known = {}, onClaimed }: ClaimFormProps) {
  const { client } = usePlayer();
  const { claim: texts } = useTexts(CLAIM);
  const { isBusy, error, run } = useDeed();
  const [said, setSaid] = useState<string>();
  const [isWrong, setWrong] = useState(false);
  const [temple, setTemple] = useState(known.temple ?? '');

  const withTemple = (doing: (id: string) => Promise<string>) => {
    const { temple: id } = readLabel(temple);
    setWrong(id === undefined);
    setSaid(undefined);
    if (id !== undefined) run(() => doing(id).then(setSaid));
  };
  const claim = (code: string, clear: () => void) =>
    withTemple(async (id) => {
      const { name } = await client.temples.claim(id, code);
      clear();
      setTemple('');
      onClaimed(id);
      return texts.done(name);
    });
  const show = () => withTemple(async (id) => client.temples.showCode(id).then(() => texts.shown));
  return (
    <section className="card" aria-labelledby="claim">
      <h2 id="claim">{texts.title}</h2>
      <p>{texts.about}</p>
      <Form send={(said, clear) => claim(said('code'), clear)} className="settings">
        <Field
          isPlain
          label={texts.temple}
          name="temple"
          value={temple}
          onChange={(event) => setTemple(event.currentTarget.value)}
          required
          placeholder="templo-7f3a"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Field
          isPlain
          label={texts.code}
          name="code"
          defaultValue={known.code ?? ''}
          required
          maxLength={16}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Button type="submit" disabled={isBusy} text={texts.go} />
      </Form>
      <Button className="quiet" disabled={isBusy} onClick={show} text={texts.show} />
      {isWrong && <p role="alert">{texts.noName}</p>}
      {said !== undefined && <Status>{said}</Status>}
      {error && <Problem error={error} />}
    </section>
  );
}

// What the label of a temple says: `http://…/claim?t=ID&k=CODE`, or its name alone.

interface Label {
  readonly temple?: string;
  /** Eight characters from the label, or six from a display. */
  readonly code?: string;
}

const TEMPLE = /^templo-[0-9a-f]{4,12}$/;
const CODE = /^[0-9A-Z]{6}(?:[0-9A-Z]{2})?$/;

/** Leaves out what is damaged. */
export function readLabel(text: string): Label {
  const trimmed = text.trim();
  const at = trimmed.indexOf('?');
  if (at === -1) return labelOf(trimmed, '');
  const query = new URLSearchParams(trimmed.slice(at + 1).replace(/#.*/s, ''));
  return labelOf(query.get('t') ?? '', query.get('k') ?? '');
}

function labelOf(name: string, typed: string): Label {
  const temple = name.trim().toLowerCase();
  const code = typed.toUpperCase().replace(/[\s\p{Pd}_.]/gu, '');
  return { ...(TEMPLE.test(temple) && { temple }), ...(CODE.test(code) && { code }) };
}
