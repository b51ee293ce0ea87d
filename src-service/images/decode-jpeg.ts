/**
 * The luminance of a sequential JPEG (ITU T.81: Huffman coding, 8 bits, baseline or extended), for reliefs.
 * Colours are read over and left out, since a relief has none. Progressive and arithmetic files are refused.
 */

/** The file is no JPEG that is read here, or it is damaged. */
export class JpegError extends Error {}

interface Component {
  readonly id: number;
  /** Sampling factors. */
  readonly h: number;
  readonly v: number;
  readonly table: number;
  dc: number;
  ac: number;
  previous: number;
}

interface Huffman {
  /** By length 1 to 16: the first code, and the place of its symbol. */
  readonly first: Int32Array;
  readonly count: Int32Array;
  readonly offset: Int32Array;
  readonly symbols: Uint8Array;
}

/** T.81 figure A.6: place in the zigzag -> place in the block. */
const zigzag = Uint8Array.from([
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7,
  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46,
  53, 60, 61, 54, 47, 55, 62, 63,
]);

/** cosines[x * 8 + u]: the inverse transform's factor of frequency u at sample x (T.81 A.3.3). */
const cosines = Float64Array.from({ length: 64 }, (_, i) => {
  const [x, u] = [i >> 3, i & 7];
  return (u === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * x + 1) * u * Math.PI) / 16);
});

export interface Luminance {
  readonly width: number;
  readonly height: number;
  /** 0 to 1 per pixel, row by row from the top. */
  readonly brightness: Float32Array;
}

/** @throws JpegError */
export function decodeJpeg(bytes: Buffer): Luminance {
  const quantisation: Uint16Array[] = [];
  const dcTables: Huffman[] = [];
  const acTables: Huffman[] = [];
  let components: Component[] = [];
  let [width, height, restartEvery] = [0, 0, 0];
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) throw new JpegError('A marker is missing.');
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at++;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    const segment = bytes.subarray(at + 4, at + 2 + length);
    if (segment.length !== length - 2) throw new JpegError('A segment is cut off.');
    if (marker === 0xdb) readQuantisation(segment, quantisation);
    else if (marker === 0xc4) readHuffman(segment, dcTables, acTables);
    else if (marker === 0xdd) restartEvery = segment.readUInt16BE(0);
    else if (marker === 0xc0 || marker === 0xc1) {
      if (segment[0] !== 8) throw new JpegError('Only 8 bits are read.');
      height = segment.readUInt16BE(1);
      width = segment.readUInt16BE(3);
      components = readComponents(segment);
    } else if (marker > 0xc1 && marker <= 0xcf && marker !== 0xc8 && marker !== 0xcc)
      throw new JpegError('Progressive files are not read.');
    else if (marker === 0xda) {
      if (components.length === 0 || width === 0 || height === 0) throw new JpegError('There is no frame.');
      for (let i = 0; i < (segment[0] ?? 0); i++) {
        const component = components.find((one) => one.id === segment[1 + i * 2]);
        if (!component) throw new JpegError('The scan names an unknown component.');
        component.dc = segment[2 + i * 2]! >> 4;
        component.ac = segment[2 + i * 2]! & 15;
      }
      if (segment[0] !== components.length) throw new JpegError('Only one scan is read.');
      const bits = new BitReader(bytes, at + 2 + length);
      return readScan(bits, { width, height, components, quantisation, dcTables, acTables, restartEvery });
    }
    at += 2 + length;
  }
  throw new JpegError('There is no picture in the file.');
}

function readQuantisation(segment: Buffer, tables: Uint16Array[]): void {
  for (let at = 0; at < segment.length; ) {
    const wide = segment[at]! >> 4 ? 2 : 1;
    if (at + 1 + 64 * wide > segment.length) throw new JpegError('A table is cut off.');
    tables[segment[at]! & 15] = Uint16Array.from({ length: 64 }, (_, i) =>
      wide === 2 ? segment.readUInt16BE(at + 1 + i * 2) : segment[at + 1 + i]!,
    );
    at += 1 + 64 * wide;
  }
}

function readHuffman(segment: Buffer, dcTables: Huffman[], acTables: Huffman[]): void {
  for (let at = 0; at + 17 <= segment.length; ) {
    const count = Int32Array.from(segment.subarray(at + 1, at + 17));
    const total = count.reduce((sum, one) => sum + one, 0);
    const [first, offset] = [new Int32Array(16), new Int32Array(16)];
    // T.81 annex C: codes of one length follow each other, and double from length to length.
    for (let i = 0, code = 0, place = 0; i < 16; i++) {
      first[i] = code;
      offset[i] = place;
      code = (code + count[i]!) << 1;
      place += count[i]!;
    }
    const symbols = Uint8Array.from(segment.subarray(at + 17, at + 17 + total));
    (segment[at]! >> 4 ? acTables : dcTables)[segment[at]! & 15] = { first, count, offset, symbols };
    at += 17 + total;
  }
}

function readComponents(segment: Buffer): Component[] {
  return Array.from({ length: segment[5] ?? 0 }, (_, i) => {
    const at = 6 + i * 3;
    const [h, v] = [segment[at + 1]! >> 4, segment[at + 1]! & 15];
    if (!(h >= 1 && h <= 4 && v >= 1 && v <= 4)) throw new JpegError('A component is damaged.');
    return { id: segment[at]!, h, v, table: segment[at + 2]!, dc: 0, ac: 0, previous: 0 };
  });
}

interface Scan {
  readonly width: number;
  readonly height: number;
  readonly components: readonly Component[];
  readonly quantisation: readonly Uint16Array[];
  readonly dcTables: readonly Huffman[];
  readonly acTables: readonly Huffman[];
  readonly restartEvery: number;
}

/** T.81 A.2: the units of all components, interleaved. A scan of one component has one block a unit. */
function readScan(bits: BitReader, scan: Scan): Luminance {
  const { width, height, components } = scan;
  const [mostH, mostV] = [Math.max(...components.map((c) => c.h)), Math.max(...components.map((c) => c.v))];
  const alone = components.length === 1;
  const luma = components[0]!;
  const [unitX, unitY] = alone ? [8, 8] : [8 * mostH, 8 * mostV];
  const across = Math.ceil(width / unitX);
  const units = across * Math.ceil(height / unitY);
  const brightness = new Float32Array(width * height);
  const [scaleX, scaleY] = alone ? [1, 1] : [mostH / luma.h, mostV / luma.v];
  const block = new Int32Array(64);
  for (let unit = 0; unit < units; unit++) {
    if (scan.restartEvery > 0 && unit > 0 && unit % scan.restartEvery === 0) {
      bits.restart();
      for (const component of components) component.previous = 0;
    }
    for (const component of components) {
      const [h, v] = alone ? [1, 1] : [component.h, component.v];
      for (let i = 0; i < h * v; i++) {
        readBlock(bits, component, scan, block);
        if (component !== luma) continue;
        const left = (unit % across) * unitX + (i % h) * 8 * scaleX;
        const top = Math.floor(unit / across) * unitY + Math.floor(i / h) * 8 * scaleY;
        paint(block, { brightness, width, height, left, top, scaleX, scaleY });
      }
    }
  }
  return { width, height, brightness };
}

/** T.81 F.2.2: one block of coefficients, dequantised, in its natural order. */
function readBlock(bits: BitReader, component: Component, scan: Scan, block: Int32Array): void {
  const [dc, ac, table] = [
    scan.dcTables[component.dc],
    scan.acTables[component.ac],
    scan.quantisation[component.table],
  ];
  if (!dc || !ac || !table) throw new JpegError('A table is missing.');
  block.fill(0);
  component.previous += bits.signed(bits.symbol(dc));
  block[0] = component.previous * table[0]!;
  for (let k = 1; k < 64; k++) {
    const symbol = bits.symbol(ac);
    const size = symbol & 15;
    if (size === 0) {
      if (symbol !== 0xf0) return;
      k += 15;
      continue;
    }
    k += symbol >> 4;
    if (k > 63) throw new JpegError('A block is damaged.');
    block[zigzag[k]!] = bits.signed(size) * table[k]!;
  }
}

const rows = new Float64Array(64);

/** The inverse transform (T.81 A.3.3), rows and then columns, into the picture. */
function paint(
  block: Int32Array,
  to: {
    brightness: Float32Array;
    width: number;
    height: number;
    left: number;
    top: number;
    scaleX: number;
    scaleY: number;
  },
): void {
  for (let v = 0; v < 8; v++) {
    for (let x = 0; x < 8; x++) {
      let sum = 0;
      for (let u = 0; u < 8; u++) sum += cosines[x * 8 + u]! * block[v * 8 + u]!;
      rows[v * 8 + x] = sum;
    }
  }
  for (let y = 0; y < 8; y++) {
    for (let x = 0; x < 8; x++) {
      let sum = 128;
      for (let v = 0; v < 8; v++) sum += cosines[y * 8 + v]! * rows[v * 8 + x]!;
      const value = Math.min(1, Math.max(0, sum / 255));
      for (let dy = 0; dy < to.scaleY; dy++) {
        for (let dx = 0; dx < to.scaleX; dx++) {
          const [px, py] = [
            Math.floor(to.left + x * to.scaleX + dx),
            Math.floor(to.top + y * to.scaleY + dy),
          ];
          if (px < to.width && py < to.height) to.brightness[py * to.width + px] = value;
        }
      }
    }
  }
}

/** Bits of the coded data, without the stuffed zeros (T.81 F.1.2.3). A cut file reads as zeros for a while. */
class BitReader {
  readonly #bytes: Buffer;
  #at: number;
  #current = 0;
  #left = 0;
  #missing = 0;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  #bit(): number {
    if (this.#left === 0) {
      const byte = this.#bytes[this.#at];
      const isMarker = byte === 0xff && this.#bytes[this.#at + 1] !== 0;
      if (byte === undefined || isMarker) {
        if (++this.#missing > 64) throw new JpegError('The picture is cut off.');
        this.#current = 0;
      } else {
        this.#current = byte;
        this.#at += byte === 0xff ? 2 : 1;
      }
      this.#left = 8;
    }
    return (this.#current >> --this.#left) & 1;
  }

  symbol(table: Huffman): number {
    for (let length = 0, code = 0; length < 16; length++) {
      code = (code << 1) | this.#bit();
      const place = code - table.first[length]!;
      if (place >= 0 && place < table.count[length]!)
        return table.symbols[table.offset[length]! + place] ?? 0;
    }
    throw new JpegError('A code is unknown.');
  }

  /** T.81 F.2.2.1: a number of `size` bits, whose upper half is positive. */
  signed(size: number): number {
    if (size > 16) throw new JpegError('A number is too long.');
    let value = 0;
    for (let i = 0; i < size; i++) value = (value << 1) | this.#bit();
    return size > 0 && value < 1 << (size - 1) ? value - (1 << size) + 1 : value;
  }

  /** Goes on behind the next restart marker. */
  restart(): void {
    this.#left = 0;
    while (this.#at + 1 < this.#bytes.length) {
      const marker = this.#bytes[this.#at + 1]!;
      if (this.#bytes[this.#at] === 0xff && marker >= 0xd0 && marker <= 0xd7) {
        this.#at += 2;
        return;
      }
      this.#at++;
    }
    throw new JpegError('The picture is cut off.');
  }
}
