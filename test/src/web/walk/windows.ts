/** The windows through which the walk looks at the page. */

/** What a window shows at a zoom: a browser lays a zoomed page out as in a smaller window. People zoom phones by a pinch, which changes no layout. */
export interface Window {
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
}

const PHONES = [
  [320, 568],
  [360, 740],
  [740, 360],
] as const;
const DESKS = [
  [1440, 900],
  [2560, 1440],
] as const;
const ZOOMS = [100, 200, 400] as const;

const windowOf = (width: number, height: number, zoom: number): Window => ({
  name: `${width}×${height} at ${zoom} %`,
  viewport: { width: Math.floor((width * 100) / zoom), height: Math.floor((height * 100) / zoom) },
});

export const WINDOWS: readonly Window[] = [
  ...PHONES.map(([width, height]) => windowOf(width, height, 100)),
  ...DESKS.flatMap(([width, height]) => ZOOMS.map((zoom) => windowOf(width, height, zoom))),
];
