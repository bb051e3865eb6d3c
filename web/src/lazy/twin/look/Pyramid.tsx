import type { Slot } from '@flower-war/protocol/temple';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { PIXELS, pixelsOf, type Rgb } from './pixels.ts';

type PixelInput = Parameters<typeof pixelsOf>[0];

/** What the picture says. */
interface Texts {
  readonly slot: Readonly<Record<Slot, string>>;
  readonly gods: Readonly<Record<Slot, string>>;
  readonly counted: (n: number) => string;
  readonly more: (inFlight: number, held: number, refused: number) => string;
}

const SLOTS: readonly Slot[] = ['war', 'rain'];

/** Two shrines with a slot each, on a pyramid; the strip of lights runs along its first step. */
export function Pyramid({
  shown,
  drop,
  texts,
}: {
  readonly shown: PixelInput;
  readonly drop: (slot: Slot) => void;
  readonly texts: Texts;
}) {
  const { display } = shown;
  return (
    <div className={`pyramid ${display.power}`}>
      <Strip shown={shown} />
      <div className="shrines">
        {SLOTS.map((slot) => (
          <Shrine
            key={slot}
            slot={slot}
            name={display.slotNames?.[slot] ?? texts.gods[slot]}
            label={texts.slot[slot]}
            light={display.slots[slot].light}
            drop={drop}
          >
            <b>{texts.counted(display.slots[slot].counted)}</b>
            <small>
              {texts.more(display.slots[slot].inFlight, display.slots[slot].held, display.slots[slot].refused)}
            </small>
          </Shrine>
        ))}
      </div>
    </div>
  );
}

function Strip({ shown }: { readonly shown: PixelInput }) {
  const brightness = 0.4 + (0.6 * shown.display.light) / 100;
  return (
    <svg viewBox={`0 0 ${PIXELS * 10} 14`} className="strip" aria-hidden="true">
      {pixelsOf(shown).map((rgb, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a light is its place
        <circle key={place} cx={place * 10 + 5} cy={7} r={3.6} fill={colourOf(rgb)} opacity={brightness} />
      ))}
    </svg>
  );
}

/** A light that is off is the grey of its cover. */
function colourOf([red, green, blue]: Rgb): string {
  const level = Math.max(red, green, blue);
  if (level === 0) return '#3a3430';
  const lift = (part: number) => Math.round(40 + (part * 215) / 255);
  return `rgb(${lift(red)} ${lift(green)} ${lift(blue)})`;
}

const FALLING_MS = 350;

interface ShrineProps {
  readonly slot: Slot;
  readonly name: string;
  readonly label: string;
  readonly light: string;
  readonly drop: (slot: Slot) => void;
  readonly children: ReactNode;
}

function Shrine({ slot, name, label, light, drop, children }: ShrineProps) {
  const [isFalling, setFalling] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const tap = () => {
    drop(slot);
    setFalling(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setFalling(false), FALLING_MS);
  };
  return (
    <div className={`shrine ${slot}`} data-light={light}>
      <span>{name}</span>
      <button type="button" className={`slot${isFalling ? ' falling' : ''}`} aria-label={label} onClick={tap}>
        <svg viewBox="0 0 60 60" aria-hidden="true">
          <rect x="8" y="26" width="44" height="9" rx="4.5" className="mouth" />
          <circle cx="30" cy="14" r="8" className="bead" />
        </svg>
        <span>{label}</span>
      </button>
      {children}
    </div>
  );
}
