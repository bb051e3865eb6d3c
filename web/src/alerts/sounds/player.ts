/** Plays cues, one after another. A browser allows that only after the person has touched the page. */
import type { Cue } from './cues.ts';
import { NOTES, type Note } from './notes.ts';

/** Cues that come quicker than they sound overlap. */
const MOST_BEHIND_S = 0.6;
const GAP_S = 0.05;
/** What counts as a touch for browsers. */
const TOUCHES = ['click', 'keydown'] as const;
const ATTACK_S = 0.008;

export interface SoundPlayer {
  readonly play: (cue: Cue) => void;
  readonly close: () => void;
}

export function soundPlayer(): SoundPlayer {
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
