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
