/** Groups of faces that only ever merge: shells, and patches whose faces agree or disagree in orientation. */

export class UnionFind {
  readonly #parents: Uint32Array;

  constructor(size: number) {
    this.#parents = new Uint32Array(size);
    for (let i = 0; i < size; i++) this.#parents[i] = i;
  }

  find(member: number): number {
    const parents = this.#parents;
    let at = member;
    while (parents[at] !== at) {
      const above = parents[parents[at]!]!;
      parents[at] = above;
      at = above;
    }
    return at;
  }

  /** Merges two groups under the lower root, so that numbering follows the order of the file. */
  join(a: number, b: number): void {
    const rootA = this.find(a);
    const rootB = this.find(b);
    if (rootA < rootB) this.#parents[rootB] = rootA;
    else if (rootB < rootA) this.#parents[rootA] = rootB;
  }
}

/** A union-find that also records whether a member is flipped relative to its root. */
export class OrientedUnionFind {
  readonly #parents: Uint32Array;
  readonly #flipped: Uint8Array;

  constructor(size: number) {
    this.#parents = new Uint32Array(size);
    this.#flipped = new Uint8Array(size);
    for (let i = 0; i < size; i++) this.#parents[i] = i;
  }

  /** The root, and whether the member is flipped relative to it. */
  find(member: number): { root: number; flipped: number } {
    const parents = this.#parents;
    const flipped = this.#flipped;
    let root = member;
    let parity = 0;
    while (parents[root] !== root) {
      parity ^= flipped[root]!;
      root = parents[root]!;
    }
    // Second pass: attach everything on the way directly to the root.
    let at = member;
    let rest = parity;
    while (parents[at] !== root && at !== root) {
      const next = parents[at]!;
      const own = flipped[at]!;
      parents[at] = root;
      flipped[at] = rest;
      rest ^= own;
      at = next;
    }
    return { root, flipped: parity };
  }

  /** Records that `b` is flipped relative to `a` (1) or not (0). False: an earlier statement differs. */
  join(a: number, b: number, difference: number): boolean {
    const first = this.find(a);
    const second = this.find(b);
    if (first.root === second.root) return (first.flipped ^ second.flipped) === difference;
    const [low, high] = first.root < second.root ? [first, second] : [second, first];
    this.#parents[high.root] = low.root;
    this.#flipped[high.root] = first.flipped ^ second.flipped ^ difference;
    return true;
  }
}
