/**
 * Makes functions of their own from the cases of very large `switch` statements of a WebAssembly module.
 * OpenCascade has one of 280 kB that runs for every entity of a STEP file: V8 compiles all of it before the
 * first one, and compiles it once more in the background for more than a second, since it looks busy. Only
 * some of its 680 cases ever run.
 *
 * Compilers make such a statement from nested blocks, and a case is the code between two of their ends:
 *
 *     block block block  br_table 0 1 2  end (case 0) br 2  end (case 1) br 1  end
 *
 * A case moves if what it writes into local variables is not read afterwards. It is given those that it
 * reads, and returns the number of the label where it would have branched to.
 */

import { joinBytes } from '../../src-shared/geometry/runtime/join-bytes.ts';
import {
  appendEntries,
  contentOf,
  moduleWith,
  type Section,
  section,
  sectionsOf,
  skipOperands,
  unsignedBytes,
  WasmReader,
} from './wasm-code.ts';

/** Bytes. Smaller functions compile quickly. */
const leastFunction = 16_384;
/** Bytes. A smaller case is hardly longer than its call; a larger one holds a `switch` itself. */
const [leastCase, mostCase] = [64, 16_384];

const op = {
  unreachable: 0x00,
  block: 0x02,
  loop: 0x03,
  if: 0x04,
  try: 0x06,
  throw: 0x08,
  rethrow: 0x09,
  end: 0x0b,
  br: 0x0c,
  brIf: 0x0d,
  brTable: 0x0e,
  return: 0x0f,
  call: 0x10,
  delegate: 0x18,
  localGet: 0x20,
  localSet: 0x21,
  localTee: 0x22,
  i32Const: 0x41,
} as const;
const [noResult, i32, functionType] = [0x40, 0x7f, 0x60];

const opens: ReadonlySet<number> = new Set([op.block, op.loop, op.if, op.try]);
const endsPath: ReadonlySet<number> = new Set([
  op.unreachable,
  op.throw,
  op.rethrow,
  op.br,
  op.brTable,
  op.return,
]);

interface Instruction {
  readonly opcode: number;
  /** Bytes from `start` to `end` of the function's body. */
  readonly start: number;
  readonly end: number;
  /** A local variable, labels, or a block's type. */
  readonly numbers: readonly number[];
}

/** A block that is open at some instruction. */
interface Label {
  readonly opcode: number;
  readonly hasResult: boolean;
  /** Instruction number. */
  readonly open: number;
  /** Number of its `end`. */
  end: number;
}

/** A case: instructions from `first` to before `end`. */
interface Case {
  readonly first: number;
  readonly end: number;
  /** Labels outside it where it branches to, counted from the innermost one. */
  readonly targets: readonly number[];
  readonly read: readonly number[];
  readonly written: readonly number[];
}

/** The same module with more and smaller functions. @throws Error for an unknown instruction */
export function splitCases(module: Uint8Array): Uint8Array {
  const sections = sectionsOf(module);
  const types = entriesOf(contentOf(sections, section.type), readType);
  const typeOf = entriesOf(contentOf(sections, section.function), (reader) => reader.unsigned());
  const bodies = entriesOf(contentOf(sections, section.code), (reader) => reader.bytes(reader.unsigned()));
  const known = types.length;
  const imported = entriesOf(contentOf(sections, section.import), readImport).filter(
    (kind) => kind === 0,
  ).length;
  const added: { readonly type: number; readonly body: Uint8Array }[] = [];
  const addFunction = (parameters: readonly number[], hasResult: boolean, body: Uint8Array): number => {
    const signature = Uint8Array.of(
      functionType,
      ...unsignedBytes(parameters.length),
      ...parameters,
      ...(hasResult ? [1, i32] : [0]),
    );
    let type = types.findIndex((each) => Buffer.compare(each, signature) === 0);
    if (type === -1) type = types.push(signature) - 1;
    added.push({ type, body });
    return imported + bodies.length + added.length - 1;
  };
  const smaller = bodies.map((body, i) =>
    body.length < leastFunction ? body : splitFunction(body, parametersOf(types[typeOf[i]!]!), addFunction),
  );
  const change = ({ id, content }: Section): Section => {
    if (id === section.type) return { id, content: appendEntries(content, types.slice(known)) };
    if (id === section.function) {
      const entries = added.map(({ type }) => unsignedBytes(type));
      return { id, content: appendEntries(content, entries) };
    }
    if (id !== section.code) return { id, content };
    const all = [...smaller, ...added.map(({ body }) => body)];
    const sized = all.flatMap((body) => [Uint8Array.from(unsignedBytes(body.length)), body]);
    return { id, content: joinBytes([Uint8Array.from(unsignedBytes(all.length)), ...sized]) };
  };
  return moduleWith(module, sections.map(change));
}

function entriesOf<Entry>(content: Uint8Array, read: (reader: WasmReader) => Entry): Entry[] {
  const reader = new WasmReader(content);
  return Array.from({ length: reader.unsigned() }, () => read(reader));
}

function readType(reader: WasmReader): Uint8Array {
  const start = reader.at;
  reader.byte();
  reader.bytes(reader.unsigned());
  reader.bytes(reader.unsigned());
  const length = reader.at - start;
  reader.at = start;
  return reader.bytes(length);
}

/** Its kind; 0 is a function. */
function readImport(reader: WasmReader): number {
  reader.bytes(reader.unsigned());
  reader.bytes(reader.unsigned());
  const kind = reader.byte();
  const [table, memory, global, tag] = [1, 2, 3, 4];
  if (kind === table) reader.at++;
  if (kind === table || kind === memory) reader.skipNumbers(1 + (reader.byte() & 1));
  else if (kind === global) reader.at += 2;
  else if (kind === tag) reader.skipNumbers(2);
  else reader.skipNumber();
  return kind;
}

function parametersOf(type: Uint8Array): Uint8Array {
  const reader = new WasmReader(type, 1);
  return reader.bytes(reader.unsigned());
}

function splitFunction(
  body: Uint8Array,
  parameters: Uint8Array,
  addFunction: (parameters: readonly number[], hasResult: boolean, body: Uint8Array) => number,
): Uint8Array {
  const reader = new WasmReader(body);
  const localTypes = [...parameters];
  for (let groups = reader.unsigned(); groups > 0; groups--) {
    const count = reader.unsigned();
    localTypes.push(...new Array<number>(count).fill(reader.byte()));
  }
  const instructions = readInstructions(body, reader.at);
  const pieces: Uint8Array[] = [];
  let copied = 0;
  for (const part of casesIn(instructions)) {
    const [start, end] = [instructions[part.first]!.start, instructions[part.end]!.start];
    const index = addFunction(
      part.read.map((local) => localTypes[local]!),
      part.targets.length > 1,
      functionOf(part, instructions.slice(part.first, part.end), body, localTypes),
    );
    pieces.push(body.subarray(copied, start), Uint8Array.from(callOf(part, index)));
    copied = end;
  }
  return joinBytes([...pieces, body.subarray(copied)]);
}

function readInstructions(body: Uint8Array, at: number): Instruction[] {
  const reader = new WasmReader(body, at);
  const instructions: Instruction[] = [];
  while (reader.at < body.length) {
    const start = reader.at;
    const opcode = reader.byte();
    const operands = reader.at;
    skipOperands(reader, opcode);
    const end = reader.at;
    reader.at = operands;
    const numbers: number[] = [];
    if (opens.has(opcode)) numbers.push(reader.byte());
    else if ([op.br, op.brIf, op.rethrow, op.delegate].includes(opcode as never))
      numbers.push(reader.unsigned());
    else if (opcode >= op.localGet && opcode <= op.localTee) numbers.push(reader.unsigned());
    else if (opcode === op.brTable)
      for (let left = reader.unsigned(); left >= 0; left--) numbers.push(reader.unsigned());
    reader.at = end;
    instructions.push({ opcode, start, end, numbers });
  }
  return instructions;
}

/** In their order; none contains another. */
function casesIn(instructions: readonly Instruction[]): Case[] {
  const lastRead = new Map<number, number>();
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (const [i, { opcode, numbers }] of instructions.entries()) {
    if (opcode === op.localGet) lastRead.set(numbers[0]!, i);
    if (opens.has(opcode)) open.push(i);
    else if (opcode === op.end || opcode === op.delegate) ends.set(open.pop() ?? -1, i);
  }
  const cases: Case[] = [];
  const labels: Label[] = [];
  let done = 0;
  for (const [i, { opcode, numbers }] of instructions.entries()) {
    if (opens.has(opcode))
      labels.push({ opcode, hasResult: numbers[0] !== noResult, open: i, end: ends.get(i)! });
    else if (opcode === op.end || opcode === op.delegate) {
      const inner = labels.pop();
      const outer = labels.at(-1);
      if (inner === undefined || outer === undefined || i < done) continue;
      // Blocks that begin together: no value waits on the stack between their ends.
      if (outer.open + 1 !== inner.open || inner.opcode !== op.block || inner.hasResult) continue;
      if (labels.some((label) => label.opcode !== op.block || label.hasResult)) continue;
      const found = examineCase(instructions, i + 1, outer.end, labels, lastRead);
      if (found === null) continue;
      cases.push(found);
      done = found.end;
    }
  }
  return cases;
}

/** Null if it has to stay. @param labels blocks around it, outermost first */
function examineCase(
  instructions: readonly Instruction[],
  first: number,
  end: number,
  labels: readonly Label[],
  lastRead: ReadonlyMap<number, number>,
): Case | null {
  const size = instructions[end]!.start - instructions[first]!.start;
  if (size < leastCase || size > mostCase) return null;
  const [read, written, targets] = [new Set<number>(), new Set<number>(), new Set<number>()];
  let depth = 0;
  for (const { opcode, numbers } of instructions.slice(first, end)) {
    if (opcode === op.return) return null;
    if (opens.has(opcode)) depth++;
    else if (opcode === op.end || opcode === op.delegate) depth--;
    if (opcode === op.localGet) read.add(numbers[0]!);
    else if (opcode === op.localSet || opcode === op.localTee) written.add(numbers[0]!);
    else if (opcode === op.br || opcode === op.brIf || opcode === op.brTable) {
      for (const label of numbers) if (label >= depth) targets.add(label - depth);
    } else if ((opcode === op.rethrow || opcode === op.delegate) && numbers[0]! >= depth) return null;
  }
  if (!endsPath.has(instructions[end - 1]!.opcode)) targets.add(0);
  // Whatever runs afterwards comes after the end of a block where the case branches to: no loop is around it.
  const after = Math.min(...[...targets].map((target) => labels.at(-1 - target)?.end ?? 0));
  if ([...written].some((local) => (lastRead.get(local) ?? 0) > after)) return null;
  return { first, end, targets: [...targets], read: [...read], written: [...written] };
}

/** Calls the case's function, and branches to where it says. */
function callOf({ read, targets }: Case, index: number): number[] {
  const call = [
    ...read.flatMap((local) => [op.localGet, ...unsignedBytes(local)]),
    ...[op.call, ...unsignedBytes(index)],
  ];
  if (targets.length === 0) return [...call, op.unreachable];
  if (targets.length === 1) return [...call, op.br, ...unsignedBytes(targets[0]!)];
  const table = targets.flatMap((target) => unsignedBytes(target));
  return [...call, op.brTable, ...unsignedBytes(targets.length - 1), ...table];
}

/**
 * The body of a case's function: the case in one block for each of its targets, so that a branch to one of
 * them leaves its block.
 */
function functionOf(
  { targets, read, written }: Case,
  instructions: readonly Instruction[],
  body: Uint8Array,
  localTypes: readonly number[],
): Uint8Array {
  const own = written.filter((local) => !read.includes(local));
  const newLocal = new Map([...read, ...own].map((local, i) => [local, i]));
  const newTarget = new Map(targets.map((target, i) => [target, i]));
  const pieces: ArrayLike<number>[] = [
    [...unsignedBytes(own.length), ...own.flatMap((local) => [1, localTypes[local]!])],
    targets.flatMap(() => [op.block, noResult]),
  ];
  let depth = 0;
  const newLabel = (label: number) =>
    unsignedBytes(label < depth ? label : depth + newTarget.get(label - depth)!);
  for (const { opcode, start, end, numbers } of instructions) {
    if (opens.has(opcode)) depth++;
    else if (opcode === op.end || opcode === op.delegate) depth--;
    if (opcode >= op.localGet && opcode <= op.localTee)
      pieces.push([opcode, ...unsignedBytes(newLocal.get(numbers[0]!)!)]);
    else if (opcode === op.br || opcode === op.brIf) pieces.push([opcode, ...newLabel(numbers[0]!)]);
    else if (opcode === op.brTable)
      pieces.push([opcode, ...unsignedBytes(numbers.length - 1), ...numbers.flatMap(newLabel)]);
    else pieces.push(body.subarray(start, end));
  }
  if (newTarget.has(0) && !endsPath.has(instructions.at(-1)!.opcode))
    pieces.push([op.br, ...unsignedBytes(newTarget.get(0)!)]);
  if (targets.length > 1)
    for (let i = 0; i < targets.length; i++) pieces.push([op.end, op.i32Const, i, op.return]);
  else pieces.push(targets.map(() => op.end));
  if (targets.length === 0 || targets.length > 1) pieces.push([op.unreachable]);
  pieces.push([op.end]);
  return joinBytes(pieces.map((piece) => Uint8Array.from(piece)));
}
