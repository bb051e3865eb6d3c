/** Vite takes the style sheets that a page imports. */
declare module '*.css';

/** Vite takes the pictures that a page imports, and tells their addresses. */
declare module '*.svg' {
  const address: string;
  export default address;
}
