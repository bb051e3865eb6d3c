import type { OwnTemple } from '@flower-war/client';
import { useLanguage, useTexts } from '../../app/language.tsx';
import { Problem } from '../../app/Problem.tsx';
import { usePlayer } from '../../app/player.tsx';
import { Beads } from '../beads/Beads.tsx';
import { countsIn } from '../beads/remedies.ts';
import { sayAsOwner } from '../beads/say.ts';
import { useDeed } from '../beads/useDeed.ts';
import { Away } from './Away.tsx';
import { Binding } from './Binding.tsx';
import { Log } from './Log.tsx';
import { Settings } from './Settings.tsx';
import { OWN } from './texts.ts';

interface Props {
  readonly temple: OwnTemple;
  readonly refresh: () => void;
}

/** One temple of the player: whether it is online, where it counts, its beads, and all that can be done with it. */
export function TempleCard({ temple, refresh }: Props) {
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
