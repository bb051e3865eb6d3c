interface Props {
  readonly label: string;
  readonly least?: number;
  readonly most: number;
  readonly step?: number;
  readonly value: number;
  readonly text: (value: number) => string;
  readonly set: (value: number) => void;
}

/** A number between two ends, with its value in words. */
export function Slider({ label, least = 0, most, step = 1, value, text, set }: Props) {
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
