/** What is wrong with a page as it stands in its window, found in the browser by what it shows. */
import type { Page } from 'playwright-core';

export const KINDS = ['sideways', 'small', 'off', 'no-move', 'cut'] as const;

export interface Fault {
  readonly kind: (typeof KINDS)[number];
  readonly what: string;
}

export const faultsOf = (page: Page): Promise<readonly Fault[]> => page.evaluate(FAULTS);

/** WCAG 2.5.8. */
const LEAST_PX = 24;
/** Browsers round. */
const ROUNDED_PX = 1.5;

/** Runs in the page, so it is a text without imports. */
const FAULTS = `(() => {
  const page = document.documentElement;
  const [width, height] = [page.clientWidth, innerHeight];
  const name = (node) => (node.tagName.toLowerCase() + '.' + [...node.classList].join('.') + ' "' +
    (node.getAttribute('aria-label') ?? node.textContent ?? '').trim().replace(/\\s+/g, ' ').slice(0, 40) + '"');
  const styles = new Map();
  const style = (node) => styles.get(node) ?? (styles.set(node, getComputedStyle(node)), styles.get(node));
  const isHidden = (node) => {
    for (let up = node; up; up = up.parentElement) {
      if (style(up).clipPath === 'inset(50%)') return true;
    }
    return !node.checkVisibility({ contentVisibilityAuto: true, opacityProperty: true, visibilityProperty: true });
  };
  const ups = (node) => { const all = []; for (let up = node.parentElement; up; up = up.parentElement) all.push(up); return all; };
  const scrollsX = (node) => ['auto', 'scroll'].includes(style(node).overflowX);
  const faults = [];
  const add = (kind, what) => faults.push({ kind, what });

  if (page.scrollWidth > width + ${ROUNDED_PX} || innerWidth > width + 30)
    add('sideways', page.scrollWidth + ' px wide in a window of ' + width);

  const inSentence = (node) => node.tagName === 'A' && style(node).display === 'inline' &&
    (node.parentElement.textContent ?? '').trim().length > (node.textContent ?? '').trim().length;
  const touched = (node) => (['INPUT'].includes(node.tagName) && node.closest('label')) || node;
  for (const control of document.querySelectorAll('a[href], button, input, select, textarea, summary')) {
    if (isHidden(control) || control.type === 'hidden') continue;
    const box = touched(control).getBoundingClientRect();
    if (!inSentence(control) && Math.min(box.width, box.height) < ${LEAST_PX} - 0.5)
      add('small', name(control) + ' ' + Math.round(box.width) + '×' + Math.round(box.height));
    const isReached = ups(control).some((up) => scrollsX(up) || style(up).position === 'fixed');
    if (!isReached && (box.left < -${ROUNDED_PX} || box.right > width + ${ROUNDED_PX} || box.bottom + scrollY < 0))
      add('off', name(control) + ' at ' + Math.round(box.left) + ' to ' + Math.round(box.right));
  }

  const isWhole = (node) => {
    const box = node.getBoundingClientRect();
    const frames = ups(node).filter((up) => style(up).overflowY !== 'visible').map((up) => up.getBoundingClientRect());
    const all = [...frames, { left: 0, top: 0, right: width, bottom: height }];
    if (all.some((frame) => box.top < frame.top - 1 || box.bottom > frame.bottom + 1)) return false;
    if (all.some((frame) => box.left < frame.left - 2 || box.right > frame.right + 2)) return false;
    const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return top !== null && (node.contains(top) || top.contains(node));
  };
  const answers = [...document.querySelectorAll('.part.moves :is(.move, .in-beads li)')].filter((answer) => !isHidden(answer));
  if (answers.length > 0 && !answers.some(isWhole)) add('no-move', 'no whole move of ' + answers.length);

  for (const node of document.querySelectorAll('body *')) {
    if (node.closest('svg') || !(node.textContent ?? '').trim() || ['SCRIPT', 'STYLE', 'SELECT', 'OPTION'].includes(node.tagName)) continue;
    const { overflowX, overflowY, webkitLineClamp } = style(node);
    const [x, y] = [overflowX, overflowY].map((overflow) => overflow === 'hidden' || overflow === 'clip');
    if ((!x && !y) || webkitLineClamp !== 'none' || isHidden(node)) continue;
    const isCut = (x && node.scrollWidth > node.clientWidth + 1) || (y && node.scrollHeight > node.clientHeight + 1);
    if (isCut) add('cut', name(node) + ' ' + node.scrollWidth + '×' + node.scrollHeight + ' in ' + node.clientWidth + '×' + node.clientHeight);
  }
  return faults;
})()`;
