/** Builds dist/ if it is older than its sources. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { dist, root } from './root.mjs';
import { say, stop } from './say.mjs';
import { runQuietly } from './tools.mjs';

const sources = ['src-main', 'src-renderer', 'src-service', 'src-shared', 'build', 'package.json'];
export const buildScript = join(root, 'build', 'compile.mjs');

/** Changes whenever a source file does. */
export function sourcesStamp() {
  const hash = createHash('sha256');
  const walk = (path) => {
    const stat = statSync(join(root, path));
    if (!stat.isDirectory()) hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`);
    else
      for (const name of readdirSync(join(root, path)).sort())
        if (name !== 'node_modules') walk(`${path}/${name}`);
  };
  for (const path of sources) walk(path);
  return hash.digest('hex');
}

/** Builds if dist/ is missing or older than the sources. The bundler's output is shown only if it fails. */
export async function ensureBuilt() {
  const stamp = join(dist, '.stamp');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesStamp()) return;
  say('Building.');
  const { ok, output } = await runQuietly([buildScript]);
  if (ok) return;
  process.stderr.write(output);
  stop('The build failed; the reason is above.');
}
