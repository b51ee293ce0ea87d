/**
 * Reads WebAssembly modules as bytes (WebAssembly Core 2.0, chapter 5, and the exception instructions that
 * Emscripten emits).
 */
import { joinBytes } from '../../src-shared/geometry/runtime/join-bytes.ts';

/** Before the first section: a magic number and the version. */
const headerBytes = 8;

export const section = { type: 1, import: 2, function: 3, global: 6, export: 7, code: 10 } as const;

export interface Section {
  readonly id: number;
  readonly content: Uint8Array;
}

export function sectionsOf(module: Uint8Array): Section[] {
  const reader = new WasmReader(module, headerBytes);
  const sections: Section[] = [];
  while (reader.at < module.length) {
    const id = reader.byte();
    const size = reader.unsigned();
    sections.push({ id, content: module.subarray(reader.at, reader.at + size) });
    reader.at += size;
  }
  return sections;
}

/** A section that is missing has no entries. */
export const contentOf = (sections: readonly Section[], id: number): Uint8Array =>
  sections.find((each) => each.id === id)?.content ?? Uint8Array.of(0);

/** A module with the same header and these sections. */
export function moduleWith(module: Uint8Array, sections: readonly Section[]): Uint8Array {
  return joinBytes([
    module.subarray(0, headerBytes),
    ...sections.flatMap(({ id, content }) => [Uint8Array.of(id, ...unsignedBytes(content.length)), content]),
  ]);
}

/** How many numbers follow each instruction; 3 for something else. */
const numbersAfter = new Uint8Array(256).fill(3);
// unreachable, nop, else, end, return, catch_all, drop, select, ref.is_null, arithmetic
for (const opcode of [0x00, 0x01, 0x05, 0x0b, 0x0f, 0x19, 0x1a, 0x1b, 0xd1]) numbersAfter[opcode] = 0;
numbersAfter.fill(0, 0x45, 0xc5);
// block, loop, if, try, catch, throw, rethrow, br, br_if, call, return_call, delegate, memory, constants,
// ref, variables
for (const opcode of [0x02, 0x03, 0x04, 0x06, 0x07, 0x08, 0x09, 0x0c, 0x0d, 0x10, 0x12, 0x18])
  numbersAfter[opcode] = 1;
for (const opcode of [0x3f, 0x40, 0x41, 0x42, 0xd0, 0xd2]) numbersAfter[opcode] = 1;
numbersAfter.fill(1, 0x20, 0x27);
// call_indirect, return_call_indirect, loads, stores
for (const opcode of [0x11, 0x13]) numbersAfter[opcode] = 2;
numbersAfter.fill(2, 0x28, 0x3f);

/**
 * Moves the reader from an instruction's opcode to the next instruction. @throws Error for an unknown
 * instruction
 */
export function skipOperands(reader: WasmReader, opcode: number): void {
  const numbers = numbersAfter[opcode]!;
  if (numbers <= 2) reader.skipNumbers(numbers);
  else if (opcode === 0x43) reader.at += 4;
  else if (opcode === 0x44) reader.at += 8;
  else if (opcode === 0x0e) reader.skipNumbers(reader.unsigned() + 1);
  else if (opcode === 0x1c) reader.skipNumbers(reader.unsigned());
  else if (opcode === 0xfc) skipExtended(reader);
  else throw new Error(`WebAssembly instruction ${opcode} is not known`);
}

/** Saturating conversions have none; those that copy or fill name memories, tables and segments. */
function skipExtended(reader: WasmReader): void {
  const opcode = reader.unsigned();
  if (opcode <= 7) return;
  const numbers = [2, 1, 2, 1, 2, 1, 2, 1, 1, 1][opcode - 8];
  if (numbers === undefined) throw new Error(`WebAssembly instruction 252 ${opcode} is not known`);
  reader.skipNumbers(numbers);
}

export class WasmReader {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  byte(): number {
    return this.#bytes[this.at++]!;
  }

  /** A number of up to 32 bits in LEB128. */
  unsigned(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  }

  /** The next bytes, and moves on. */
  bytes(count: number): Uint8Array {
    this.at += count;
    return this.#bytes.subarray(this.at - count, this.at);
  }

  skipNumber(): void {
    while (this.byte() >= 128);
  }

  skipNumbers(count: number): void {
    for (let i = 0; i < count; i++) this.skipNumber();
  }
}

/** In LEB128. */
export function unsignedBytes(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest & 127) | 128);
  }
}

/** A section that begins with a count, with more entries at its end. */
export function appendEntries(content: Uint8Array, entries: readonly ArrayLike<number>[]): Uint8Array {
  const reader = new WasmReader(content);
  const count = reader.unsigned();
  return joinBytes([
    Uint8Array.from(unsignedBytes(count + entries.length)),
    content.subarray(reader.at),
    ...entries.map((entry) => Uint8Array.from(entry)),
  ]);
}
