/**
 * The JavaScript half of Emscripten's "embind", as far as OpenCascade's module needs it: values that C++
 * holds by handle, and functions that it offers by name. The package's own glue code makes functions from
 * text, which our content security policy forbids, and expects Node and the DOM, which src-shared must not
 * use.
 *
 * Every value passed between C++ and JavaScript has a type that C++ registers at the start. Handles are even
 * numbers; the first four stand for fixed values, as in Emscripten 3.1.64.
 */
import type { WasmTable } from '../../../web.ts';

type Kind = 'void' | 'bool' | 'signed' | 'unsigned' | 'float' | 'string' | 'value' | 'other';

interface Type {
  readonly kind: Kind;
  readonly size: number;
}

interface MethodCaller {
  readonly result: Type;
  readonly parameters: readonly Type[];
}

/** The module's memory and the functions that we may call; set once it is instantiated. */
export interface ModuleFace {
  readonly table: WasmTable;
  malloc(bytes: number): number;
  free(pointer: number): void;
  /** Recreated after memory has grown. */
  view(): DataView;
}

const fixedValues = [undefined, null, true, false] as const;
/** The bytes of the file are passed one by one, so small numbers have permanent handles too. */
const firstSmall = fixedValues.length + 1;
const smallNumbers = 256;
const firstFreePlace = firstSmall + smallNumbers;
const firstFree = firstFreePlace * 2;
const argumentBytes = 8;

export class EmbindHost {
  /** Functions that C++ offers, by name; each takes and returns values. */
  readonly functions = new Map<string, (...values: unknown[]) => unknown>();
  readonly #face: () => ModuleFace;
  readonly #types = new Map<number, Type>();
  #lastType = 0;
  #lastKnown: Type = { kind: 'void', size: 0 };
  readonly #values: unknown[] = [];
  readonly #uses: number[] = [];
  readonly #free: number[] = [];
  readonly #callers: MethodCaller[] = [];

  constructor(face: () => ModuleFace) {
    this.#face = face;
    // An index is half a handle; index 0 is empty.
    this.#values.push(undefined, ...fixedValues);
    for (let value = 0; value < smallNumbers; value++) this.#values.push(value);
    this.#uses.push(...new Array<number>(firstFreePlace).fill(1));
  }

  /** The functions that the module imports, under Emscripten's names. */
  readonly imports = {
    registerVoid: (type: number): void => this.#register(type, 'void', 0),
    registerBool: (type: number): void => this.#register(type, 'bool', 1),
    registerInteger: (type: number, _name: number, size: number, least: number): void =>
      this.#register(type, least === 0 ? 'unsigned' : 'signed', size),
    registerFloat: (type: number, _name: number, size: number): void => this.#register(type, 'float', size),
    registerString: (type: number): void => this.#register(type, 'string', 4),
    registerValue: (type: number): void => this.#register(type, 'value', 4),
    /** Big integers, wide strings and views of memory, which nothing uses here. */
    registerOther: (type: number): void => this.#register(type, 'other', 0),
    registerFunction: (
      name: number,
      count: number,
      types: number,
      _signature: number,
      invoker: number,
      target: number,
    ): void => {
      const known = this.#typesAt(types, count);
      this.functions.set(this.text(name), (...values) => this.#invoke(known, invoker, target, values));
    },
    as: (handle: number, type: number, destructors: number): number =>
      this.#toWire(this.#typeOf(type), this.#valueOf(handle), destructors),
    take: (type: number, pointer: number): number => this.#handleOf(this.#read(this.#typeOf(type), pointer)),
    addUse: (handle: number): void => {
      if (handle >= firstFree) this.#uses[handle >> 1]!++;
    },
    dropUse: (handle: number): void => this.#dropUse(handle),
    newArray: (): number => this.#handleOf([]),
    newObject: (): number => this.#handleOf({}),
    newText: (pointer: number): number => this.#handleOf(this.text(pointer)),
    getGlobal: (name: number): number => {
      const text = this.text(name);
      // C++ requests only `Object.prototype.hasOwnProperty`; nothing else of this program is visible to it.
      return this.#handleOf(text === 'Object' ? Object : undefined);
    },
    getProperty: (object: number, key: number): number =>
      this.#handleOf((this.#valueOf(object) as Record<string, unknown>)[this.#valueOf(key) as string]),
    setProperty: (object: number, key: number, value: number): void => {
      const target = this.#valueOf(object) as Record<string, unknown>;
      target[this.#valueOf(key) as string] = this.#valueOf(value);
    },
    getMethodCaller: (count: number, types: number): number => {
      const [result, ...parameters] = this.#typesAt(types, count);
      return this.#callers.push({ result: result!, parameters }) - 1;
    },
    callMethod: (caller: number, object: number, name: number, destructors: number, args: number): number => {
      const { result, parameters } = this.#callers[caller]!;
      const values = parameters.map((type, i) => this.#read(type, args + i * argumentBytes));
      const target = this.#valueOf(object) as Record<string, (...given: unknown[]) => unknown>;
      return this.#toWire(result, target[this.text(name)]!(...values), destructors);
    },
    runDestructors: (handle: number): void => {
      for (const pointer of this.#valueOf(handle) as number[]) this.#face().free(pointer);
      this.#dropUse(handle);
    },
  };

  /** The zero-terminated text at this address. */
  text(pointer: number): string {
    const view = this.#face().view();
    let text = '';
    for (let at = pointer; view.getUint8(at) !== 0; at++) text += String.fromCharCode(view.getUint8(at));
    return text;
  }

  #register(type: number, kind: Kind, size: number): void {
    this.#types.set(type, { kind, size });
  }

  #typeOf(type: number): Type {
    if (type === this.#lastType) return this.#lastKnown;
    const known = this.#types.get(type);
    if (known === undefined) throw new Error(`OpenCascade uses a type ${type} that it did not register`);
    this.#lastType = type;
    this.#lastKnown = known;
    return known;
  }

  #typesAt(pointer: number, count: number): Type[] {
    const view = this.#face().view();
    return Array.from({ length: count }, (_, i) => this.#typeOf(view.getUint32(pointer + i * 4, true)));
  }

  #invoke(types: readonly Type[], invoker: number, target: number, values: readonly unknown[]): unknown {
    const { table, free } = this.#face();
    const strings: number[] = [];
    const [result, ...parameters] = types;
    const wired = parameters.map((type, i) => {
      if (type.kind !== 'string') return this.#plainWire(type, values[i]);
      const pointer = this.#newString(String(values[i]));
      strings.push(pointer);
      return pointer;
    });
    const answer = table.get(invoker)!(target, ...wired) as number;
    for (const pointer of strings) free(pointer);
    if (result?.kind !== 'value') return answer;
    const value = this.#valueOf(answer);
    this.#dropUse(answer);
    return value;
  }

  #toWire(type: Type, value: unknown, destructors: number): number {
    if (type.kind !== 'string') return this.#plainWire(type, value);
    const pointer = this.#newString(String(value));
    this.#face()
      .view()
      .setUint32(destructors, this.#handleOf([pointer]), true);
    return pointer;
  }

  #plainWire(type: Type, value: unknown): number {
    if (type.kind === 'value') return this.#handleOf(value);
    return type.kind === 'void' ? 0 : Number(value);
  }

  /** In the form that C++ expects: the length, then the bytes. Only ASCII is sent. */
  #newString(text: string): number {
    const pointer = this.#face().malloc(5 + text.length);
    const view = this.#face().view();
    view.setUint32(pointer, text.length, true);
    for (let i = 0; i < text.length; i++) view.setUint8(pointer + 4 + i, text.charCodeAt(i) & 127);
    view.setUint8(pointer + 4 + text.length, 0);
    return pointer;
  }

  #read(type: Type, pointer: number): unknown {
    const view = this.#face().view();
    switch (type.kind) {
      case 'bool':
        return view.getUint8(pointer) !== 0;
      case 'float':
        return type.size === 4 ? view.getFloat32(pointer, true) : view.getFloat64(pointer, true);
      case 'signed':
        if (type.size === 4) return view.getInt32(pointer, true);
        return type.size === 2 ? view.getInt16(pointer, true) : view.getInt8(pointer);
      case 'unsigned':
        if (type.size === 4) return view.getUint32(pointer, true);
        return type.size === 2 ? view.getUint16(pointer, true) : view.getUint8(pointer);
      case 'value': {
        const handle = view.getUint32(pointer, true);
        const value = this.#valueOf(handle);
        this.#dropUse(handle);
        return value;
      }
      case 'string': {
        // Names of parts, which are not used.
        this.#face().free(view.getUint32(pointer, true));
        return '';
      }
      default:
        throw new Error('OpenCascade passes a value of a type that is not understood');
    }
  }

  #handleOf(value: unknown): number {
    if (value === undefined) return 2;
    if (value === null) return 4;
    if (typeof value === 'boolean') return value ? 6 : 8;
    if (typeof value === 'number' && value >= 0 && value < smallNumbers && (value | 0) === value) {
      return (firstSmall + value) * 2;
    }
    const place = this.#free.pop() ?? this.#values.length;
    this.#values[place] = value;
    this.#uses[place] = 1;
    return place * 2;
  }

  #valueOf(handle: number): unknown {
    return this.#values[handle >> 1];
  }

  #dropUse(handle: number): void {
    if (handle < firstFree) return;
    const place = handle >> 1;
    if (--this.#uses[place]! > 0) return;
    this.#values[place] = undefined;
    this.#free.push(place);
  }
}
