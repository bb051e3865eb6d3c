import { useTexts } from '../app/language.tsx';
import type { Draft, Hosted } from './draft.ts';
import { measuredOf } from './measured.ts';
import { NEW } from './texts.ts';

interface Props {
  readonly game: Hosted;
  readonly draft: Draft;
}

/** How even a match is, how often no player wins, and how long it takes: as measured, in words. */
export function Balance({ game, draft }: Props) {
  const { balance } = useTexts(NEW);
  const measured = measuredOf(game, draft);
  if (measured === undefined) return null;
  const { shares, unwon, rounds, choices } = measured;
  return (
    <section className="card balance">
      <h2>{balance.title}</h2>
      <ul className="sentences">
        <li>{balance.shares(shares.map(Math.round), Math.round(100 / shares.length))}</li>
        <li>{balance.unwon(Math.round(unwon))}</li>
        <li>{balance.length(rounds, Math.round(choices))}</li>
      </ul>
      <small>{balance.source}</small>
    </section>
  );
}
