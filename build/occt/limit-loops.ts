/**
 * Rewrites a WebAssembly module so that its loops end: every iteration takes one from an exported counter,
 * and at zero it traps. A damaged file can make OpenCascade loop for hours, and nothing else stops code that
 * never yields. Costs a few percent of time.
 */
import { loopsLeft } from '../../src-shared/geometry/readers/occt/occt-module.ts';
import {
  appendEntries,
  contentOf,
  moduleWith,
  section,
  sectionsOf,
  skipOperands,
  unsignedBytes,
  WasmReader,
} from './wasm-code.ts';

const counterName = [...loopsLeft].map((letter) => letter.charCodeAt(0));

const loopOpcode = 0x03;
/** A mutable i64 that begins with 0. */
const counterGlobal = [0x7e, 0x01, 0x42, 0x00, 0x0b];
const globalKind = 0x03;

/**
 * A module that has the counter stays as it is: the build has rewritten it. @throws Error for unknown
 * instructions, which a future version of the module might have
 */
export function limitLoops(module: Uint8Array): Uint8Array {
  const sections = sectionsOf(module);
  if (hasCounter(contentOf(sections, section.export))) return module;
  const counter = new WasmReader(contentOf(sections, section.global)).unsigned();
  const exported = [counterName.length, ...counterName, globalKind, ...unsignedBytes(counter)];
  const changed = sections.map(({ id, content }) => {
    if (id === section.global) return { id, content: appendEntries(content, [counterGlobal]) };
    if (id === section.export) return { id, content: appendEntries(content, [exported]) };
    return { id, content: id === section.code ? rewriteCode(content, counter) : content };
  });
  return moduleWith(module, changed);
}

function hasCounter(exports: Uint8Array): boolean {
  const reader = new WasmReader(exports);
  for (let left = reader.unsigned(); left > 0; left--) {
    const name = reader.bytes(reader.unsigned());
    if (name.length === counterName.length && name.every((letter, i) => letter === counterName[i]))
      return true;
    reader.skipNumbers(2);
  }
  return false;
}

function rewriteCode(code: Uint8Array, counter: number): Uint8Array {
  const index = unsignedBytes(counter);
  // counter = counter - 1; if (counter < 0) trap
  const check = Uint8Array.from([
    ...[0x23, ...index, 0x42, 0x01, 0x7d, 0x24, ...index],
    ...[0x23, ...index, 0x42, 0x00, 0x53, 0x04, 0x40, 0x00, 0x0b],
  ]);
  const reader = new WasmReader(code);
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
  const result = new Uint8Array(code.length + added);
  let [from, to] = [0, 0];
  const copyUntil = (end: number) => {
    result.set(code.subarray(from, end), to);
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
  copyUntil(code.length);
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
function findLoops(reader: WasmReader, end: number): readonly number[] {
  let loops: number[] | null = null;
  for (let groups = reader.unsigned(); groups > 0; groups--) {
    reader.skipNumber();
    reader.at++;
  }
  while (reader.at < end) {
    const opcode = reader.byte();
    skipOperands(reader, opcode);
    if (opcode === loopOpcode) {
      loops ??= [];
      loops.push(reader.at);
    }
  }
  return loops ?? none;
}
