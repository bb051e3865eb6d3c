/** A person comes from another host, which says who they are: they play under that name here, or go on as they are. */
import { OPEN_DATA_CALLS, pathOf } from '@flower-war/protocol/paths';
import { useState } from 'react';
import { Problem, useDeed } from '../../app/asked.tsx';
import { ownCall } from '../../app/ownCall.ts';
import { useTexts, useTitle } from '../../app/language.tsx';
import { keepSession, keptSession } from '../../app/setting.ts';
import { Button } from '../../ui/forms.tsx';
import { HOSTS } from './texts.ts';
import './hosts.css';

interface ArrivalProps {
  /** What stood in the address. */
  readonly brought: string;
  /** The page goes on: the person is signed in, or goes on as before. */
  readonly goOn: () => void;
}

export function Arrival({ brought, goOn }: ArrivalProps) {
  const [said] = useState(() => readAssertion(brought));
  const [kept] = useState(keptSession);
  const texts = useTexts(HOSTS);
  const { isBusy, error, run } = useDeed();
  useTitle(texts.title(said?.name ?? ''));
  if (said === undefined) return <Nothing goOn={goOn} />;
  const { name, host, assertion } = said;
  const arrive = async () => {
    await signIn(assertion);
    goOn();
  };
  return (
    <main className="page">
      <h1>{texts.title(name)}</h1>
      <section className="card">
        <p>
          {texts.says} <b className="from">{texts.of(name, host)}</b>
        </p>
        <p>{texts.about(host)}</p>
        <div className="going">
          <Button className="main" disabled={isBusy} onClick={() => run(arrive)} text={texts.play(name, host)} />
          <Button disabled={isBusy} onClick={goOn} text={kept ? texts.stay(kept.name) : texts.guest} />
        </div>
        {kept && <small>{texts.loses(kept.name)}</small>}
        {error && <Problem error={error} />}
      </section>
    </main>
  );
}

/** What cannot be read is passed over. */
function Nothing({ goOn }: Pick<ArrivalProps, 'goOn'>) {
  const texts = useTexts(HOSTS);
  return (
    <main className="page">
      <Button className="main" onClick={goOn} text={texts.guest} />
    </main>
  );
}

/** As the server takes a name, as far as it could deceive here. */
const NAME = /^[^\p{C}\p{Zl}\p{Zp}]{1,24}$/u;

/** Who the person is by that. Only the server can say whether it is true. */
function readAssertion(brought: string) {
  try {
    const bytes = Uint8Array.from(atob(brought.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
    const assertion = JSON.parse(new TextDecoder().decode(bytes));
    const { from, name } = JSON.parse(assertion.signed);
    const { host, protocol } = new URL(from);
    return /^https?:$/.test(protocol) && NAME.test(name) ? { assertion, host, name: String(name) } : undefined;
  } catch {
    return undefined;
  }
}

async function signIn(assertion: object): Promise<void> {
  keepSession(await ownCall(pathOf({ call: OPEN_DATA_CALLS.arrive }), { body: { assertion } }));
}
