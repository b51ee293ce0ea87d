/** Typed arrays that grow by doubling, for readers that learn the size of a mesh only while they read it. */

export class GrowingNumbers {
  values: Float64Array;
  length = 0;

  constructor(capacity = 1024) {
    this.values = new Float64Array(Math.max(16, capacity));
  }

  push3(x: number, y: number, z: number): void {
    if (this.length + 3 > this.values.length) this.#grow();
    const { values, length } = this;
    values[length] = x;
    values[length + 1] = y;
    values[length + 2] = z;
    this.length = length + 3;
  }

  #grow(): void {
    const larger = new Float64Array(this.values.length * 2);
    larger.set(this.values);
    this.values = larger;
  }
}

export class GrowingIndices {
  values: Uint32Array;
  length = 0;

  constructor(capacity = 1024) {
    this.values = new Uint32Array(Math.max(16, capacity));
  }

  push(value: number): void {
    if (this.length === this.values.length) this.#grow();
    this.values[this.length++] = value;
  }

  push3(a: number, b: number, c: number): void {
    if (this.length + 3 > this.values.length) this.#grow();
    const { values, length } = this;
    values[length] = a;
    values[length + 1] = b;
    values[length + 2] = c;
    this.length = length + 3;
  }

  /** Returns the filled part as its own array, so that no unused memory is stored or transferred. */
  finish(): Uint32Array {
    return this.length === this.values.length ? this.values : this.values.slice(0, this.length);
  }

  #grow(): void {
    const larger = new Uint32Array(this.values.length * 2);
    larger.set(this.values);
    this.values = larger;
  }
}
