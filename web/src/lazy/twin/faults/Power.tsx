import { FLASH_KINDS } from '@flower-war/temple/core';
import { useTexts } from '../../../app/language.tsx';
import type { BrowserTwin, Hardware } from '../device/browserTwin.ts';
import { Slider } from './Slider.tsx';
import { FAULTS } from './texts.ts';

export interface PowerProps {
  readonly running: {
    readonly now: BrowserTwin;
    readonly hardware: Hardware;
    readonly build: (hardware: Hardware) => void;
    readonly powerOn: () => void;
  };
}

export function Power({ running: { now, hardware, build, powerOn } }: PowerProps) {
  const texts = useTexts(FAULTS);
  const { twin } = now;
  return (
    <fieldset>
      <legend>{texts.power}</legend>
      <p className="deeds">
        {twin.display.power === 'off' ? (
          <button type="button" className="main" onClick={powerOn}>
            {texts.on}
          </button>
        ) : (
          <>
            <button type="button" onClick={() => twin.powerOff()}>
              {texts.cut}
            </button>
            <button type="button" onClick={() => twin.powerOff({ isTorn: true })}>
              {texts.torn}
            </button>
          </>
        )}
        <button type="button" onClick={() => twin.wipe()}>
          {texts.wipe}
        </button>
      </p>
      <p>
        <small>{texts.restarts}</small>
      </p>
      <Slider
        label={texts.boot}
        least={100}
        most={10_000}
        step={100}
        value={hardware.bootMs}
        text={texts.ms}
        set={(bootMs) => build({ ...hardware, bootMs })}
      />
      <Slider
        label={texts.write}
        most={5000}
        step={4}
        value={hardware.writeMs}
        text={texts.ms}
        set={(writeMs) => build({ ...hardware, writeMs })}
      />
      <label>
        {texts.flash}
        <select
          value={hardware.flash}
          onChange={({ currentTarget }) => build({ ...hardware, flash: kindOf(currentTarget.value) })}
        >
          {FLASH_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {texts.flashes[kind]}
            </option>
          ))}
        </select>
      </label>
      <label className="tick">
        <input
          type="checkbox"
          checked={hardware.isCrossed}
          onChange={({ currentTarget }) => build({ ...hardware, isCrossed: currentTarget.checked })}
        />
        {texts.crossed}
      </label>
    </fieldset>
  );
}

const kindOf = (value: string): Hardware['flash'] => FLASH_KINDS.find((kind) => kind === value) ?? 'wal';
