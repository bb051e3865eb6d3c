/** What does not come soon is told without, such as a figure in the metrics while the store is away. */
const PATIENCE_MS = 1000;

export async function soon<T>(asked: Promise<T>, patienceMs = PATIENCE_MS): Promise<T | undefined> {
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<undefined>((resolve) => {
    late = setTimeout(resolve, patienceMs, undefined);
  });
  try {
    return await Promise.race([asked.catch(() => undefined), tooLate]);
  } finally {
    clearTimeout(late);
  }
}
