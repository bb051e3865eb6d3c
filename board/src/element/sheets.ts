/** The sheets of pictures within an element: a file of another server may not be drawn from, and so each element holds its own. */
import type { Picture, SheetName } from '../art/Art.tsx';
import { comes } from '../late.ts';

const SHEETS: Readonly<Record<SheetName, () => Promise<{ readonly default: string }>>> = {
  days: () => import('../art/days.svg?raw'),
  ring: () => import('../art/ring.svg?raw'),
  aztecs: () => import('../art/aztecs.svg?raw'),
  walk: () => import('../art/walk.svg?raw'),
};

/** Tells where in the element a picture lies. Its sheet is loaded when something of it is first drawn. */
export function sheetsIn(root: ShadowRoot): (picture: Picture) => string {
  const asked = new Set<SheetName>();
  return (picture) => {
    const [sheet, name] = picture.split('#') as [SheetName, string];
    if (!asked.has(sheet)) {
      asked.add(sheet);
      void comes(SHEETS[sheet]).then(({ default: text }) => root.append(laidOut(text, sheet)));
    }
    return `#${sheet}-${name}`;
  };
}

/** Two sheets may call a picture by the same name. */
function laidOut(text: string, sheet: SheetName): SVGElement {
  const named = text.replaceAll('<symbol id="', `<symbol id="${sheet}-`);
  const svg = new DOMParser().parseFromString(named, 'image/svg+xml').documentElement as Element as SVGElement;
  svg.classList.add('sheet');
  svg.setAttribute('aria-hidden', 'true');
  return document.importNode(svg, true);
}
