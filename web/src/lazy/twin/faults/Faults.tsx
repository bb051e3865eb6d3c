import { useState } from 'react';
import { useTexts } from '../../../app/language.tsx';
import { MISHAPS, type Mishaps, NO_MISHAPS } from '../device/mishaps.ts';
import { Network } from './Network.tsx';
import { Power, type PowerProps } from './Power.tsx';
import { Slider } from './Slider.tsx';
import { FAULTS } from './texts.ts';
import './faults.css';

interface Props {
  readonly running: PowerProps['running'];
  readonly mishaps: Mishaps;
  readonly setMishaps: (mishaps: Mishaps) => void;
}

/** Everything that goes wrong with real temples. */
export function Faults(props: Props) {
  const { title } = useTexts(FAULTS);
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="card faults" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && <All {...props} />}
    </details>
  );
}

function All({ running, mishaps, setMishaps }: Props) {
  const texts = useTexts(FAULTS);
  const { clock } = running.now;
  return (
    <>
      <fieldset>
        <legend>{texts.beads}</legend>
        {MISHAPS.map((name) => (
          <Slider
            key={name}
            label={texts[name]}
            most={100}
            value={mishaps[name]}
            text={texts.percent}
            set={(share) => setMishaps({ ...mishaps, [name]: share })}
          />
        ))}
        <button type="button" onClick={() => setMishaps(NO_MISHAPS)}>
          {texts.calm}
        </button>
      </fieldset>
      <Network wifi={running.now.wifi} />
      <Power running={running} />
      <fieldset>
        <legend>{texts.clock}</legend>
        <Slider
          label={texts.rate}
          least={25}
          most={400}
          step={5}
          value={Math.round(clock.pace * 100)}
          text={texts.percent}
          set={(percent) => clock.goAt(percent / 100)}
        />
      </fieldset>
    </>
  );
}
