/** For tests of repair: Manifold as every Node process of Fabdesk loads it. */
import { loadManifold } from '../../src-main/files/manifold.ts';
import { provideManifold } from '../../src-shared/geometry/repair/union-engine.ts';

export const provideManifoldForTests = (): void => provideManifold(loadManifold);
