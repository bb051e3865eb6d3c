/** A file as its text. */
declare module '*?raw' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: bundlers call it so
  export { text as default };
}
