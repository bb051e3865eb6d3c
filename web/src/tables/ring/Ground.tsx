/** What lies under the buttons: the lake with its waves, and the causeways from the city to the four quarters. */
export function Ground() {
  return (
    <svg className="ground" viewBox="0 0 600 600" aria-hidden="true">
      <rect className="earth" width="600" height="600" rx="26" />
      <rect className="lake" x="98" y="98" width="404" height="404" rx="34" />
      <g className="waves">
        {WAVES.map((y) => (
          <path key={y} d={`M108 ${y}${' q12 -10 24 0 t24 0'.repeat(8)}`} />
        ))}
      </g>
      <g className="causeways">
        <path d="M300 98V502M98 300H502" />
      </g>
      <rect className="island" x="152" y="152" width="296" height="296" rx="60" />
    </svg>
  );
}

const WAVES = [122, 144, 458, 480];
