/**
 * Rewrites a WebAssembly module so that its loops end: every iteration takes one from an exported counter, and at zero
 * it traps. A damaged file can make OpenCascade loop for hours, and nothing else stops code that never yields. Costs a
 * few percent of time. (WebAssembly Core 2.0, chapter 5, and the exception instructions that Emscripten emits.)
 */
import { joinBytes } from '../../runtime/join-bytes.ts';

/** Export name of the counter (a mutable i64). */
export const loopsLeft = 'loopsLeft';

const [globalSection, exportSection, codeSection] = [6, 7, 10];
const loopOpcode = 0x03;

/** @throws Error for unknown instructions, which a future version of the module might have */
export function limitLoops(module: Uint8Array): Uint8Array {
  const reader = new Reader(module, 8);
  const pieces: Uint8Array[] = [module.subarray(0, 8)];
  let counter = -1;
  while (reader.at < module.length) {
    const id = reader.byte();
    const size = reader.unsigned();
    const end = reader.at + size;
    let content = module.subarray(reader.at, end);
    if (id === globalSection) {
      counter = new Reader(module, reader.at).unsigned();
      content = appendEntry(content, [0x7e, 0x01, 0x42, 0x00, 0x0b]);
    } else if (id === exportSection) {
      const name = [...loopsLeft].map((letter) => letter.charCodeAt(0));
      content = appendEntry(content, [name.length, ...name, 0x03, ...unsignedBytes(counter)]);
    } else if (id === codeSection) content = rewriteCode(content, counter);
    pieces.push(Uint8Array.of(id, ...unsignedBytes(content.length)), content);
    reader.at = end;
  }
  return joinBytes(pieces);
}

/** A section that begins with a count, with one more entry at its end. */
function appendEntry(section: Uint8Array, entry: readonly number[]): Uint8Array {
  const reader = new Reader(section, 0);
  const count = reader.unsigned();
  return joinBytes([
    Uint8Array.from(unsignedBytes(count + 1)),
    section.subarray(reader.at),
    Uint8Array.from(entry),
  ]);
}

function rewriteCode(section: Uint8Array, counter: number): Uint8Array {
  const index = unsignedBytes(counter);
  // counter = counter - 1; if (counter < 0) trap
  const check = Uint8Array.from([
    ...[0x23, ...index, 0x42, 0x01, 0x7d, 0x24, ...index],
    ...[0x23, ...index, 0x42, 0x00, 0x53, 0x04, 0x40, 0x00, 0x0b],
  ]);
  const reader = new Reader(section, 0);
  const bodies: Body[] = [];
  let added = 0;
  for (let functions = reader.unsigned(); functions > 0; functions--) {
    const sizeAt = reader.at;
    const size = reader.unsigned();
    const start = reader.at;
    const loops = findLoops(reader, start + size);
    if (loops.length === 0) continue;
    const newSize = unsignedBytes(size + loops.length * check.length);
    bodies.push({ sizeAt, start, newSize, loops });
    added += newSize.length + loops.length * check.length;
  }
  const result = new Uint8Array(section.length + added);
  let [from, to] = [0, 0];
  const copyUntil = (end: number) => {
    result.set(section.subarray(from, end), to);
    to += end - from;
    from = end;
  };
  const insert = (bytes: ArrayLike<number>) => {
    result.set(bytes, to);
    to += bytes.length;
  };
  for (const { sizeAt, start, newSize, loops } of bodies) {
    copyUntil(sizeAt);
    insert(newSize);
    from = start;
    for (const loop of loops) {
      copyUntil(loop);
      insert(check);
    }
  }
  copyUntil(section.length);
  return result.subarray(0, to);
}

/** A function with loops. Positions are in the section. */
interface Body {
  readonly sizeAt: number;
  readonly start: number;
  /** The size of the rewritten function. */
  readonly newSize: readonly number[];
  /** Where each loop begins. */
  readonly loops: readonly number[];
}

const none: readonly number[] = [];

/** Positions right after the start of every loop in the function body at the reader's position. */
function findLoops(reader: Reader, end: number): readonly number[] {
  let loops: number[] | null = null;
  for (let groups = reader.unsigned(); groups > 0; groups--) {
    reader.skipNumber();
    reader.at++;
  }
  while (reader.at < end) {
    const opcode = reader.byte();
    const numbers = numbersAfter[opcode]!;
    if (numbers <= 2) reader.skipNumbers(numbers);
    else skipOthers(reader, opcode);
    if (opcode === loopOpcode) {
      loops ??= [];
      loops.push(reader.at);
    }
  }
  return loops ?? none;
}

/** How many numbers follow each instruction; 3 for something else. */
const numbersAfter = new Uint8Array(256).fill(3);
// unreachable, nop, else, end, return, catch_all, drop, select, ref.is_null, arithmetic
for (const opcode of [0x00, 0x01, 0x05, 0x0b, 0x0f, 0x19, 0x1a, 0x1b, 0xd1]) numbersAfter[opcode] = 0;
numbersAfter.fill(0, 0x45, 0xc5);
// block, loop, if, try, catch, throw, rethrow, br, br_if, call, return_call, delegate, memory, constants, ref, variables
for (const opcode of [0x02, 0x03, 0x04, 0x06, 0x07, 0x08, 0x09, 0x0c, 0x0d, 0x10, 0x12, 0x18])
  numbersAfter[opcode] = 1;
for (const opcode of [0x3f, 0x40, 0x41, 0x42, 0xd0, 0xd2]) numbersAfter[opcode] = 1;
numbersAfter.fill(1, 0x20, 0x27);
// call_indirect, return_call_indirect, loads, stores
for (const opcode of [0x11, 0x13]) numbersAfter[opcode] = 2;
numbersAfter.fill(2, 0x28, 0x3f);

function skipOthers(reader: Reader, opcode: number): void {
  if (opcode === 0x43) reader.at += 4;
  else if (opcode === 0x44) reader.at += 8;
  else if (opcode === 0x0e) reader.skipNumbers(reader.unsigned() + 1);
  else if (opcode === 0x1c) reader.skipNumbers(reader.unsigned());
  else if (opcode === 0xfc) skipExtended(reader);
  else throw new Error(`WebAssembly instruction ${opcode} is not known`);
}

/** Saturating conversions have none; those that copy or fill name memories, tables and segments. */
function skipExtended(reader: Reader): void {
  const opcode = reader.unsigned();
  if (opcode <= 7) return;
  const numbers = [2, 1, 2, 1, 2, 1, 2, 1, 1, 1][opcode - 8];
  if (numbers === undefined) throw new Error(`WebAssembly instruction 252 ${opcode} is not known`);
  reader.skipNumbers(numbers);
}

class Reader {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at: number) {
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

  skipNumber(): void {
    while (this.byte() >= 128);
  }

  skipNumbers(count: number): void {
    for (let i = 0; i < count; i++) this.skipNumber();
  }
}

function unsignedBytes(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest & 127) | 128);
  }
}
