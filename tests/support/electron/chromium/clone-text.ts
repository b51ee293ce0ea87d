/**
 * Values as the structured clone algorithm takes them, as text: DevTools carry strings only. Each function
 * goes into the page as its own source, so it uses nothing outside of itself.
 */

/** Throws what Electron throws for what cannot be cloned, such as functions and promises. */
export function encode(value: unknown): string {
  const bytes = (view: Uint8Array) => btoa(Array.from(view, (byte) => String.fromCharCode(byte)).join(''));
  const pack = (each: unknown): unknown => {
    if (each === undefined) return ['undefined'];
    if (typeof each === 'bigint' || Object.is(each, -0))
      return [typeof each, each === 0 ? '-0' : String(each)];
    if (typeof each === 'number' && !Number.isFinite(each)) return ['number', String(each)];
    if (typeof each === 'function' || typeof each === 'symbol')
      throw new Error('An object could not be cloned.');
    if (each === null || typeof each !== 'object') return each;
    if (Array.isArray(each)) return ['array', each.map(pack)];
    if (each instanceof Date) return ['date', each.getTime()];
    if (each instanceof Map) return ['map', [...each].map((entry) => entry.map(pack))];
    if (each instanceof Set) return ['set', [...each].map(pack)];
    if (each instanceof Error) return ['error', each.name, each.message];
    if (each instanceof ArrayBuffer) return ['buffer', bytes(new Uint8Array(each))];
    if (each instanceof Uint8Array) return ['bytes', bytes(each)];
    if (Object.prototype.toString.call(each) !== '[object Object]')
      throw new Error('An object could not be cloned.');
    return ['object', Object.entries(each).map(([key, item]) => [key, pack(item)])];
  };
  return JSON.stringify(pack(value));
}

export function decode(text: string): unknown {
  const bytes = (base64: unknown) => Uint8Array.from(atob(String(base64)), (char) => char.charCodeAt(0));
  const unpack = (packed: unknown): unknown => {
    if (!Array.isArray(packed)) return packed;
    const [kind, content, more] = packed as [string, never, never];
    const unpackers: Record<string, () => unknown> = {
      undefined: () => undefined,
      bigint: () => BigInt(content),
      number: () => Number(content),
      array: () => (content as unknown[]).map(unpack),
      date: () => new Date(content),
      map: () => new Map((content as unknown[][]).map((entry) => entry.map(unpack) as [unknown, unknown])),
      set: () => new Set((content as unknown[]).map(unpack)),
      error: () => Object.assign(new Error(more), { name: content }),
      buffer: () => bytes(content).buffer,
      bytes: () => bytes(content),
      object: () =>
        Object.fromEntries((content as [string, unknown][]).map(([key, item]) => [key, unpack(item)])),
    };
    return unpackers[kind]?.();
  };
  return unpack(JSON.parse(text));
}
