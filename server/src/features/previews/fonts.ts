/** By their scripts. A letter that none of them has stays out of the picture. */
export const FONTS = [
  import.meta.resolve('@fontsource/alegreya-sans/files/alegreya-sans-latin-500-normal.woff2'),
  import.meta.resolve('@fontsource/alegreya-sans/files/alegreya-sans-latin-ext-500-normal.woff2'),
  import.meta.resolve('@fontsource/alegreya-sans/files/alegreya-sans-greek-500-normal.woff2'),
  import.meta.resolve('@fontsource/alegreya-sans/files/alegreya-sans-cyrillic-500-normal.woff2'),
  import.meta.resolve('@fontsource/alegreya-sans/files/alegreya-sans-vietnamese-500-normal.woff2'),
];
