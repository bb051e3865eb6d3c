/** Builds the element: files that a page loads as they are. Nothing is left to install, since all libraries are in them. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const ROOM = fileURLToPath(new URL('../', import.meta.url));
const STYLES = join(ROOM, 'src/element/styles.ts');
const pathOf = (name: string) => fileURLToPath(import.meta.resolve(name));

/** The element is written for React. Preact has the same interface in a tenth of the bytes. */
export const PREACT = [
  { find: /^react\/jsx-runtime$/, replacement: pathOf('preact/jsx-runtime') },
  { find: /^react-dom\/client$/, replacement: pathOf('preact/compat/client') },
  { find: /^react(-dom)?$/, replacement: pathOf('preact/compat') },
];

/** What a build made: each file with the sources in it. */
export type Built = readonly { readonly fileName: string; readonly modules: readonly string[] }[];

/** Writes `entry` and the parts that come later into the folder. */
export async function buildElement(into: string, entry: string): Promise<Built> {
  const { build } = await import('vite'); // only here, because it takes long to load
  const made = await build({
    root: ROOM,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    mode: 'production',
    resolve: { alias: PREACT },
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    plugins: [stylesAsText()],
    build: {
      outDir: into,
      emptyOutDir: false,
      target: 'es2022',
      minify: 'oxc',
      reportCompressedSize: false,
      modulePreload: false,
      lib: { entry: join(ROOM, 'src/index.ts'), formats: ['es'], fileName: () => entry },
      rolldownOptions: { output: { chunkFileNames: 'board-[name]-[hash].js', minify: true } },
    },
  });
  const outputs = [made].flat().flatMap((one) => ('output' in one ? one.output : []));
  return outputs.map((one) => ({ fileName: one.fileName, modules: 'moduleIds' in one ? one.moduleIds : [] }));
}

const SHEET = '\0sheet:';

/** A sheet of styles becomes a part of the element, which lays it into its own tree. */
function stylesAsText(): Plugin {
  return {
    name: 'styles as text',
    enforce: 'pre',
    resolveId(said, from) {
      if (!said.endsWith('.css') || from === undefined) return null;
      return `${SHEET}${join(dirname(from), said)}.js`;
    },
    load(id) {
      if (!id.startsWith(SHEET)) return null;
      const text = readFileSync(id.slice(SHEET.length, -'.js'.length), 'utf8');
      return {
        code: `import { addStyles } from ${JSON.stringify(STYLES)};\naddStyles(${JSON.stringify(tidied(text))});`,
        moduleSideEffects: true,
      };
    },
  };
}

const REM = 16;

/** Sizes follow the element and never the page around it: `rem` would. Conditions take no variables, so theirs are pixels. */
export function tidied(text: string): string {
  const plain = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s+/g, ' ');
  return plain
    .replace(/@(?:media|container)[^{]*\{/g, (condition) =>
      condition.replace(/([\d.]+)rem/g, (_, n) => `${Number((REM * Number(n)).toFixed(2))}px`),
    )
    .replace(/(-?[\d.]+)rem\b/g, (_, n) => `calc(${n} * var(--flower-war-rem, ${REM}px))`);
}
