/**
 * The edges of the mesh while it is being read. An edge stores its first face and its use in a slot of one of
 * its two vertices (chosen by the parity of their numbers, which spreads edges evenly). If that vertex has no
 * free slot, the other one is used; if neither has (hubs of fans), a hash table is. Faces that share an edge
 * are joined into groups.
 *
 * A slot is the number of the other vertex + 1 (0: free). First face << 2 | use is at the same index in USES.
 * So the four slots of a vertex are compared at once, and its position and slots share a cache line.
 */
import { fill, freeIn, whereIs } from './fours';
import { baseOf, OVERFLOW, PARENTS, RECORDS, reserve, USES } from './regions';
import { slotsOf, strideOf, vertexCount } from './vertices';

/** A single face runs along the edge, from the lower to the higher vertex number (1) or back (2). */
const FORTH: u32 = 1;
/** Two faces run along it in opposite directions. */
const MATCHED: u32 = 3;
/** Two faces run along it in the same direction, or more than two faces use it. */
const COMPLICATED: u32 = 0;

/** Edges with a single face. */
export let openEdges: u32 = 0;
/** Uses of edges beyond a plain pair. quick-check.ts finds out what they are. */
export let complicatedUses: u32 = 0;

let overflowBits: u32 = 0;
let overflowCount: u32 = 0;

export function clearEdges(): void {
  openEdges = 0;
  complicatedUses = 0;
  overflowBits = 0;
  overflowCount = 0;
}

/** Reserves overflow space for `more` triangles. Call before taking addresses: records may move. */
// @ts-expect-error: decorator
@inline
export function reserveOverflow(more: u32): void {
  if ((overflowCount + more * 3) * 10 > (<u32>7 << overflowBits) || overflowBits == 0) growOverflow(more);
}

function growOverflow(more: u32): void {
  const oldBits = overflowBits;
  let bits = max<u32>(oldBits, 9);
  while ((<u64>overflowCount + more * 3) * 10 > (<u64>7 << bits)) bits++;
  // The new table is built behind the old one and then moved down.
  const oldBytes: usize = oldBits == 0 ? 0 : <usize>16 << oldBits;
  reserve(OVERFLOW, <u64>oldBytes + (<u64>16 << bits));
  const old = baseOf(OVERFLOW);
  const fresh = old + oldBytes;
  memory.fill(fresh, 0, <usize>16 << bits);
  const mask: u32 = (1 << bits) - 1;
  for (let at = old; at < fresh; at += 16) {
    const key = load<u64>(at);
    if (key == 0) continue;
    let slot = hashEdge(key) & mask;
    while (load<u64>(fresh + (<usize>slot << 4)) != 0) slot = (slot + 1) & mask;
    store<u64>(fresh + (<usize>slot << 4), key);
    store<u32>(fresh + (<usize>slot << 4), load<u32>(at, 8), 8);
  }
  if (oldBytes > 0) memory.copy(old, fresh, <usize>16 << bits);
  overflowBits = bits;
}

// @ts-expect-error: decorator
@inline
function hashEdge(key: u64): u32 {
  let k = key * 0x9e3779b97f4a7c15;
  k ^= k >> 32;
  k *= 0xc2b2ae3d27d4eb4f;
  return <u32>(k >> 32);
}

// @ts-expect-error: decorator
@inline
function find(parents: usize, face: u32): u32 {
  let at = face;
  let above = load<u32>(parents + (<usize>at << 2));
  while (above != at) {
    const next = load<u32>(parents + (<usize>above << 2));
    store<u32>(parents + (<usize>at << 2), next);
    at = above;
    above = next;
  }
  return at;
}

/** The lower root stays, so that groups are numbered in the order of the file. */
// @ts-expect-error: decorator
@inline
function join(parents: usize, a: u32, b: u32): void {
  const rootA = find(parents, a);
  const rootB = find(parents, b);
  if (rootA == rootB) return;
  if (rootA < rootB) store<u32>(parents + (<usize>rootB << 2), rootA);
  else store<u32>(parents + (<usize>rootA << 2), rootB);
}

/** A further use of a known edge. */
// @ts-expect-error: decorator
@inline
function meet(use: usize, parents: usize, direction: u32, face: u32): void {
  const word = load<u32>(use);
  const state = word & 3;
  join(parents, face, word >> 2);
  if (state + direction == MATCHED && state != COMPLICATED) {
    store<u32>(use, word | MATCHED);
    openEdges--;
    return;
  }
  if (state == direction) openEdges--;
  complicatedUses++;
  store<u32>(use, word & ~3);
}

/** Reports the edge that runs from one vertex to another along a face. */
// @ts-expect-error: decorator
@inline
export function addEdge<T>(
  records: usize,
  uses: usize,
  parents: usize,
  from: u32,
  to: u32,
  face: u32,
): void {
  if (from == to) return;
  const lower = min<u32>(from, to);
  const higher = max<u32>(from, to);
  const direction: u32 = from < to ? FORTH : 2;
  const isOdd = ((from ^ to) & 1) != 0;
  const first = isOdd ? lower : higher;
  const second = isOdd ? higher : lower;
  if (addToSlots<T>(records, uses, parents, first, second, direction, face)) return;
  addElsewhere<T>(records, uses, parents, first, second, direction, face);
}

/** False if all slots of the owner belong to other edges. */
// @ts-expect-error: decorator
@inline
function addToSlots<T>(
  records: usize,
  uses: usize,
  parents: usize,
  owner: u32,
  other: u32,
  direction: u32,
  face: u32,
): bool {
  const at = records + <usize>owner * strideOf<T>() + slotsOf<T>();
  const use = uses + (<usize>owner << 4);
  const slots = v128.load(at);
  const found = whereIs(slots, other + 1);
  if (found != 0) {
    meet(use + (<usize>ctz(found) << 2), parents, direction, face);
    return true;
  }
  const free = freeIn(slots);
  if (free == 0) return false;
  fill(at, slots, free, other + 1);
  store<u32>(use + (<usize>ctz(free) << 2), (face << 2) | direction);
  openEdges++;
  return true;
}

function addElsewhere<T>(
  records: usize,
  uses: usize,
  parents: usize,
  first: u32,
  second: u32,
  direction: u32,
  face: u32,
): void {
  if (addToSlots<T>(records, uses, parents, second, first, direction, face)) return;
  addEdgeToOverflow(parents, first, second, direction, face);
}

function addEdgeToOverflow(parents: usize, first: u32, second: u32, direction: u32, face: u32): void {
  const table = baseOf(OVERFLOW);
  const mask: u32 = (1 << overflowBits) - 1;
  // Never 0, since the two ends differ and one is counted from 1.
  const key = (<u64>(first + 1) << 32) | <u64>second;
  let slot = hashEdge(key) & mask;
  for (;;) {
    const entry = table + (<usize>slot << 4);
    const known = load<u64>(entry);
    if (known == key) {
      meet(entry + 8, parents, direction, face);
      return;
    }
    if (known == 0) {
      store<u64>(entry, key);
      store<u32>(entry, (face << 2) | direction, 8);
      overflowCount++;
      openEdges++;
      return;
    }
    slot = (slot + 1) & mask;
  }
}

/** First face << 2 | use of an edge that was added before. */
export function useOf<T>(records: usize, uses: usize, from: u32, to: u32): u32 {
  const lower = min<u32>(from, to);
  const higher = max<u32>(from, to);
  const isOdd = ((from ^ to) & 1) != 0;
  const first = isOdd ? lower : higher;
  const second = isOdd ? higher : lower;
  let found = whereIs(v128.load(records + <usize>first * strideOf<T>() + slotsOf<T>()), second + 1);
  if (found != 0) return load<u32>(uses + (<usize>first << 4) + (<usize>ctz(found) << 2));
  found = whereIs(v128.load(records + <usize>second * strideOf<T>() + slotsOf<T>()), first + 1);
  if (found != 0) return load<u32>(uses + (<usize>second << 4) + (<usize>ctz(found) << 2));
  return useInOverflow(first, second);
}

function useInOverflow(first: u32, second: u32): u32 {
  const table = baseOf(OVERFLOW);
  const mask: u32 = (1 << overflowBits) - 1;
  const key = (<u64>(first + 1) << 32) | <u64>second;
  let slot = hashEdge(key) & mask;
  while (load<u64>(table + (<usize>slot << 4)) != key) slot = (slot + 1) & mask;
  return load<u32>(table + (<usize>slot << 4), 8);
}

/** Exactly two faces run along the edge, in opposite directions. */
// @ts-expect-error: decorator
@inline
export function isMatched(use: u32): bool {
  return (use & 3) == MATCHED;
}

/** Replaces the parents of all faces by group numbers, in the order of each group's first face. */
export function numberGroups(faces: u32): u32 {
  const parents = baseOf(PARENTS);
  let groups: u32 = 0;
  for (let face: u32 = 0; face < faces; face++) {
    const at = parents + (<usize>face << 2);
    const parent = load<u32>(at);
    // A parent precedes its face, so it already holds its group's number.
    if (parent == face) store<u32>(at, groups++);
    else store<u32>(at, load<u32>(parents + (<usize>parent << 2)));
  }
  return groups;
}

/** Writes every open edge as lower vertex, higher vertex, group (u32 each). Returns the address behind. */
export function listOpenEdges<T>(to: usize): usize {
  const groups = baseOf(PARENTS);
  let out = to;
  let slots = baseOf(RECORDS) + slotsOf<T>();
  let uses = baseOf(USES);
  for (let vertex: u32 = 0; vertex < vertexCount; vertex++) {
    for (let i: usize = 0; i < 16; i += 4) {
      const other = load<u32>(slots + i);
      if (other == 0) break;
      out = listEdge(out, groups, vertex, other - 1, load<u32>(uses + i));
    }
    slots += strideOf<T>();
    uses += 16;
  }
  if (overflowCount == 0) return out;
  const table = baseOf(OVERFLOW);
  const end = table + (<usize>16 << overflowBits);
  for (let entry = table; entry < end; entry += 16) {
    const key = load<u64>(entry);
    if (key != 0) out = listEdge(out, groups, <u32>(key >> 32) - 1, <u32>key, load<u32>(entry, 8));
  }
  return out;
}

// @ts-expect-error: decorator
@inline
function listEdge(out: usize, groups: usize, a: u32, b: u32, use: u32): usize {
  const state = use & 3;
  if (state == MATCHED || state == COMPLICATED) return out;
  store<u32>(out, min<u32>(a, b));
  store<u32>(out, max<u32>(a, b), 4);
  store<u32>(out, load<u32>(groups + (<usize>(use >> 2) << 2)), 8);
  return out + 12;
}
