import type { GameEvent, LiveMatch, MatchSnapshot, TempleJson } from '@flower-war/client';
import { useEffect, useRef, useState } from 'react';
import { canVibrate } from './openTurn.ts';

// How each cue sounds. No recording: a few tones of our own.

interface Note {
  /** Seconds after the beginning of the cue. */
  readonly at: number;
  readonly lasts: number;
  readonly hertz: number;
  /** The tone glides there; absent if it stays. */
  readonly to?: number;
  readonly wave: OscillatorType;
  /** From 0 to 1. */
  readonly loud: number;
}

const flute = (at: number, hertz: number, lasts = 0.18): Note => ({ at, lasts, hertz, wave: 'sine', loud: 0.25 });

/** A die that hits the table. */
const knock = (at: number, hertz: number): Note => ({ at, lasts: 0.04, hertz, to: 90, wave: 'triangle', loud: 0.3 });

const drum = (at: number, hertz: number): Note => ({ at, lasts: 0.22, hertz, to: 45, wave: 'sine', loud: 0.5 });

const NOTES: Readonly<Record<Cue, readonly Note[]>> = {
  turn: [flute(0, 587), flute(0.16, 880, 0.3)],
  hurry: [flute(0, 988, 0.09), flute(0.18, 988, 0.09), flute(0.36, 988, 0.09)],
  die: [knock(0, 420), knock(0.07, 350), knock(0.15, 390), knock(0.26, 300)],
  bead: [
    { at: 0, lasts: 0.05, hertz: 1400, to: 900, wave: 'triangle', loud: 0.3 },
    { at: 0.06, lasts: 0.3, hertz: 740, wave: 'sine', loud: 0.15 },
  ],
  // Bone on stone.
  offering: [knock(0, 900), knock(0.09, 620)],
  // A conch, and the drum of the temple.
  doom: [{ at: 0, lasts: 0.7, hertz: 196, to: 233, wave: 'triangle', loud: 0.3 }, drum(0.1, 90), drum(0.45, 80)],
  won: [drum(0, 160), flute(0.05, 523), flute(0.2, 659), flute(0.35, 784, 0.35)],
  lost: [drum(0, 130), drum(0.25, 110), flute(0.3, 220, 0.4)],
};

const HURRY_MS = 10_000;

/** Timers of browsers wait no longer than some weeks. */
const SOON_MS = 86_400_000;

interface AlertsProps {
  readonly live: LiveMatch;
  readonly snapshot: MatchSnapshot;
  /** Whether it is the player's turn, as all at the table know. */
  readonly isTurn: boolean;
}

/** Nothing to see. */
export function Sounds(props: AlertsProps) {
  const play = usePlayer();
  const { deadline, windowDeadline, clockAhead } = props.snapshot;
  useCues(props, play);
  const ends = props.isTurn && windowDeadline === undefined ? deadline : undefined;
  useEffect(() => {
    const wait = (ends ?? Number.POSITIVE_INFINITY) - clockAhead - HURRY_MS - Date.now();
    if (wait > SOON_MS) return;
    const timer = setTimeout(() => play('hurry'), Math.max(0, wait));
    return () => clearTimeout(timer);
  }, [ends, clockAhead, play]);
  return null;
}

/** For how long the device shakes, rests, and shakes again, in milliseconds. */
const SHAKES: { readonly [cue in Cue]?: readonly number[] } = {
  turn: [45],
  bead: [20],
  offering: [20],
  won: [30, 50, 60],
  lost: [60, 50, 30],
};

const END_SHAKES = [80, 60, 160];

/** Nothing to see, either. */
export function Vibration(props: AlertsProps) {
  useCues(props, shakeFor);
  const { isOver } = props.snapshot;
  const wasOver = useRef(isOver);
  useEffect(() => {
    if (isOver && !wasOver.current) shake(END_SHAKES);
    wasOver.current = isOver;
  }, [isOver]);
  return null;
}

const shakeFor = (cue: Cue): void => shake(SHAKES[cue] ?? []);

/** The person may have asked for less motion since. Before the first touch browsers refuse, and complain. */
function shake(pattern: readonly number[]): void {
  const isTouched = (navigator.userActivation as UserActivation | undefined)?.hasBeenActive !== false;
  if (pattern.length > 0 && isTouched && canVibrate()) navigator.vibrate([...pattern]);
}

/** Tells what happens at the table, and that the player's turn has come. */
function useCues({ live, isTurn }: AlertsProps, tell: (cue: Cue) => void): void {
  const wasTurn = useRef(isTurn);
  useEffect(() => listen(live, tell), [live, tell]);
  useEffect(() => {
    if (isTurn && !wasTurn.current) tell('turn');
    wasTurn.current = isTurn;
  }, [isTurn, tell]);
}

/** The first touch of the page lets it be heard. */
function usePlayer(): (cue: Cue) => void {
  const player = useRef<SoundPlayer>(undefined);
  useEffect(() => {
    const made = soundPlayer();
    player.current = made;
    return made.close;
  }, []);
  return useState(() => (cue: Cue) => player.current?.play(cue))[0];
}

// Plays cues, one after another. A browser allows that only after the person has touched the page.

/** Cues that come quicker than they sound overlap. */
const MOST_BEHIND_S = 0.6;

const GAP_S = 0.05;

/** What counts as a touch for browsers. */
const TOUCHES = ['click', 'keydown'] as const;

const ATTACK_S = 0.008;

interface SoundPlayer {
  readonly play: (cue: Cue) => void;
  readonly close: () => void;
}

function soundPlayer(): SoundPlayer {
  const context = new AudioContext();
  const wake = () => void context.resume();
  for (const touch of TOUCHES) addEventListener(touch, wake, true);
  let free = 0;
  const play = (cue: Cue) => {
    // What could not be played when it happened is not made up for.
    if (context.state !== 'running') return;
    const { currentTime } = context;
    const start = Math.max(currentTime, Math.min(free, currentTime + MOST_BEHIND_S));
    for (const note of NOTES[cue]) sound(note, context, start);
    free = start + Math.max(...NOTES[cue].map(({ at, lasts }) => at + lasts)) + GAP_S;
  };
  const close = () => {
    for (const touch of TOUCHES) removeEventListener(touch, wake, true);
    void context.close();
  };
  return { play, close };
}

function sound({ at, lasts, hertz, to, wave, loud }: Note, context: AudioContext, start: number): void {
  const [from, end] = [start + at, start + at + lasts];
  const tone = new OscillatorNode(context, { type: wave, frequency: hertz });
  const volume = new GainNode(context, { gain: 0 });
  tone.frequency.setValueAtTime(hertz, from);
  if (to !== undefined) tone.frequency.exponentialRampToValueAtTime(to, end);
  volume.gain.setValueAtTime(0, from);
  volume.gain.linearRampToValueAtTime(loud, from + ATTACK_S);
  volume.gain.exponentialRampToValueAtTime(0.001, end); // 0 cannot be reached by it
  tone.connect(volume).connect(context.destination);
  tone.start(from);
  tone.stop(end);
}

// What is worth a sound. It follows from what this viewer is told and from nothing else.

export type Cue = 'turn' | 'hurry' | 'die' | 'bead' | 'offering' | 'doom' | 'won' | 'lost';
type Seat = number | undefined;
type Finder = (event: GameEvent, seat: Seat) => Cue | undefined;
const die: Finder = () => 'die';
const offering: Finder = () => 'offering';
const doom: Finder = () => 'doom';
const battle: Finder = ({ winner, loser }, seat) => outcome(seat, winner, loser);

/** By the kinds of events. Other kinds are silent, also those of games to come. */
const FINDERS: ReadonlyMap<string, Finder> = new Map([
  ['rolled', die],
  ['tossed', die],
  ['battle-rolled', die],
  ['extra-die', die],
  ['coin', die],
  ['disc-duel', die],
  ['sacrificed', offering],
  ['card-offered', offering],
  ['apocalypse', doom],
  ['countdown', doom],
  ['ending-fixed', doom],
  ['battle-won', battle],
  ['fought', ({ seat: attacker, won }, seat) => (seat === undefined ? undefined : sideOf((attacker === seat) === won))],
  ['captured', ({ seat: captor, victim }, seat) => outcome(seat, victim === undefined ? undefined : captor, victim)],
]);

/** Battles of other players are silent. */
function outcome(seat: Seat, winner: unknown, loser: unknown): Cue | undefined {
  if (seat === undefined) return undefined;
  if (seat === winner) return 'won';
  return seat === loser ? 'lost' : undefined;
}

const sideOf = (hasWon: boolean): Cue => (hasWon ? 'won' : 'lost');

export const cuesIn = (events: readonly GameEvent[], seat: Seat): readonly Cue[] =>
  events.flatMap((event) => FINDERS.get(event.kind)?.(event, seat) ?? []);

/** A temple has counted a bead. It sounds also if the bead does not become an offering. */
export function beadsBetween(before: readonly TempleJson[], now: readonly TempleJson[]): readonly Cue[] {
  const sensed = ({ war, rain }: TempleJson) => war.sensed + rain.sensed;
  return now.flatMap((temple): readonly Cue[] => {
    const was = before.find((one) => one.temple === temple.temple);
    return was !== undefined && sensed(temple) > sensed(was) ? ['bead'] : [];
  });
}

// Finds the cues of a match that is open.

/** The part of a live match that is heard. */
interface Heard {
  readonly seat: number | undefined;
  getSnapshot(): Pick<MatchSnapshot, 'windowDeadline'> & { readonly table: Pick<MatchSnapshot['table'], 'temples'> };
  on(name: 'events', listener: (events: readonly GameEvent[]) => void): () => void;
  on(name: 'change', listener: () => void): () => void;
}

/**
 * Tells each cue, until the returned function is called. What happens in a hidden window that asks this player is told when
 * the window is closed, because other people may hear it.
 */
export function listen(live: Heard, tell: (cue: Cue) => void): () => void {
  const waiting: Cue[] = [];
  let { temples } = live.getSnapshot().table;
  const hear = (cues: readonly Cue[]) => {
    waiting.push(...cues);
    if (live.getSnapshot().windowDeadline !== undefined) return;
    for (const cue of new Set(waiting.splice(0))) tell(cue);
  };
  const stops = [
    live.on('events', (events) => hear(cuesIn(events, live.seat))),
    live.on('change', () => {
      const now = live.getSnapshot().table.temples;
      const beads = beadsBetween(temples, now);
      temples = now;
      hear(beads);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
