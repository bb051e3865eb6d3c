import type { LiveMatch, TempleJson } from '@flower-war/client';
import { useTexts } from '../../app/language.tsx';
import type { Choice } from '../../moves/choices.ts';
import { ByHand } from './AtTable.tsx';
import { AT_TABLE } from './texts.ts';
import './table.css';

/** The moves that a temple takes, which are therefore no buttons; and the way to make them on the screen after all. */
export function InBeads({
  live,
  temple: { temple, name },
  choices,
}: {
  readonly live: LiveMatch;
  readonly temple: TempleJson;
  readonly choices: readonly Choice[];
}) {
  const { drop } = useTexts(AT_TABLE);
  return (
    <section className="in-beads" aria-label={name}>
      <p>
        <b>{drop(name)}</b>
      </p>
      <ul>
        {choices.map(({ move, sentence }) => (
          <li key={move}>{sentence}</li>
        ))}
      </ul>
      <ByHand live={live} temple={temple} isByHand={false} />
    </section>
  );
}
