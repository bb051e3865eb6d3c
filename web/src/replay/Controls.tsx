import { useTexts } from '../app/language.tsx';
import { REPLAY } from './texts.ts';
import type { Playback } from './usePlayback.ts';

interface Props {
  readonly index: number;
  readonly last: number;
  /** What happened there. */
  readonly about: string;
  readonly playback: Playback;
  readonly go: (index: number) => void;
}

const SPEEDS = [0.5, 1, 2, 4, 8];

/** The slider over the whole match, and buttons for single steps. */
export function Controls({ index, last, about, playback, go }: Props) {
  const texts = useTexts(REPLAY);
  const { isPlaying, toggle } = playback;
  const ways = [
    ['M6 5v14M19 5l-9 7 9 7z', texts.first, 0],
    ['M15 5l-8 7 8 7', texts.back, Math.max(0, index - 1)],
    ['M9 5l8 7-8 7', texts.forward, Math.min(last, index + 1)],
    ['M18 5v14M5 5l9 7-9 7z', texts.last, last],
  ] as const;
  const buttons = ways.map(([lines, name, to]) => (
    <button key={name} type="button" aria-label={name} disabled={to === index} onClick={() => go(to)}>
      <Icon lines={lines} />
    </button>
  ));
  return (
    <div className="controls">
      <div className="slider">
        <input
          type="range"
          min={0}
          max={last}
          value={index}
          aria-label={texts.place}
          aria-valuetext={texts.told(index + 1, last + 1, about)}
          onChange={({ currentTarget }) => go(Number(currentTarget.value))}
        />
        <span className="place">{texts.step(index + 1, last + 1)}</span>
      </div>
      <p className="buttons">
        {buttons.slice(0, 2)}
        <button type="button" className="main" aria-label={isPlaying ? texts.pause : texts.play} onClick={toggle}>
          <Icon lines={isPlaying ? 'M8 5v14M16 5v14' : 'M7 4l13 8-13 8z'} />
        </button>
        {buttons.slice(2)}
        <Speed {...playback} />
      </p>
      <small>{texts.keys}</small>
    </div>
  );
}

/** Not every device has these signs in its letters. */
function Icon({ lines }: { readonly lines: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={lines} />
    </svg>
  );
}

function Speed({ speed, setSpeed }: Pick<Playback, 'speed' | 'setSpeed'>) {
  const texts = useTexts(REPLAY);
  return (
    <select
      aria-label={texts.speed}
      value={String(speed)}
      onChange={({ currentTarget }) => setSpeed(Number(currentTarget.value))}
    >
      {SPEEDS.map((one) => (
        <option key={one} value={String(one)}>
          {one === 0.5 ? '½' : one}×
        </option>
      ))}
    </select>
  );
}
