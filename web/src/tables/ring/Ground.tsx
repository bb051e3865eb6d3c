import { useLanguage } from '../../app/language.tsx';

/** What lies under the buttons: the lake with its waves, and the causeways from the city to the four quarters, each with its letter. */
export function Ground() {
  const { words } = useLanguage();
  const { compass } = words.screen.names;
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
      <g className="letters">
        {CORNERS.map(({ quarter, x, y }) => (
          <text key={quarter} x={x} y={y}>
            {compass[quarter].slice(0, 1)}
          </text>
        ))}
      </g>
      <rect className="island" x="152" y="152" width="296" height="296" rx="60" />
    </svg>
  );
}

/** Where the quarters of the sky meet the lake. */
const CORNERS = [
  { quarter: 'east', x: 472, y: 142 },
  { quarter: 'north', x: 128, y: 142 },
  { quarter: 'west', x: 128, y: 476 },
  { quarter: 'south', x: 472, y: 476 },
] as const;

const WAVES = [122, 144, 458, 480];
