export const DOCK_TEXTS = {
  en: {
    instead: (sentence: string, more: number) =>
      more === 0 ? `Instead of: ${sentence}` : `Instead of: ${sentence} (${more} more)`,
    sure: 'Are you sure?',
  },
  es: {
    instead: (sentence: string, more: number) =>
      more === 0 ? `En lugar de: ${sentence}` : `En lugar de: ${sentence} (y ${more} más)`,
    sure: '¿Seguro?',
  },
};
