/** Manifold as a Node process loads it, for tests of repair. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type ManifoldLibrary, provideManifold } from '../../src-shared/geometry/repair/union-engine.ts';

export function provideManifoldForTests(): void {
  provideManifold(async () => {
    const { default: create } = await import('manifold-3d/manifold.js');
    const wasmBinary = await readFile(createRequire(import.meta.url).resolve('manifold-3d/manifold.wasm'));
    const library = await create({ wasmBinary } as never);
    library.setup();
    return library as unknown as ManifoldLibrary;
  });
}
