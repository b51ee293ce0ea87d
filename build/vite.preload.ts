/** Builds Electron's preload: a sandboxed preload is one CommonJS file. Runs after the electron target. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

export default defineConfig({
  build: {
    ssr: true,
    outDir: at('dist/electron'),
    emptyOutDir: false,
    target: 'node24',
    minify: false,
    rollupOptions: {
      input: { preload: at('src-main/hosts/electron/preload.ts') },
      output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      external: ['electron'],
    },
  },
  ssr: { noExternal: true, external: ['electron'] },
});
