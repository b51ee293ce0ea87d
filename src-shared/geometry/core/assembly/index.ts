/** The functions of the core that core.ts calls. Each T is one of two record layouts ("32" and "64"). */
import { describePlaces, examined, findPairs, nextLeaf } from './crossings';
import { addCurves, curveSumsAddress, enterFace, startCurves } from './curves';
import { clearEdges, complicatedUses, listOpenEdges, numberGroups, openEdges } from './edges';
import { addFaces, addGroupVolumes, boxAddress, countParts, findBox, findUsedBox, hasDuplicateFaces } from './finish';
import {
  appendVertices,
  areUsable,
  connectFaces,
  dropUnusable,
  highestIndex,
  prepareRaw,
  weldCorners,
  weldFaces,
} from './indexed';
import { listFlatFaces } from './flat-faces';
import { readObjLines } from './obj';
import { beginPart, clearXml, meshCount, meshesAddress, readXml, restLength } from './package-xml';
import { readPlyFaceLines, readPlyFaces, readPlyVertexLines, readPlyVertices, rowsRead } from './ply';
import { clearRaw, rawTriangles, rawVertices } from './raw';
import { castRays, layLeaves, pairBoxes } from './rays';
import { baseOf, clearRegions, INDICES, PARENTS, reserve, SCRATCH } from './regions';
import { listSharpEdges, sharpEdgesAddress } from './sharp';
import {
  clearStl,
  faceCount,
  isBalanced,
  measureRecords,
  quickBoxAddress,
  unusable,
  weldRecords,
} from './stl';
import { clearAscii, flushCorners, readFacets } from './stl-ascii';
import { emptyCount, emptyFacesAddress, totalsAddress } from './sums';
import { transformVertices, turnFaces } from './transform';
import { boxNodes, halveLeaves, placeFaces, splitLeaves, startTree } from './tree';
import { clearVertices, isFloat32, packPositions, reserveVertices, vertexCount } from './vertices';

export { baseOf, measureRecords, weldRecords };
export { appendVertices, areUsable, connectFaces, dropUnusable, highestIndex, prepareRaw, weldCorners, weldFaces };
export { flushCorners, readFacets, readObjLines, readPlyFaceLines, readPlyFaces, readPlyVertexLines, readPlyVertices };
export { boxAddress, countParts, emptyFacesAddress, hasDuplicateFaces, isBalanced, numberGroups, quickBoxAddress, totalsAddress };

export function clear(seed: u32): void {
  clearRegions();
  clearVertices(seed);
  clearEdges();
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

/** Sizes every region for a mesh of about this many triangles and vertices, so that none moves while it fills. */
export function expect32(triangles: u32, vertices: u32): void {
  expectFaces(triangles);
  reserveVertices<f32>(vertices);
}
export function expect64(triangles: u32, vertices: u32): void {
  expectFaces(triangles);
  reserveVertices<f64>(vertices);
}
function expectFaces(triangles: u32): void {
  reserve(INDICES, <u64>triangles * 12);
  reserve(PARENTS, <u64>triangles << 2);
}

export function faces(): u32 {
  return faceCount;
}
export function unusableFaces(): u32 {
  return unusable;
}
export function vertices(): u32 {
  return vertexCount;
}
export function open(): u32 {
  return openEdges;
}
export function complicated(): u32 {
  return complicatedUses;
}
export function emptyFaces(): u32 {
  return emptyCount;
}
export function fitsFloat32(): bool {
  return isFloat32;
}

export function findBox32(): void {
  findBox<f32>();
}
export function findBox64(): void {
  findBox<f64>();
}
export function findUsedBox64(): void {
  findUsedBox<f64>(faceCount);
}
export function addFaces32(first: u32, last: u32, x: f64, y: f64, z: f64): void {
  addFaces<f32>(first, last, x, y, z);
}
export function addFaces64(first: u32, last: u32, x: f64, y: f64, z: f64): void {
  addFaces<f64>(first, last, x, y, z);
}
export function addGroupVolumes32(groups: u32, x: f64, y: f64, z: f64): usize {
  return addGroupVolumes<f32>(faceCount, groups, x, y, z);
}
export function addGroupVolumes64(groups: u32, x: f64, y: f64, z: f64): usize {
  return addGroupVolumes<f64>(faceCount, groups, x, y, z);
}
/** Returns the end of the list, which begins at SCRATCH. */
export function listOpenEdges32(): usize {
  reserve(SCRATCH, <u64>openEdges * 12);
  return listOpenEdges<f32>(baseOf(SCRATCH));
}
export function listOpenEdges64(): usize {
  reserve(SCRATCH, <u64>openEdges * 12);
  return listOpenEdges<f64>(baseOf(SCRATCH));
}
export function listSharpEdges32(most: u32, cosine: f64): u32 {
  return listSharpEdges<f32>(faceCount, most, cosine);
}
export function listSharpEdges64(most: u32, cosine: f64): u32 {
  return listSharpEdges<f64>(faceCount, most, cosine);
}
export function sharpEdges(): usize {
  return sharpEdgesAddress(faceCount);
}
export function listFlatFaces32(faces: u32, stride: u32): u32 {
  return listFlatFaces<f32>(faces, stride);
}
export function listFlatFaces64(faces: u32, stride: u32): u32 {
  return listFlatFaces<f64>(faces, stride);
}
/** Transforms every vertex by the row-major 4 x 3 matrix of f64 at `matrix`. Flips the faces if the matrix mirrors. */
export function transform64(matrix: usize, isMirrored: bool): void {
  transformVertices(matrix);
  if (isMirrored) turnFaces(faceCount);
}
/** Through a tree of float32 or of float64. */
export function castRays32(count: u32, leaves: u32): void {
  castRays<f32>(count, leaves);
}
export function castRays64(count: u32, leaves: u32): void {
  castRays<f64>(count, leaves);
}
export function layLeaves32(leaves: u32): void {
  layLeaves<f32>(leaves);
}
export function layLeaves64(leaves: u32): void {
  layLeaves<f64>(leaves);
}
export function pairBoxes32(leaves: u32): void {
  pairBoxes<f32>(leaves);
}
export function pairBoxes64(leaves: u32): void {
  pairBoxes<f64>(leaves);
}
export { addCurves, curveSumsAddress, enterFace, halveLeaves, splitLeaves, startCurves };
export function startTree32(faces: u32): void {
  startTree<f32>(faces);
}
export function startTree64(faces: u32): void {
  startTree<f64>(faces);
}
export function placeFaces32(first: u32, last: u32): void {
  placeFaces<f32>(first, last);
}
export function placeFaces64(first: u32, last: u32): void {
  placeFaces<f64>(first, last);
}
export function boxNodes32(leaves: u32): void {
  boxNodes<f32>(leaves);
}
export function boxNodes64(leaves: u32): void {
  boxNodes<f64>(leaves);
}
export function describePlaces32(faces: u32, closeness: f64): void {
  describePlaces<f32>(faces, closeness);
}
export function describePlaces64(faces: u32, closeness: f64): void {
  describePlaces<f64>(faces, closeness);
}
export function findPairs32(leaf: u32, last: u32, leaves: u32, budget: f64, most: u32, closeness: f64): u32 {
  return findPairs<f32>(leaf, last, leaves, budget, most, closeness);
}
export function findPairs64(leaf: u32, last: u32, leaves: u32, budget: f64, most: u32, closeness: f64): u32 {
  return findPairs<f64>(leaf, last, leaves, budget, most, closeness);
}
export function searchedUntil(): u32 {
  return nextLeaf;
}
export function pairsExamined(): f64 {
  return examined;
}
export function packPositions32(): usize {
  return packPositions<f32>(true);
}
export function packPositions64(single: bool): usize {
  return packPositions<f64>(single);
}
