/** Cuts the text of a stream into its lines, wherever the pieces end in which it comes. */
export function lineCutter(take: (line: string) => void): (piece: string) => void {
  let rest = '';
  return (piece) => {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  };
}
