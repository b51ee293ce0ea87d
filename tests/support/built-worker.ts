/**
 * Builds the worker of the window once for a run, as the application does. From the sources each worker loads
 * some two hundred files, and each test starts several workers.
 */
import { createReadStream } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const outDir = at(`node_modules/.cache/geometry-worker-${process.pid}`);
const base = '/geometry-worker/';

export const builtWorker = (): Plugin => ({
  name: 'built-worker',
  // Before Vite replaces the address of the source.
  enforce: 'pre',
  async configureServer({ middlewares }) {
    await build({
      configFile: false,
      logLevel: 'warn',
      base,
      publicDir: false,
      build: {
        outDir,
        minify: false,
        target: 'es2024',
        assetsInlineLimit: 0,
        // Preloading needs a document, which a worker has not.
        modulePreload: false,
        rolldownOptions: {
          input: at('src-renderer/geometry/geometry.worker.ts'),
          output: { entryFileNames: 'worker.js' },
        },
      },
    });
    middlewares.use((request, response, next) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      if (!pathname.startsWith(base)) return next();
      const isCode = pathname.endsWith('.js');
      response.setHeader('content-type', isCode ? 'text/javascript' : 'application/wasm');
      const folder = isCode && pathname.endsWith('/worker.js') ? outDir : join(outDir, 'assets');
      createReadStream(join(folder, basename(pathname)))
        .on('error', next)
        .pipe(response);
    });
  },
  transform(code, id) {
    if (!id.endsWith('/geometry/create-worker.ts')) return;
    return code.replace("new URL('./geometry.worker.ts', import.meta.url)", `'${base}worker.js'`);
  },
});
