import { useEffect } from 'react';

const MARK = '● ';

/** Marks the title of a page that is not in sight while it is the player's turn. */
export function useTurnMark(isTurn: boolean): void {
  useEffect(() => {
    if (!isTurn) return;
    const show = (isMarked: boolean) => {
      document.title = `${isMarked ? MARK : ''}${document.title.replace(MARK, '')}`;
    };
    const look = () => show(document.hidden);
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      show(false);
    };
  }, [isTurn]);
}
