/** Provides Manifold to tests of repair, as in every Node process of Fabdesk. */
import { loadManifold } from '../../src-main/files/manifold.ts';
import { provideManifold } from '../../src-shared/geometry/repair/manifold-library.ts';

export const provideManifoldForTests = (): void => provideManifold(loadManifold);
