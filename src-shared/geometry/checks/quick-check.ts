/**
 * Checks whether a mesh can be printed and where it cannot: openings, non-manifold edges, flipped, empty and
 * duplicate faces, inside-out parts. Called after reading, by the window's worker, the command line and the
 * service. The mesh must be welded, as readers leave it. Units and printers play no part here.
 *
 * [Note: watertight] A mesh is watertight when exactly two faces meet in every edge, whichever way they face.
 * The reference measurements agree on that. It is stricter than "closed": two cubes that touch along an edge
 * are closed and can be printed, but four faces meet in that edge, so they are not watertight (and the
 * finding is a warning). Whether the faces agree on which side is outside is a separate question
 * (`flipped-faces`).
 *
 * [Note: balanced] An edge is balanced when as many faces run along it one way as the other. A shell with
 * only balanced edges encloses a volume.
 *
 * [Note: shells] Faces that share a corner belong to the same part, as in the reference measurements.
 * Inside-out parts are found in groups of faces that share edges, because parts that only touch at a corner
 * may face different ways.
 */

import { ref } from '../../messages/messages.ts';
import type { Checks, Finding, FindingKind, ReadOptions } from '../geometry.ts';
import type { Statement } from '../geometry-text.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { triangleCount } from '../mesh/mesh.ts';
import { TaskProgress } from '../runtime/task-progress.ts';
import { counted } from './counted.ts';
import { isDegenerate } from './degenerate.ts';
import { EdgeIndex, faceOf, nextInFace } from './edges.ts';
import { type FlippedFaces, findFlippedFaces } from './orientation.ts';
import { Places } from './places.ts';
import { findInvertedShells, measureShells, type ShellFacts } from './shells.ts';
import { UnionFind } from './union-find.ts';

/** @throws AbortError if `options.signal` aborts */
export function checkMesh(mesh: Mesh, options: ReadOptions = {}): Promise<Checks> {
  return checkMeshAt(mesh, new TaskProgress(options));
}

/** Like `checkMesh`, as one step of longer work. */
export async function checkMeshAt(mesh: Mesh, progress: TaskProgress): Promise<Checks> {
  if (mesh.indices.length === 0) {
    const nothing = new Places(mesh).toFinding('empty', 'fail', {
      text: ref('geometry.nothingToPrint'),
      details: [ref('geometry.nothingToPrint.more')],
    });
    return { watertight: false, shells: 0, findings: [nothing] };
  }
  const { edges, survey, shells } = await surveyEdges(mesh, progress.part(0, 0.7));
  const flipped =
    survey.inconsistent > 0 ? await findFlippedFaces(mesh, edges, progress.part(0.7, 0.8)) : null;
  const inverted = await findInvertedShells(mesh, shells.facts, shells.isOpen, progress.part(0.8, 0.95));
  const degenerate = findDegenerateFaces(mesh);
  await progress.step(1);

  return concludeChecks({
    open: survey.open,
    nonManifold: survey.nonManifold,
    hasUnbalancedEdges: survey.unbalancedEdges > 0,
    flipped,
    inverted,
    groups: shells.facts.count,
    duplicates: survey.duplicates,
    degenerate,
    parts: countParts(mesh),
  });
}

export interface ShellSurvey {
  readonly facts: ShellFacts;
  /** 1 for every shell with an unbalanced edge ([Note: balanced]): it has no inside. */
  readonly isOpen: Uint8Array;
}

interface SurveyedEdges {
  readonly edges: EdgeIndex;
  readonly survey: EdgeSurvey;
  readonly shells: ShellSurvey;
}

/** Walks over all edges, and separates the shells that they connect. @throws AbortError */
export async function surveyEdges(mesh: Mesh, progress: TaskProgress): Promise<SurveyedEdges> {
  const edges = await EdgeIndex.build(mesh, progress.part(0, 0.57));
  const survey = new EdgeSurvey(mesh);
  await edges.walk(survey.visit, progress.part(0.57, 1));
  const facts = measureShells(mesh, survey.groups);
  const isOpen = new Uint8Array(facts.count);
  for (let face = 0; face < facts.shellOfFace.length; face++) {
    if (survey.isBesideUnbalanced[face]) isOpen[facts.shellOfFace[face]!] = 1;
  }
  return { edges, survey, shells: { facts, isOpen } };
}

/** Everything known about a mesh, from the walk above or from the fast core (core/). */
export interface CheckFacts {
  readonly open: Places;
  readonly nonManifold: Places;
  readonly hasUnbalancedEdges: boolean;
  readonly flipped: FlippedFaces | null;
  readonly inverted: Places;
  /** Groups of faces that share edges. */
  readonly groups: number;
  readonly duplicates: Places;
  readonly degenerate: Places;
  /** Groups of faces that share at least a corner. */
  readonly parts: number;
}

/** Turns the facts into findings. The walk and the fast core both use it, so that they agree. */
export function concludeChecks(facts: CheckFacts): Checks {
  const { open, nonManifold, flipped, inverted, duplicates, degenerate } = facts;
  const findings: Finding[] = [];
  const add = (places: Places, kind: FindingKind, severity: 'fail' | 'warn', found: Statement): void => {
    if (places.count > 0) findings.push(places.toFinding(kind, severity, found));
  };
  add(open, 'open-edges', 'fail', counted('openEdges', open.count));
  const severity = facts.hasUnbalancedEdges ? 'fail' : 'warn';
  add(nonManifold, 'non-manifold-edges', severity, nonManifoldStatement(facts));
  if (flipped !== null)
    findings.push(flipped.places.toFinding('flipped-faces', 'fail', flippedStatement(flipped)));
  add(inverted, 'inverted-shell', 'warn', invertedStatement(inverted.count, facts.groups));
  add(duplicates, 'duplicate-faces', 'warn', counted('duplicateFaces', duplicates.count));
  add(degenerate, 'degenerate-faces', 'warn', counted('degenerateFaces', degenerate.count));
  return { watertight: open.count === 0 && nonManifold.count === 0, shells: facts.parts, findings };
}

/** Collects what one walk over the edges finds. */
class EdgeSurvey {
  /** Edges with a single face. */
  readonly open: Places;
  /** Edges with more than two faces. */
  readonly nonManifold: Places;
  readonly duplicates: Places;
  readonly groups: UnionFind;
  unbalancedEdges = 0;
  /** Edges whose two faces run in the same direction. */
  inconsistent = 0;
  /** 1 for faces along an unbalanced edge. */
  readonly isBesideUnbalanced: Uint8Array;
  readonly #indices: Uint32Array;

  constructor(mesh: Mesh) {
    this.open = new Places(mesh);
    this.nonManifold = new Places(mesh);
    this.duplicates = new Places(mesh);
    this.groups = new UnionFind(triangleCount(mesh));
    this.isBesideUnbalanced = new Uint8Array(triangleCount(mesh));
    this.#indices = mesh.indices;
  }

  readonly visit = (low: number, high: number, halfEdges: Uint32Array, count: number): void => {
    const first = faceOf(halfEdges[0]!);
    if (count === 1) {
      this.open.addEdge(low, high);
      this.isBesideUnbalanced[first] = 1;
      return;
    }
    let balance = 0;
    for (let i = 0; i < count; i++) {
      balance += this.#indices[halfEdges[i]!] === low ? 1 : -1;
      if (i > 0) this.groups.join(first, faceOf(halfEdges[i]!));
    }
    if (balance !== 0) {
      for (let i = 0; i < count; i++) this.isBesideUnbalanced[faceOf(halfEdges[i]!)] = 1;
    }
    if (count > 2) {
      this.nonManifold.addEdge(low, high);
      if (balance !== 0) this.unbalancedEdges++;
    } else if (balance !== 0) this.inconsistent++;
    this.#findDuplicates(low, high, halfEdges, count);
  };

  /** Faces with the same corners share all edges; the edge opposite their highest corner counts them. */
  #findDuplicates(low: number, high: number, halfEdges: Uint32Array, count: number): void {
    if (count === 2) {
      const opposite = this.#oppositeOf(halfEdges[0]!);
      if (opposite > high && opposite === this.#oppositeOf(halfEdges[1]!) && low !== high) {
        this.duplicates.addFace(faceOf(halfEdges[1]!));
      }
      return;
    }
    const seen = new Set<number>();
    for (let i = 0; i < count; i++) {
      const opposite = this.#oppositeOf(halfEdges[i]!);
      if (opposite <= high) continue;
      if (seen.has(opposite)) this.duplicates.addFace(faceOf(halfEdges[i]!));
      seen.add(opposite);
    }
  }

  #oppositeOf(halfEdge: number): number {
    return this.#indices[nextInFace(nextInFace(halfEdge))]!;
  }
}

/** Groups of faces that share at least a corner. */
function countParts({ positions, indices }: Mesh): number {
  const groups = new UnionFind(positions.length / 3);
  for (let i = 0; i < indices.length; i += 3) {
    groups.join(indices[i]!, indices[i + 1]!);
    groups.join(indices[i]!, indices[i + 2]!);
  }
  const isCounted = new Uint8Array(positions.length / 3);
  let parts = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const root = groups.find(indices[i]!);
    if (isCounted[root] === 0) parts++;
    isCounted[root] = 1;
  }
  return parts;
}

function findDegenerateFaces(mesh: Mesh): Places {
  const places = new Places(mesh);
  const faces = triangleCount(mesh);
  for (let face = 0; face < faces; face++) if (isDegenerate(mesh, face)) places.addFace(face);
  return places;
}

function nonManifoldStatement({ nonManifold, hasUnbalancedEdges, duplicates }: CheckFacts): Statement {
  const { count } = nonManifold;
  if (hasUnbalancedEdges) return counted('nonManifoldEdges', count);
  // A face that is there twice has three such edges.
  return counted(count <= duplicates.count * 3 ? 'doubledEdges' : 'touchingEdges', count);
}

const flippedStatement = ({ places: { count }, hasNoOutside }: FlippedFaces): Statement =>
  hasNoOutside
    ? { text: ref('geometry.noOutside'), details: [ref('geometry.noOutside.more', { count })] }
    : counted('flippedFaces', count);

const invertedStatement = (count: number, shells: number): Statement =>
  count === shells
    ? { text: ref('geometry.allInverted'), details: [ref('geometry.allInverted.more')] }
    : counted('invertedParts', count);
