/**
 * Builds everything that runs in Node or Electron's main process. Native modules and electron stay external;
 * workers are separate entries, in the same folder as their users.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { lightHttp } from './light-http.ts';
import { prepareOcct } from './occt/prepare-occt.ts';

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const targets: Record<string, Record<string, string>> = {
  main: {
    browser: 'src-main/hosts/browser/main.ts',
    cli: 'src-main/hosts/cli/main.ts',
    'keyring.child': 'src-main/secrets/keyring.child.ts',
    'service.child': 'src-main/local-service/service.child.ts',
    'measure.worker': 'src-service/measure/measure.worker.ts',
    'hash.worker': 'src-main/files/hash.worker.ts',
    'relate-files.worker': 'src-main/files/relate-files.worker.ts',
    'write-pdf.worker': 'src-main/quote-document/write-pdf.worker.ts',
  },
  electron: {
    main: 'src-main/hosts/electron/main.ts',
    'keyring.child': 'src-main/secrets/keyring.child.ts',
    'service.child': 'src-main/local-service/service.child.ts',
    'measure.worker': 'src-service/measure/measure.worker.ts',
    'hash.worker': 'src-main/files/hash.worker.ts',
    'relate-files.worker': 'src-main/files/relate-files.worker.ts',
    'write-pdf.worker': 'src-main/quote-document/write-pdf.worker.ts',
  },
  service: {
    server: 'src-service/server.ts',
    'measure.worker': 'src-service/measure/measure.worker.ts',
  },
};

/**
 * WebAssembly that is loaded on demand: by readers of models and pictures (`readWasmFile`), by repair and by
 * the reader of 3MF (`loadManifold`).
 */
const besideTheCode = [
  '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm',
  '@jsquash/png/codec/pkg/squoosh_png_bg.wasm',
  '@jsquash/webp/codec/dec/webp_dec.wasm',
];
const occt = 'occt-import-js/dist/occt-import-js.wasm';
/** Packages use the window's copies instead. */
const ofTheWindow = [
  'draco3dgltf/draco_decoder_gltf.wasm',
  'manifold-3d/manifold.wasm',
  occt,
  // Its licence; a note of our changes comes with it.
  'occt-import-js/dist/license.occt-import-js.txt',
  'occt-import-js/dist/license.occt.txt',
];
/** The typeface of quotes (src-main/quote-document/fonts.ts). */
const fonts = ['inter-ui/Inter (web)/Inter-Regular.woff', 'inter-ui/Inter (web)/Inter-SemiBold.woff'];
/** The icon of the system tray (src-main/hosts/electron/icon-image.ts). */
const icons = [16, 24, 32, 48].map((size) => at(`build/icons/${size}x${size}.png`));
const occtChanges = 'build/notices/occt-import-js.changes.txt';
const resolvePackageFile = createRequire(import.meta.url).resolve;
const copyAssets = (mode: string): Plugin => ({
  name: 'copy-assets',
  generateBundle() {
    const fromPackages = mode === 'electron' ? besideTheCode : [...besideTheCode, ...ofTheWindow];
    const files = [...fromPackages, ...(mode === 'service' ? [] : fonts)].map((name) =>
      resolvePackageFile(name),
    );
    for (const path of [...files, ...(mode === 'electron' ? icons : [at(occtChanges)])]) {
      const bytes = readFileSync(path);
      const source = basename(path) === basename(occt) ? prepareOcct(bytes) : bytes;
      this.emitFile({ type: 'asset', fileName: basename(path), source });
    }
  },
});

/**
 * Small files that many others share. Each would be a chunk of its own otherwise, which costs a fifth of a
 * millisecond at every start. With some seventy chunks, Node's loader becomes hot enough to be compiled,
 * which takes 5 MB.
 */
const basics =
  /src-shared\/(geometry\/(doubts|mesh\/(mesh|normal|vectors|tree-leaves)|runtime\/join-bytes|checks\/(wall-limit|union-find)|measure\/(price-geometry|printer-fit))|order-gate\/verdict)\.ts$/;

export default defineConfig(({ mode }) => {
  const inputs = targets[mode];
  if (!inputs) throw new Error(`unknown build target ${mode}`);
  return {
    plugins: [lightHttp(), copyAssets(mode)],
    build: {
      ssr: true,
      outDir: at(`dist/${mode}`),
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      rollupOptions: {
        input: Object.fromEntries(
          Object.entries(inputs)
            .map(([name, path]) => [name, at(path)] as const)
            .filter(([, path]) => existsSync(path)),
        ),
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          codeSplitting: { groups: [{ name: 'basics', test: basics }] },
        },
        external: ['electron', 'better-sqlite3', 'keytar', '@napi-rs/keyring'],
      },
    },
    ssr: { noExternal: true, external: ['electron', 'better-sqlite3', 'keytar', '@napi-rs/keyring'] },
  };
});
