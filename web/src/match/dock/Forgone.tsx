import { useTexts } from '../../app/language.tsx';
import type { Choice } from '../../moves/picks.ts';
import { forgoneBy } from '../../moves/stakes.ts';
import { DOCK_TEXTS } from './texts.ts';

interface Props {
  readonly choice: Choice;
  readonly all: readonly Choice[];
}

/** What the player goes without by a pass. */
export function Forgone({ choice, all }: Props) {
  const { instead } = useTexts(DOCK_TEXTS);
  const forgone = forgoneBy(choice, all);
  const [first] = forgone;
  return first && <small className="forgone">{instead(first.sentence, forgone.length - 1)}</small>;
}
