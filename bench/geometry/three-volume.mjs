/** How a page with three.js computes a model's volume: its loader, then a loop over the triangles. */
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';

const path = process.argv[2];
const bytes = readFileSync(path);
const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
const loaders = {
  '.stl': async () => new (await import('three/examples/jsm/loaders/STLLoader.js')).STLLoader().parse(buffer),
  '.ply': async () => new (await import('three/examples/jsm/loaders/PLYLoader.js')).PLYLoader().parse(buffer),
  '.obj': async () =>
    new (await import('three/examples/jsm/loaders/OBJLoader.js')).OBJLoader().parse(bytes.toString('latin1'))
      .children[0].geometry,
};
const { index, attributes } = await loaders[extname(path)]();
const p = attributes.position.array;
const at = (i) => (index ? index.array[i] : i) * 3;
const count = index ? index.count : p.length / 3;
let volume = 0;
for (let i = 0; i < count; i += 3) {
  const [a, b, c] = [at(i), at(i + 1), at(i + 2)];
  volume +=
    p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]) +
    p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2]) +
    p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c]);
}
console.log(volume / 6);
