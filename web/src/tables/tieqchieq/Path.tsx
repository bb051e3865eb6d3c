import { COLUMNS, ROWS } from './layout.ts';

const CELL = 100;

/** What lies under the squares: the ways of both sides, and where they lead. */
export function Path({ near }: { readonly near: number }) {
  const [width, height] = [COLUMNS * CELL, ROWS * CELL];
  return (
    <svg className="ways" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <rect className="mat" width={width} height={height} rx="24" />
      <path className="lane" d="M20 250H680" />
      <path className={`way side${near}`} d={WAY} />
      <path className={`way side${1 - near}`} d={WAY} transform={`rotate(180 ${width / 2} ${height / 2})`} />
    </svg>
  );
}

/** From the reserve below on the left, along the lane a little below its middle, and to the goal below on the right. */
const WAY = 'M350 420V350H50V262H650V350H450V420m-14 -18l14 18l14 -18';
