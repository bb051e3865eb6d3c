import { useState } from 'react';
import { useTexts } from '../../app/language.tsx';
import { Problem } from '../../app/Problem.tsx';
import { usePlayer } from '../../app/player.tsx';
import { PEOPLE } from '../texts.ts';
import { useAct } from './useAct.ts';

interface Props {
  readonly hasCode: boolean;
  readonly again: () => void;
}

/** The way back for the day when all devices are lost. */
export function Recovery({ hasCode, again }: Props) {
  const { me } = useTexts(PEOPLE);
  const { client } = usePlayer();
  const { isBusy, error, run } = useAct();
  const [code, setCode] = useState<string>();
  const renew = () =>
    run(async () => {
      setCode(await client.account.recoveryCode());
      again();
    });
  return (
    <section className="card">
      <h2>{me.recovery}</h2>
      <p>{me.recoveryAbout}</p>
      <p>{hasCode ? me.hasRecovery : me.noRecovery}</p>
      <button type="button" disabled={isBusy} onClick={renew}>
        {me.newRecovery}
      </button>
      {code !== undefined && <NewCode code={code} />}
      {error && <Problem error={error} />}
    </section>
  );
}

/** A recovery code, which is shown this once. */
export function NewCode({ code }: { readonly code: string }) {
  const { me } = useTexts(PEOPLE);
  return (
    <p role="status">
      {me.recoveryAbout} <output className="code">{code}</output>
    </p>
  );
}
