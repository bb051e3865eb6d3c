import { useEffect, useState } from 'react';

/** Said once by screen readers when it appears: they read only what changes in a part that was there before. */
export function Announced({ text }: { readonly text: string }) {
  const [said, say] = useState('');
  useEffect(() => say(text), [text]);
  return (
    <p className="hidden" role="status">
      {said}
    </p>
  );
}
