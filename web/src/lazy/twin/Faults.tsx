import { FLASH_KINDS, type NetworkFault } from '@flower-war/temple/core';
import { useState } from 'react';
import { useTexts } from '../../app/language.tsx';
import { Opening, Remark, Status } from '../../ui/controls.tsx';
import { type BrowserTwin, type Hardware, MISHAPS, type Mishaps, NO_MISHAPS } from './browserTwin.ts';
import { FAULTS } from './texts.ts';
import type { Wifi } from './wifi.ts';
import { Button } from '../../ui/forms.tsx';

/** A temple as long as its page is open. */
export interface Running {
  readonly now: BrowserTwin;
  /** What is chosen for the next start. */
  readonly hardware: Hardware;
  readonly build: (hardware: Hardware) => void;
  readonly powerOn: () => void;
}

interface FaultsProps {
  readonly running: Running;
  readonly mishaps: Mishaps;
  readonly setMishaps: (mishaps: Mishaps) => void;
}

/** Everything that goes wrong with real temples. */
export function Faults(props: FaultsProps) {
  const { title } = useTexts(FAULTS);
  return (
    <Opening title={title} className="card faults">
      <All {...props} />
    </Opening>
  );
}

function All({ running, mishaps, setMishaps }: FaultsProps) {
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
        <Button onClick={() => setMishaps(NO_MISHAPS)} text={texts.calm} />
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

const KINDS: readonly NetworkFault[] = ['rst', 'refused', 'black-hole', 'away', 'stall'];

function Network({ wifi }: { readonly wifi: Wifi }) {
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
          <Button key={kind} onClick={() => wifi.suffer(kind, seconds * 1000)} text={texts.kinds[kind]} />
        ))}
        <Button disabled={suffers === undefined} onClick={() => wifi.heal()} text={texts.heal} />
      </p>
      {suffers !== undefined && <Status>{texts.suffers(texts.kinds[suffers])}</Status>}
    </fieldset>
  );
}

function Power({ running: { now, hardware, build, powerOn } }: Pick<FaultsProps, 'running'>) {
  const texts = useTexts(FAULTS);
  const { twin } = now;
  return (
    <fieldset>
      <legend>{texts.power}</legend>
      <p className="deeds">
        {twin.display.power === 'off' ? (
          <Button className="main" onClick={powerOn} text={texts.on} />
        ) : (
          <>
            <Button onClick={() => twin.powerOff()} text={texts.cut} />
            <Button onClick={() => twin.powerOff({ isTorn: true })} text={texts.torn} />
          </>
        )}
        <Button onClick={() => twin.wipe()} text={texts.wipe} />
      </p>
      <Remark text={texts.restarts} />
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
          className="field"
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

interface SliderProps {
  readonly label: string;
  readonly least?: number;
  readonly most: number;
  readonly step?: number;
  readonly value: number;
  readonly text: (value: number) => string;
  readonly set: (value: number) => void;
}

/** A number between two ends, with its value in words. */
function Slider({ label, least = 0, most, step = 1, value, text, set }: SliderProps) {
  return (
    <label className="slider">
      <span>
        {label} <output>{text(value)}</output>
      </span>
      <input
        type="range"
        min={least}
        max={most}
        step={step}
        value={value}
        aria-valuetext={text(value)}
        onInput={({ currentTarget }) => set(Number(currentTarget.value))}
      />
    </label>
  );
}
