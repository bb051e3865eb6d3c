import { useState } from 'react';
import { Problem } from '../../app/Problem.tsx';
import { useTexts } from '../../app/language.tsx';
import { usePlayer } from '../../app/player.tsx';
import { useDeed } from '../../app/useAsked.ts';
import { Form } from '../../ui/forms.tsx';
import { CLAIM } from './texts.ts';

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
        <label>
          {texts.temple}
          <input
            name="temple"
            value={temple}
            onChange={(event) => setTemple(event.currentTarget.value)}
            required
            placeholder="templo-7f3a"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </label>
        <label>
          {texts.code}
          <input
            name="code"
            defaultValue={known.code ?? ''}
            required
            maxLength={16}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        </label>
        <button type="submit" disabled={isBusy}>
          {texts.go}
        </button>
      </Form>
      <button type="button" className="quiet" disabled={isBusy} onClick={show}>
        {texts.show}
      </button>
      {isWrong && <p role="alert">{texts.noName}</p>}
      {said !== undefined && <p role="status">{said}</p>}
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
