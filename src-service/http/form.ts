/**
 * Reads form bodies (`application/x-www-form-urlencoded`) as the object that the JSON body would have been.
 * `materials[6][markup]=1` and `tags[]=a` nest as in PHP. The name of a list may simply be repeated, as in
 * Python (`tags=a&tags=b`); of any other repeated name the last value counts. Bounded: no prototype keys, at
 * most 8 levels, at most 1,000 pairs.
 */
import { Fault } from '../fault.ts';

/** Fields that are lists of single values (spec: Endpoints). */
const lists = new Set(['materials', 'categories', 'tags', 'incentives']);
const unsafe = new Set(['__proto__', 'constructor', 'prototype']);

export function readForm(text: string): Record<string, unknown> {
  const pairs = text === '' ? [] : text.split('&');
  if (pairs.length > 1000) throw new Fault(400, 'bad-body', 'The form has more than 1,000 fields.');
  const root: Record<string, unknown> = {};
  for (const pair of pairs) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decodeText(equals < 0 ? pair : pair.slice(0, equals));
    put(root, name, equals < 0 ? '' : decodeText(pair.slice(equals + 1)));
  }
  return arrange(root) as Record<string, unknown>;
}

/** Decodes percent escapes and takes a stray % literally, as old clients send it. */
function decodeText(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced.replace(/(%[0-9a-f]{2})+/gi, (part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    });
  }
}

export function put(root: Record<string, unknown>, name: string, value: string): void {
  const match = /^([^[]+)((?:\[[^\]]*\])*)$/.exec(name);
  const steps = match?.[2] ? match[2].slice(1, -1).split('][') : [];
  const path = match ? [match[1]!, ...steps] : [name];
  if (path.length > 8 || path.some((step) => unsafe.has(step))) return;
  let at = root;
  path.forEach((step, i) => {
    const key = step === '' ? String(Object.keys(at).length) : step;
    if (i === path.length - 1) {
      at[key] = lists.has(name) && key in at ? [at[key], value].flat() : value;
      return;
    }
    const next = at[key];
    if (typeof next === 'object' && next !== null) at = next as Record<string, unknown>;
    else {
      const made: Record<string, unknown> = {};
      at[key] = made;
      at = made;
    }
  });
}

/** Objects whose keys are 0..n-1 become arrays. */
export function arrange(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, arrange(inner)] as const);
  if (entries.length > 0 && entries.every(([key], i) => key === String(i)))
    return entries.map(([, inner]) => inner);
  return Object.fromEntries(entries);
}
