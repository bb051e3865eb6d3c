/** Vite takes styles that a page imports, and brings them along with the page. */
declare module '*.css';
