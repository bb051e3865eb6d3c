/** `0:09`, `12:30`, `3 h 20`, `2 d 5 h`: short, and the same in all languages. */
export function timeText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const [minutes, hours, days] = [60, 3600, 86_400].map((unit) => Math.floor(seconds / unit)) as [
    number,
    number,
    number,
  ];
  if (days > 0) return `${days} d ${hours % 24} h`;
  if (hours > 0) return `${hours} h ${padded(minutes % 60)}`;
  return `${minutes}:${padded(seconds % 60)}`;
}

const padded = (n: number): string => `${n}`.padStart(2, '0');
