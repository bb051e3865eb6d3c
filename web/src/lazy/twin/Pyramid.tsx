import type { Slot } from '@flower-war/protocol/temple';
import { type Device, type Display, ramOf, type SlotDisplay } from '@flower-war/temple/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { TwinTexts } from './texts.ts';

const SLOTS: readonly Slot[] = ['war', 'rain'];

/** Two shrines with a slot each, on a pyramid; the strip of lights runs along its first step. */
export function Pyramid({
  shown,
  drop,
  texts,
}: {
  readonly shown: PixelInput;
  readonly drop: (slot: Slot) => void;
  readonly texts: TwinTexts;
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

// The twelve lights of a temple, as the firmware shows them: the first half belongs to war, the second to rain.

type Rgb = readonly [red: number, green: number, blue: number];

export const PIXELS = 12;
const HALF = PIXELS / 2;
const OFF: Rgb = [0, 0, 0];
const RED: Rgb = [255, 0, 0];
const WHITE: Rgb = [255, 255, 255];
const OWN = { war: [255, 60, 0], rain: [0, 110, 255] } as const satisfies Record<Slot, Rgb>;

interface PixelInput {
  readonly display: Display;
  readonly device: Device;
  /** The time of the device, in milliseconds. */
  readonly at: number;
}

export function pixelsOf(shown: PixelInput): readonly Rgb[] {
  return Array.from({ length: PIXELS }, (_, pixel) => pixelOf(shown, pixel));
}

function pixelOf({ display, device, at }: PixelInput, pixel: number): Rgb {
  const slot: Slot = pixel < HALF ? 'war' : 'rain';
  const place = pixel % HALF;
  const isIn = (wanted: string | undefined) => wanted === slot;
  switch (display.lights) {
    case undefined:
      return OFF;
    case 'identify':
      return every(at, 250) ? WHITE : OFF;
    case 'blocked':
      return isBlocked(device, slot, at) && place % 2 === 0 ? RED : OFF;
    case 'in-flight':
      return isIn(lastSlot(device)) && Math.floor(at / 80) % HALF === place ? WHITE : OFF;
    case 'refused':
      return isIn(display.why?.slot) && every(at, 125) ? RED : OFF;
    case 'held':
      return isIn(display.why?.slot) ? dimmed([255, 120, 0], breath(at, 1000)) : OFF;
    case 'accepted':
      return isIn(display.why?.slot) && place <= Math.floor(at / 100) % 10 ? [0, 255, 40] : OFF;
    case 'starting':
      return Math.floor(at / 150) % PIXELS === pixel ? [120, 120, 120] : OFF;
    case 'unheard':
      return dimmed([60, 0, 90], breath(at, 6000));
    case 'turn':
      return isMiddle(pixel) && display.match?.apocalypse ? RED : turnOf(display.slots[slot], slot);
    case 'countdown':
      return countdownOf(display, pixel, at);
    case 'rest':
      return dimmed(OWN[slot], 60);
  }
}

const turnOf = ({ mayOffer }: SlotDisplay, slot: Slot): Rgb => (mayOffer ? OWN[slot] : OFF);

const isMiddle = (pixel: number): boolean => pixel === HALF - 1 || pixel === HALF;

/** Red twelfths are the rounds that are left. */
function countdownOf({ match }: Display, pixel: number, at: number): Rgb {
  const { left = 0, of = 0, forestalled = false } = match?.apocalypse ?? {};
  const lit = of === 0 ? 0 : Math.ceil((PIXELS * left) / of);
  return pixel < lit ? dimmed(RED, forestalled ? 60 : 60 + breath(at, 2000) / 2) : OFF;
}

const BLOCKED_MS = 3000;

function isBlocked(device: Device, slot: Slot, at: number): boolean {
  const beam = ramOf(device)?.beams[slot];
  return beam?.isDark === true && at - beam.since >= BLOCKED_MS;
}

const lastSlot = (device: Device): string | undefined => ramOf(device)?.recent[0]?.slot;

const every = (at: number, period: number): boolean => Math.floor(at / period) % 2 === 0;

/** Rises from 0 to 255 and falls back, once in each period. */
function breath(at: number, period: number): number {
  const phase = ((at % period) * 510) / period;
  return phase < 256 ? phase : 510 - phase;
}

const dimmed = ([red, green, blue]: Rgb, level: number): Rgb => [
  (red * level) / 255,
  (green * level) / 255,
  (blue * level) / 255,
];
