/** Bundles the page with Vite. */
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const own = (name: string) => fileURLToPath(import.meta.resolve(name));

/** The page is written for React. Preact has the same interface in a tenth of the bytes. */
const PREACT = [
  { find: /^react\/jsx-runtime$/, replacement: own('preact/jsx-runtime') },
  { find: /^react-dom\/client$/, replacement: own('preact/compat/client') },
  { find: /^react(-dom)?$/, replacement: own('preact/compat') },
];

/** What every page needs is one file: a browser asks for six at a time, and each turn costs the way there and back. */
const FIRST = { name: 'first', tags: ['$initial' as const] };

export async function bundle(page: string, folder: string): Promise<void> {
  await build({
    root: page,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    resolve: { alias: PREACT },
    // Whatever NODE_ENV says, the same sources make the same page.
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    worker: { format: 'es' }, // it loads the rules of a record when it knows them
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0, // the policy of the page allows no data in addresses
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: { output: { codeSplitting: { groups: [FIRST] } } },
    },
  });
}
