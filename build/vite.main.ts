/**
 * Builds everything that runs in Node or Electron's main process. Native modules and electron stay outside;
 * workers are entries of their own, flat beside their users.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const targets: Record<string, Record<string, string>> = {
  main: {
    browser: 'src-main/hosts/browser/main.ts',
    cli: 'src-main/hosts/cli/main.ts',
    'keyring.child': 'src-main/secrets/keyring.child.ts',
    'measure.worker': 'src-service/measure/measure.worker.ts',
    'hash.worker': 'src-main/files/hash.worker.ts',
  },
  electron: {
    main: 'src-main/hosts/electron/main.ts',
    'keyring.child': 'src-main/secrets/keyring.child.ts',
    'measure.worker': 'src-service/measure/measure.worker.ts',
    'hash.worker': 'src-main/files/hash.worker.ts',
  },
  service: {
    server: 'src-service/server.ts',
    'measure.worker': 'src-service/measure/measure.worker.ts',
  },
};

export default defineConfig(({ mode }) => {
  const inputs = targets[mode];
  if (!inputs) throw new Error(`unknown build target ${mode}`);
  return {
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
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        external: ['electron', 'better-sqlite3', 'keytar', '@napi-rs/keyring'],
      },
    },
    ssr: { noExternal: true, external: ['electron', 'better-sqlite3', 'keytar', '@napi-rs/keyring'] },
  };
});
