/**
 * The functions of the core that core.ts calls. Most work on records of float32 or of float64 positions, as
 * the first parameter says, and are compiled once for each.
 */
import * as crossings from './crossings';
import { addCurves, curveSumsAddress, enterFace, startCurves } from './curves';
import * as edges from './edges';
import * as finish from './finish';
import * as flatFaces from './flat-faces';
import { appendVertices, connectFaces, highestIndex, prepareRaw, weldFaces } from './indexed';
import { readObjLines } from './obj';
import { beginPart, clearXml, meshCount, meshesAddress, readXml, restLength } from './package-xml';
import { readPlyFaceLines, readPlyFaces, readPlyVertexLines, readPlyVertices, rowsRead } from './ply';
import { clearRaw, rawTriangles, rawVertices } from './raw';
import * as rays from './rays';
import { baseOf, clearRegions, INDICES, PARENTS, reserve, SCRATCH } from './regions';
import * as sharp from './sharp';
import { clearStl, faceCount, unusable, weldRecords } from './stl';
import { clearAscii, flushCorners, readFacets } from './stl-ascii';
import { emptyCount, emptyFacesAddress, totalsAddress } from './sums';
import { transformVertices, turnFaces } from './transform';
import * as tree from './tree';
import * as table from './vertices';

export { baseOf, weldRecords };
export { appendVertices, connectFaces, highestIndex, prepareRaw, weldFaces };
export { flushCorners, readFacets, readObjLines, readPlyFaceLines, readPlyFaces, readPlyVertexLines, readPlyVertices };
export { emptyFacesAddress, totalsAddress };
export { boxAddress, countParts, hasDuplicateFaces, numberGroups } from './finish';

export function clear(seed: u32): void {
  clearRegions();
  table.clearVertices(seed);
  edges.clearEdges();
  clearStl();
  clearAscii();
  clearRaw();
  clearXml();
}

export { beginPart, meshesAddress, readXml };
export function meshesRead(): u32 {
  return meshCount;
}
export function restBytes(): u32 {
  return restLength;
}

export function plyRows(): u32 {
  return rowsRead;
}
export function readVertices(): u32 {
  return rawVertices;
}
export function readTriangles(): u32 {
  return rawTriangles;
}

/** `bytes` is f64, so that sizes beyond 32 bits fail instead of wrapping. */
export function reserveRegion(region: i32, bytes: f64): void {
  reserve(region, <u64>bytes);
}

/** Sizes every region for about this many triangles and vertices, so that none moves while it fills. */
export function expect(kind: u32, triangles: u32, vertices: u32): void {
  reserve(INDICES, <u64>triangles * 12);
  reserve(PARENTS, <u64>triangles << 2);
  if (kind == 32) table.reserveVertices<f32>(vertices);
  else table.reserveVertices<f64>(vertices);
}

export function faces(): u32 {
  return faceCount;
}
export function unusableFaces(): u32 {
  return unusable;
}
export function vertices(): u32 {
  return table.vertexCount;
}
export function open(): u32 {
  return edges.openEdges;
}
export function complicated(): u32 {
  return edges.complicatedUses;
}
export function emptyFaces(): u32 {
  return emptyCount;
}
export function fitsFloat32(): bool {
  return table.isFloat32;
}

export function findBox(kind: u32): void {
  if (kind == 32) finish.findBox<f32>();
  else finish.findBox<f64>();
}
export function findUsedBox64(): void {
  finish.findUsedBox<f64>(faceCount);
}
export function addFaces(kind: u32, first: u32, last: u32, x: f64, y: f64, z: f64): void {
  if (kind == 32) finish.addFaces<f32>(first, last, x, y, z);
  else finish.addFaces<f64>(first, last, x, y, z);
}
export function addGroupVolumes(kind: u32, groups: u32, x: f64, y: f64, z: f64): usize {
  return kind == 32
    ? finish.addGroupVolumes<f32>(faceCount, groups, x, y, z)
    : finish.addGroupVolumes<f64>(faceCount, groups, x, y, z);
}
/** Returns the end of the list, which begins at SCRATCH. */
export function listOpenEdges(kind: u32): usize {
  reserve(SCRATCH, <u64>edges.openEdges * 12);
  return kind == 32 ? edges.listOpenEdges<f32>(baseOf(SCRATCH)) : edges.listOpenEdges<f64>(baseOf(SCRATCH));
}
export function listSharpEdges(kind: u32, most: u32, cosine: f64): u32 {
  return kind == 32
    ? sharp.listSharpEdges<f32>(faceCount, most, cosine)
    : sharp.listSharpEdges<f64>(faceCount, most, cosine);
}
export function sharpEdges(): usize {
  return sharp.sharpEdgesAddress(faceCount);
}
export function listFlatFaces(kind: u32, faces: u32, stride: u32): u32 {
  return kind == 32 ? flatFaces.listFlatFaces<f32>(faces, stride) : flatFaces.listFlatFaces<f64>(faces, stride);
}
/** Transforms all vertices by the row-major 4 x 3 f64 at `matrix`. Flips faces if the matrix mirrors. */
export function transform64(matrix: usize, isMirrored: bool): void {
  transformVertices(matrix);
  if (isMirrored) turnFaces(faceCount);
}
export function castRays(kind: u32, count: u32, leaves: u32): void {
  if (kind == 32) rays.castRays<f32>(count, leaves);
  else rays.castRays<f64>(count, leaves);
}
export function layLeaves(kind: u32, leaves: u32): void {
  if (kind == 32) rays.layLeaves<f32>(leaves);
  else rays.layLeaves<f64>(leaves);
}
export function pairBoxes(kind: u32, leaves: u32): void {
  if (kind == 32) rays.pairBoxes<f32>(leaves);
  else rays.pairBoxes<f64>(leaves);
}
export { addCurves, curveSumsAddress, enterFace, startCurves };
export { halveLeaves, splitLeaves } from './tree';
export function startTree(kind: u32, faces: u32): void {
  if (kind == 32) tree.startTree<f32>(faces);
  else tree.startTree<f64>(faces);
}
export function placeFaces(kind: u32, first: u32, last: u32): void {
  if (kind == 32) tree.placeFaces<f32>(first, last);
  else tree.placeFaces<f64>(first, last);
}
export function boxNodes(kind: u32, leaves: u32): void {
  if (kind == 32) tree.boxNodes<f32>(leaves);
  else tree.boxNodes<f64>(leaves);
}
export function describePlaces(kind: u32, faces: u32, closeness: f64): void {
  if (kind == 32) crossings.describePlaces<f32>(faces, closeness);
  else crossings.describePlaces<f64>(faces, closeness);
}
export function findPairs(kind: u32, leaf: u32, last: u32, leaves: u32, budget: f64, most: u32, closeness: f64): u32 {
  return kind == 32
    ? crossings.findPairs<f32>(leaf, last, leaves, budget, most, closeness)
    : crossings.findPairs<f64>(leaf, last, leaves, budget, most, closeness);
}
export function searchedUntil(): u32 {
  return crossings.nextLeaf;
}
export function pairsExamined(): f64 {
  return crossings.examined;
}
/** `single`: as float32, which is exact if `fitsFloat32`. */
export function packPositions(kind: u32, single: bool): usize {
  return kind == 32 ? table.packPositions<f32>(true) : table.packPositions<f64>(single);
}
