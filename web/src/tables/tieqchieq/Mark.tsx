import type { Paint } from './marks.ts';

/** What is painted on a square, drawn by our own hand. */
export function Mark({ paint: { mark, markOf } }: { readonly paint: Paint }) {
  if (mark === undefined) return null;
  return (
    <svg
      className={`mark ${mark}${markOf === undefined ? '' : ` side${markOf}`}`}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={SHAPES[mark]} />
    </svg>
  );
}

const SHAPES = {
  plus: 'M9 3h6v6h6v6h-6v6H9v-6H3V9h6z',
  ring: 'M12 3a9 9 0 1 0 .1 0M12 8a4 4 0 1 0 .1 0',
  sun: 'M12 7a5 5 0 1 0 .1 0M12 1v4M12 19v4M1 12h4M19 12h4M4.2 4.2l2.9 2.9M16.9 16.9l2.9 2.9M19.8 4.2l-2.9 2.9M7.1 16.9l-2.9 2.9',
} as const;
