/**
 * Compiles the fast core of geometry: AssemblyScript sources -> WebAssembly -> a TypeScript file that
 * contains it as base64, so that Node, workers and bundlers all get it by a plain import. `npm run build`
 * runs this; the file is also in the repository, and a test checks that it matches its sources.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = 'src-shared/geometry/core/assembly';
export const modulePath = join(root, 'src-shared/geometry/core/module.ts');

const options = [
  '-O3',
  '--noAssert',
  '--enable',
  'simd',
  '--runtime',
  'stub',
  // Address 0 stays unused.
  '--memoryBase',
  '1024',
];

/** @returns the text of module.ts for the sources; throws the compiler's message if they do not compile */
export async function compileCore() {
  let binary = null;
  const { error, stderr } = await asc.main(
    [`${sources}/index.ts`, '--outFile', 'core.wasm', '--baseDir', root, ...options],
    {
      writeFile: (name, contents) => {
        if (name === 'core.wasm') binary = contents;
      },
    },
  );
  if (error || binary === null) throw new Error(`The core does not compile.\n${stderr}`, { cause: error });
  return [
    '/** The fast core as WebAssembly in base64. Made by build/assembly/compile-core.mjs; not edited. */',
    'export const coreModule =',
    `  '${Buffer.from(binary).toString('base64')}';`,
    '',
  ].join('\n');
}

/**
 * Writes module.ts only if it differs, so that an unchanged one keeps its time and nothing is rebuilt
 * needlessly.
 */
export async function writeCore() {
  const text = await compileCore();
  if (text !== readIfThere()) writeFileSync(modulePath, text);
}

function readIfThere() {
  try {
    return readFileSync(modulePath, 'utf8');
  } catch {
    return null;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeCore();
