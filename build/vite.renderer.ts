/**
 * Builds the window into dist/renderer. Relative addresses: Electron's protocol and the browser host share
 * it.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';
import { prepareOcct } from './occt/prepare-occt.ts';

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The LGPL asks for its text, and for a note of our changes, beside every copy of OpenCascade. */
const occt: Plugin = {
  name: 'occt',
  generateBundle() {
    for (const path of [
      'node_modules/occt-import-js/dist/license.occt-import-js.txt',
      'node_modules/occt-import-js/dist/license.occt.txt',
      'build/notices/occt-import-js.changes.txt',
    ])
      this.emitFile({
        type: 'asset',
        fileName: `assets/${basename(path)}`,
        source: readFileSync(at(path)),
      });
  },
  writeBundle({ dir }) {
    const assets = join(dir!, 'assets');
    for (const name of readdirSync(assets).filter((file) => /^occt-import-js.*\.wasm$/.test(file)))
      writeFileSync(join(assets, name), prepareOcct(readFileSync(join(assets, name))));
  },
};

/**
 * What the first window loads, in few files instead of fifty, each of which would take a request. None
 * contains what an earlier one contains.
 */
const together: readonly { readonly name: string; readonly begins: readonly string[] }[] = [
  // Index.html loads it; the bundler divides it.
  { name: 'first', begins: ['main.ts'] },
  { name: 'app', begins: ['shell/App.svelte', 'bridge/connect.ts'] },
  { name: 'prepare', begins: ['features/prepare/PrepareScreen.svelte'] },
];
const fileOf = new Map<string, string>();
const gatherWindow: Plugin = {
  name: 'gather-window',
  buildEnd() {
    fileOf.clear();
    for (const { name, begins } of together) {
      const visit = (id: string) => {
        if (fileOf.has(id)) return;
        fileOf.set(id, name);
        for (const next of this.getModuleInfo(id)?.importedIds ?? []) visit(next);
      };
      for (const file of begins) visit(at(`src-renderer/${file}`));
    }
  },
};

export default defineConfig({
  root: fileURLToPath(new URL('../src-renderer', import.meta.url)),
  base: './',
  plugins: [svelte(), occt, gatherWindow],
  worker: { format: 'es' },
  build: {
    outDir: fileURLToPath(new URL('../dist/renderer', import.meta.url)),
    emptyOutDir: true,
    target: 'es2024',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: ['app', 'prepare'].map((name) => ({ name, test: (id) => fileOf.get(id) === name })),
        },
      },
    },
    // three.js alone is larger than Vite's default warning.
    chunkSizeWarningLimit: 900,
  },
});
