/** What tests and tools leave behind goes away: when the process ends, or when a test file calls `cleanUp` at its end. */

const tasks: (() => void)[] = [];

export function atTheEnd(task: () => void): void {
  tasks.push(task);
}

/** The newest first: programs end before their folders go. */
export function cleanUp(): void {
  for (const task of tasks.splice(0).reverse()) task();
}

process.once('exit', cleanUp);
