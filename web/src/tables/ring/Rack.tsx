interface Props {
  readonly skulls: number;
  /** How many a full rack holds. */
  readonly most: number;
}

const IN_A_ROW = 7;

/** The rack of a day with its skulls in rows. The number beside it says the same. */
export function Rack({ skulls, most }: Props) {
  const places = Array.from({ length: Math.max(most, skulls) }, (_, place) => place);
  const rows = Math.ceil(places.length / IN_A_ROW);
  return (
    <svg className="rack" viewBox={`0 0 ${IN_A_ROW * 10} ${rows * 10}`} aria-hidden="true">
      {places.map((place) => (
        <circle
          key={place}
          className={place < skulls ? 'skull' : ''}
          cx={(place % IN_A_ROW) * 10 + 5}
          cy={Math.floor(place / IN_A_ROW) * 10 + 5}
          r="3.4"
        />
      ))}
    </svg>
  );
}
