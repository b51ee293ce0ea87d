/** The rows after a PLY header, value by value, from text or from either byte order. */
import { ref } from '../../messages/messages.ts';
import { ByteScanner } from './byte-scanner.ts';
import {
  leastRowBytes,
  type PlyElement,
  type PlyHeader,
  type PlyProperty,
  type PlyType,
  plyTypeSizes,
} from './ply-header.ts';
import { failDamaged } from './raw-mesh.ts';

export interface PlyBody {
  /** The share of the file that has been read, 0 to 1. */
  readonly fraction: number;
  /** @throws CodedError `file-damaged` if the file is too short for all rows of this element */
  expect(element: PlyElement): void;
  startRow(): void;
  number(type: PlyType): number;
  /** The number of items of a list, which follow and must be read. */
  listLength(list: PlyProperty): number;
  skip(property: PlyProperty): void;
}

export const openPlyBody = (bytes: Uint8Array, header: PlyHeader): PlyBody =>
  header.encoding === 'ascii'
    ? new AsciiBody(bytes, header.bodyStart)
    : new BinaryBody(bytes, header.bodyStart, header.encoding === 'little');

function failShort(element: PlyElement): never {
  return failDamaged(ref('geometry.tooShort', { format: 'PLY', count: element.count, what: element.name }));
}

const failEnd = (): never => failDamaged(ref('geometry.truncated', { format: 'PLY' }));

class BinaryBody implements PlyBody {
  readonly #view: DataView;
  readonly #littleEndian: boolean;
  #at: number;

  constructor(bytes: Uint8Array, start: number, littleEndian: boolean) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#littleEndian = littleEndian;
    this.#at = start;
  }

  get fraction(): number {
    return this.#at / this.#view.byteLength;
  }

  expect(element: PlyElement): void {
    if (element.count * leastRowBytes(element) > this.#view.byteLength - this.#at) failShort(element);
  }

  startRow(): void {}

  number(type: PlyType): number {
    const at = this.#at;
    this.#at = at + plyTypeSizes[type];
    if (this.#at > this.#view.byteLength) failEnd();
    switch (type) {
      case 'float32':
        return this.#view.getFloat32(at, this.#littleEndian);
      case 'int32':
        return this.#view.getInt32(at, this.#littleEndian);
      case 'uint8':
        return this.#view.getUint8(at);
      case 'uint32':
        return this.#view.getUint32(at, this.#littleEndian);
      case 'float64':
        return this.#view.getFloat64(at, this.#littleEndian);
      case 'int8':
        return this.#view.getInt8(at);
      case 'int16':
        return this.#view.getInt16(at, this.#littleEndian);
      case 'uint16':
        return this.#view.getUint16(at, this.#littleEndian);
    }
  }

  listLength(list: PlyProperty): number {
    const length = this.number(list.countType ?? 'uint8');
    const left = this.#view.byteLength - this.#at;
    if (!(length >= 0) || length * plyTypeSizes[list.type] > left) failEnd();
    return Math.floor(length);
  }

  skip(property: PlyProperty): void {
    const items = property.countType === null ? 1 : this.listLength(property);
    this.#at += items * plyTypeSizes[property.type];
    if (this.#at > this.#view.byteLength) failEnd();
  }
}

/** One row per line. Values after the last known property of a line are ignored. */
class AsciiBody implements PlyBody {
  readonly #scanner: ByteScanner;
  #isFirstRow = true;

  constructor(bytes: Uint8Array, start: number) {
    this.#scanner = new ByteScanner(bytes, start);
  }

  get fraction(): number {
    return this.#scanner.at / this.#scanner.end;
  }

  expect(element: PlyElement): void {
    // A value and the blank after it take two bytes; the last value of the file may lack the blank.
    const least = element.count * element.properties.length * 2;
    if (least > this.#scanner.end - this.#scanner.at + 1) failShort(element);
  }

  startRow(): void {
    if (!this.#isFirstRow) this.#scanner.skipLine();
    this.#isFirstRow = false;
    // Comments belong in the header, but some files have them between the rows.
    while (this.#scanner.skipBlanks()) {
      if (!this.#scanner.standsAt('comment')) return;
      this.#scanner.skipLine();
    }
    failEnd();
  }

  number(_type: PlyType): number {
    const scanner = this.#scanner;
    scanner.skipSpaces();
    if (scanner.at >= scanner.end || scanner.bytes[scanner.at]! <= 32) failEnd();
    return scanner.number();
  }

  listLength(list: PlyProperty): number {
    const length = this.number(list.type);
    if (!Number.isInteger(length) || length < 0 || length * 2 > this.#scanner.end - this.#scanner.at + 1)
      failEnd();
    return length;
  }

  skip(property: PlyProperty): void {
    const items = property.countType === null ? 1 : this.listLength(property);
    for (let i = 0; i < items; i++) {
      this.#scanner.skipSpaces();
      this.#scanner.skipWord();
    }
  }
}
