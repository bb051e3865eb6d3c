import type { NewReport } from '@flower-war/client';
import { type FormEvent, useState } from 'react';
import { useTexts } from '../app/language.tsx';
import { Problem } from '../app/Problem.tsx';
import { usePlayer } from '../app/player.tsx';
import { Choice } from '../ui/Choice.tsx';
import { useAct } from './me/useAct.ts';
import { REPORT } from './reportTexts.ts';

type Reason = NewReport['reason'];
const REASONS: readonly Reason[] = ['name', 'abuse', 'cheating', 'other'];
const MOST_LETTERS = 1000;

/** Tells the host of the server about a player. The player does not learn of it. */
export function Report({ player }: { readonly player: string }) {
  const texts = useTexts(REPORT);
  const { client } = usePlayer();
  const { isBusy, error, run } = useAct();
  const [reason, setReason] = useState<Reason>('abuse');
  const [isSent, setSent] = useState(false);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('text') ?? '').trim();
    run(async () => {
      await client.account.report({ player, reason, ...(text !== '' && { text }) });
      setSent(true);
    });
  };
  return (
    <details className="card report">
      <summary>{texts.title}</summary>
      {isSent ? (
        <p role="status">{texts.sent}</p>
      ) : (
        <form onSubmit={send}>
          <p>{texts.about}</p>
          <Choice
            title={texts.why}
            values={REASONS}
            chosen={reason}
            name={(one) => texts.reasons[one]}
            choose={setReason}
          />
          <label>
            {texts.text}
            <textarea name="text" rows={3} maxLength={MOST_LETTERS} />
          </label>
          <button type="submit" disabled={isBusy}>
            {texts.send}
          </button>
          {error && <Problem error={error} />}
        </form>
      )}
    </details>
  );
}
