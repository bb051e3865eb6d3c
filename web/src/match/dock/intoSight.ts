/**
 * Where the window is too short for all of it, the page or what stands beside the board scrolls to a question that has come. As long
 * as nothing is asked, the banners above are in sight, such as the one for a player who has given up.
 */
export function keepInSight(part: HTMLElement | null): () => void {
  const show = () => {
    const page = document.documentElement;
    const side = part?.closest('.side');
    const frames = [page, side].filter((frame) => frame instanceof HTMLElement);
    if (part === null || frames.every(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)) return;
    if (part.querySelector('.asked') === null) return side?.scrollTo(0, 0);
    part.scrollIntoView({ block: part.offsetHeight > page.clientHeight ? 'start' : 'nearest' });
    part.querySelector('.move, .in-beads li')?.scrollIntoView({ block: 'nearest' }); // a long question may stand above
  };
  show();
  addEventListener('resize', show);
  return () => removeEventListener('resize', show);
}
