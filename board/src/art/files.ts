/** Where the sheets lie as files, for a page that may ask its own server for them. */
import type { Picture, SheetName } from './Art.tsx';

const FILES: Readonly<Record<SheetName, string>> = {
  days: new URL('days.svg', import.meta.url).href,
  ring: new URL('ring.svg', import.meta.url).href,
  aztecs: new URL('aztecs.svg', import.meta.url).href,
  walk: new URL('walk.svg', import.meta.url).href,
};

export function fileOf(picture: Picture): string {
  const [sheet, name] = picture.split('#') as [SheetName, string];
  return `${FILES[sheet]}#${name}`;
}
