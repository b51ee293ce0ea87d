/** Builds the window into dist/renderer. Relative addresses: Electron's protocol and the browser host share it. */
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('../src-renderer', import.meta.url)),
  base: './',
  plugins: [svelte()],
  worker: { format: 'es' },
  build: {
    outDir: fileURLToPath(new URL('../dist/renderer', import.meta.url)),
    emptyOutDir: true,
    target: 'es2024',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // three.js alone is larger than Vite's default warning.
    chunkSizeWarningLimit: 900,
  },
});
