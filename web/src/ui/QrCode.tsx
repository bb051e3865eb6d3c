import { useMemo } from 'react';
import { encode } from 'uqr';

/** A code that a phone scans, dark on light in every theme, because many phones read no other. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, data } = useMemo(() => encode(text, { border: 4 }), [text]);
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path className="light" d={`M0 0h${size}v${size}H0z`} />
      <path className="dark" d={dark.join('')} />
    </svg>
  );
}
