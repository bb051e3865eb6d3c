/** Where the window is too short for all of it, the page or what stands beside the board scrolls to a question that has come. */
export function keepInSight(part: HTMLElement | null): () => void {
  const show = () => {
    const page = document.documentElement;
    const frames = [page, part?.closest('.side')].filter((frame) => frame instanceof HTMLElement);
    if (part === null || frames.every(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)) return;
    part.scrollIntoView({ block: part.offsetHeight > page.clientHeight ? 'start' : 'nearest' });
    part.querySelector('.move, .in-beads li')?.scrollIntoView({ block: 'nearest' }); // a long question may stand above
  };
  show();
  addEventListener('resize', show);
  return () => removeEventListener('resize', show);
}
