import type { NetworkFault } from '@flower-war/temple/core';
import { useState } from 'react';
import { useTexts } from '../../../app/language.tsx';
import type { Wifi } from '../mqtt/wifi.ts';
import { Slider } from './Slider.tsx';
import { FAULTS } from './texts.ts';

const KINDS: readonly NetworkFault[] = ['rst', 'refused', 'black-hole', 'away', 'stall'];

export function Network({ wifi }: { readonly wifi: Wifi }) {
  const texts = useTexts(FAULTS);
  const [seconds, setSeconds] = useState(10);
  const { quality, suffers } = wifi;
  const set = (changed: Partial<Wifi['quality']>) => {
    wifi.quality = { ...wifi.quality, ...changed };
  };
  return (
    <fieldset>
      <legend>{texts.network}</legend>
      <Slider
        label={texts.delay}
        most={3000}
        step={50}
        value={quality.delayMs}
        text={texts.ms}
        set={(delayMs) => set({ delayMs })}
      />
      <Slider
        label={texts.loss}
        most={80}
        value={Math.round(quality.loss * 100)}
        text={texts.percent}
        set={(percent) => set({ loss: percent / 100 })}
      />
      <Slider
        label={texts.lasts}
        least={1}
        most={120}
        value={seconds}
        text={(n) => texts.ms(n * 1000)}
        set={setSeconds}
      />
      <p className="deeds">
        {KINDS.map((kind) => (
          <button key={kind} type="button" onClick={() => wifi.suffer(kind, seconds * 1000)}>
            {texts.kinds[kind]}
          </button>
        ))}
        <button type="button" disabled={suffers === undefined} onClick={() => wifi.heal()}>
          {texts.heal}
        </button>
      </p>
      {suffers !== undefined && <p role="status">{texts.suffers(texts.kinds[suffers])}</p>}
    </fieldset>
  );
}
