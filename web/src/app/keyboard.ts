/** What holds for keys on every page. */

/**
 * A key that is held down presses a button once. What follows may be another button, such as the one that confirms, and a phrase is
 * meant to be said once.
 */
export function pressOnce(): void {
  const press = (event: KeyboardEvent) => {
    const isText = event.target instanceof HTMLTextAreaElement;
    if (event.repeat && event.key === 'Enter' && !isText) event.preventDefault();
  };
  addEventListener('keydown', press, true);
}

/** Whether the rules lie above the page: keys are meant for them, also while the focus is nowhere. */
export const isBelowRules = (): boolean => document.querySelector('dialog[open]') !== null;

// The focus stays near.

/** The thing that has the focus, and all that lies around it. */
function pathOf(thing: Element | null): readonly HTMLElement[] {
  const path: HTMLElement[] = [];
  for (let part = thing; part !== null && part !== document.body; part = part.parentElement)
    if (part instanceof HTMLElement) path.push(part);
  return path;
}

const isThere = (part: HTMLElement): boolean =>
  part.isConnected && part.checkVisibility({ visibilityProperty: true }) && !part.matches(':disabled, [inert] *');

/** Brings the focus to the innermost part of the path that is still there. */
function focusNear(path: readonly HTMLElement[]): void {
  const near = path.find(isThere);
  if (near === undefined) return;
  near.focus({ preventScroll: true });
  if (document.activeElement === near) return;
  near.tabIndex = -1;
  near.focus({ preventScroll: true });
  near.addEventListener('blur', () => near.removeAttribute('tabindex'), { once: true });
}

/** Remembers where the focus is, and brings it back there, or near, whatever has happened in between. */
export function wayBack(): () => void {
  const path = pathOf(document.activeElement);
  return () => focusNear(path);
}

const NEXT_PICTURE_MS = 50;

/**
 * A button that was pressed may go, be hidden, or wait for an answer, and the browser then gives the focus to nothing: keys and screen
 * readers would begin anew at the top of the page. They go on at the button once it can be pressed again, or else around it.
 */
export function keepFocus(): void {
  let path: readonly HTMLElement[] = [];
  const isNowhere = () => document.activeElement === document.body;
  document.addEventListener('focusin', ({ target }) => {
    path = target instanceof Element ? pathOf(target) : [];
  });
  // A tap beside everything takes the focus away on purpose.
  const leave = () => {
    if (isNowhere() && path[0] !== undefined && isThere(path[0])) path = [];
  };
  document.addEventListener('focusout', () => queueMicrotask(leave));
  const look = () => {
    const isShut = path[0]?.matches(':disabled') === true && path[0].isConnected;
    if (isNowhere() && !isShut) focusNear(path);
  };
  // What a style hides loses the focus with the next picture.
  let waits = false;
  const lookTwice = () => {
    look();
    if (waits) return;
    waits = true;
    setTimeout(() => {
      waits = false;
      look();
    }, NEXT_PICTURE_MS);
  };
  const attributeFilter = ['class', 'disabled', 'open'];
  new MutationObserver(lookTwice).observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter,
  });
}
