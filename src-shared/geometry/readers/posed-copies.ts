/**
 * A mesh placed by joints is where the joints are, not where its node is. So several nodes that show one mesh
 * with the same joints show it in one place (glTF 2.0, 3.7.3.3; COLLADA 1.4, chapter 4): it counts once.
 */
import { ref } from '../../messages/messages.ts';
import type { GeometryText } from '../geometry-text.ts';
import type { Mesh } from '../mesh/mesh.ts';

export class PosedCopies {
  /** Poses already seen, by the mesh. */
  readonly #known = new Map<unknown, Mesh[]>();
  #repeated = 0;

  /** Whether the same mesh was there before, in the same pose. @param mesh in the coordinates of the scene */
  isRepeated(source: unknown, mesh: Mesh): boolean {
    const known = this.#known.get(source) ?? [];
    if (known.some((other) => isSame(mesh.positions, other.positions))) {
      this.#repeated++;
      return true;
    }
    this.#known.set(source, [...known, mesh]);
    return false;
  }

  remarks(): GeometryText[] {
    return this.#repeated === 0 ? [] : [ref('geometry.posedAgain', { count: this.#repeated })];
  }
}

const isSame = (one: ArrayLike<number>, other: ArrayLike<number>): boolean => {
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
  return true;
};
