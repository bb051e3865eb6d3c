import { keptDice } from '../../app/keptDice.ts';
import { useTexts } from '../../app/language.tsx';
import type { Facts } from './facts.ts';
import { PROOF } from './texts.ts';

/** Whether the record holds what this browser saw and added before the match, if it remembers. */
export function Mine({ facts: { match, commitment, added } }: { readonly facts: Facts }) {
  const { mine, mineAbout, notMine, states } = useTexts(PROOF);
  const kept = keptDice(match);
  if (kept === undefined) return null;
  const isIn = kept.commitment === commitment && added.some(({ bytes }) => bytes === kept.contribution);
  return (
    <li className={`card ${isIn ? 'passed' : 'failed'}`}>
      <h2>
        <span aria-hidden="true">{isIn ? '✓' : '✗'}</span> {mine} <small>{isIn ? states.passed : states.failed}</small>
      </h2>
      <p>{isIn ? mineAbout : notMine}</p>
      <p className="bytes">
        <code>{kept.contribution}</code>
      </p>
    </li>
  );
}
