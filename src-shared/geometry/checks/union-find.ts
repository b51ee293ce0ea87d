/** Groups of faces that only ever join: shells, and patches whose faces agree or disagree in orientation. */

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

  /** Joins two groups under the lower root, so that numbering follows the file's order. */
  join(a: number, b: number): void {
    const rootA = this.find(a);
    const rootB = this.find(b);
    if (rootA < rootB) this.#parents[rootB] = rootA;
    else if (rootB < rootA) this.#parents[rootA] = rootB;
  }
}

/** A union-find that also keeps whether a member is turned against its root. */
export class OrientedUnionFind {
  readonly #parents: Uint32Array;
  readonly #turned: Uint8Array;

  constructor(size: number) {
    this.#parents = new Uint32Array(size);
    this.#turned = new Uint8Array(size);
    for (let i = 0; i < size; i++) this.#parents[i] = i;
  }

  /** The root in the upper bits and 1 in the lowest where the member is turned against it. */
  find(member: number): { root: number; turned: number } {
    const parents = this.#parents;
    const turned = this.#turned;
    let root = member;
    let parity = 0;
    while (parents[root] !== root) {
      parity ^= turned[root]!;
      root = parents[root]!;
    }
    // Second pass: hang everything on the way directly under the root.
    let at = member;
    let rest = parity;
    while (parents[at] !== root && at !== root) {
      const next = parents[at]!;
      const own = turned[at]!;
      parents[at] = root;
      turned[at] = rest;
      rest ^= own;
      at = next;
    }
    return { root, turned: parity };
  }

  /** Says that `b` is turned against `a` (1) or not (0); false where that contradicts what was said before. */
  join(a: number, b: number, difference: number): boolean {
    const first = this.find(a);
    const second = this.find(b);
    if (first.root === second.root) return (first.turned ^ second.turned) === difference;
    const [low, high] = first.root < second.root ? [first, second] : [second, first];
    this.#parents[high.root] = low.root;
    this.#turned[high.root] = first.turned ^ second.turned ^ difference;
    return true;
  }
}
