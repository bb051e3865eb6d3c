import { SOUNDS } from '../../alerts/wanted.ts';
import { useTexts } from '../../app/language.tsx';
import { useSetting } from '../../app/setting.ts';
import { SPEED, SPEEDS } from '../../tables/motion/speed.ts';
import { Choice } from '../../ui/Choice.tsx';
import { CAUTION } from '../dock/caution.ts';
import { KeyList } from '../keys/KeyList.tsx';
import { MENU_TEXTS } from './texts.ts';

/** How the table behaves in this browser: its motion, its sounds, its questions, its keys. */
export function Manners({ isPlaying }: { readonly isPlaying: boolean }) {
  const texts = useTexts(MENU_TEXTS);
  const speed = useSetting(SPEED);
  const hasSounds = useSetting(SOUNDS);
  const isCautious = useSetting(CAUTION);
  return (
    <>
      <Choice
        title={texts.speed}
        values={SPEEDS}
        chosen={speed}
        name={(value) => texts.speeds[value]}
        choose={SPEED.choose}
      />
      <label className="caution">
        <input type="checkbox" checked={hasSounds} onChange={() => SOUNDS.choose(!hasSounds)} />
        {texts.sounds}
      </label>
      {isPlaying && (
        <label className="caution">
          <input type="checkbox" checked={isCautious} onChange={() => CAUTION.choose(!isCautious)} />
          {texts.caution}
        </label>
      )}
      {isPlaying && <KeyList />}
    </>
  );
}
