import type { Page } from 'playwright-core';

export interface Buttons {
  /** Finds the buttons that can be clicked. */
  readonly move: string;
  /** Finds something once the match is over. */
  readonly over: string;
}

/** Clicks the first move again and again, so often, or until the match is over. */
export async function playByButtons(page: Page, { move, over }: Buttons, times = Number.POSITIVE_INFINITY) {
  for (let played = 0; played < times; played++) {
    await page.waitForSelector(`${move}, ${over}`, { state: 'attached' });
    if ((await page.locator(over).count()) > 0) return;
    // A button may go between two looks at the page, because the match goes on.
    await page.$eval(move, (button) => (button as unknown as { click(): void }).click()).catch(() => {});
  }
}
