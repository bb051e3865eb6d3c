/** Where data lies: in a folder, or in the PostgreSQL of a url. */
export function isUrl(place: string): boolean {
  return /^postgres(ql)?:\/\//.test(place);
}
