/** The item at this index. It throws on a bad index, because that is a bug. */
export function at<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new Error(`no item ${index} among ${items.length}`);
  return item;
}
