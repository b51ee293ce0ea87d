/**
 * Reads the renderer's built files from dist/renderer. Both hosts with a window serve them through this file,
 * which never leaves that folder.
 */
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Beside the built program. Run from source, a host serves the window that was built last. */
export const rendererFolder = (): string =>
  fileURLToPath(
    new URL(import.meta.url.endsWith('.ts') ? '../../dist/renderer' : '../renderer', import.meta.url),
  );

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
};

export interface RendererFile {
  readonly body: Buffer;
  readonly type: string;
  /** Vite's hashed assets never change under the same name; index.html does. */
  readonly immutable: boolean;
}

/** `path` is a decoded URL path. Null for anything that is no file of the renderer. */
export async function readRendererFile(root: string, path: string): Promise<RendererFile | null> {
  if (path.includes('\0') || path.includes('\\')) return null;
  const file = join(root, path === '/' ? 'index.html' : path);
  const type = types[extname(file)];
  if (!file.startsWith(root + sep) || type === undefined) return null;
  try {
    return { body: await readFile(file), type, immutable: path.startsWith('/assets/') };
  } catch {
    return null;
  }
}
