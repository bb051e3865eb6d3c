/** The windows through which the walk looks at the page. */

/** What a window shows at a zoom: a browser lays a zoomed page out as in a smaller window. */
export interface Window {
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
}

const SCREENS = [
  [320, 568],
  [360, 740],
  [740, 360],
  [1440, 900],
  [2560, 1440],
] as const;
const ZOOMS = [100, 200, 400] as const;
/** WCAG 1.4.10 asks for no narrower page, and the days of the ring, which are 24 pixels wide, would not fit in one. */
const LEAST_WIDTH = 320;

const windowOf = (width: number, height: number, zoom: number): Window => ({
  name: `${width}×${height} at ${zoom} %`,
  viewport: { width: Math.floor((width * 100) / zoom), height: Math.floor((height * 100) / zoom) },
});

const ALL = SCREENS.flatMap(([width, height]) => ZOOMS.map((zoom) => windowOf(width, height, zoom)));

export const WINDOWS: readonly Window[] = ALL.filter(({ viewport }) => viewport.width >= LEAST_WIDTH);

/** What the walk says of the windows through which it does not look. */
export const LEFT_OUT = `${ALL.length - WINDOWS.length} of ${ALL.length} windows left out, in which a zoom leaves less than ${LEAST_WIDTH} px of width`;
