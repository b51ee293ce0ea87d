/**
 * Decides whether a file is a new version of a part that is there. A wrong replacement buys the wrong part,
 * and a missed one buys it twice, so whatever is not certain is asked.
 */
import type { ShapeRelation } from '../geometry/compare/part-shape.ts';
import { nameOfVersions } from './part-names.ts';

/** The known facts of a part, or of a file that may be a new version of one. */
export interface KnownPart {
  readonly name: string;
  /** The path of the file, in a form in which equal files have equal paths; null if it is not known. */
  readonly path: string | null;
  /** The document from which it was exported, in the same form; null if nobody has named it. */
  readonly source: string | null;
  /** The name in the file itself; null if it has no name of its own. */
  readonly product: string | null;
}

/** The links between a file and a part, the strongest first. */
export const evidences = ['source', 'path', 'product', 'name'] as const;
export type Evidence = (typeof evidences)[number];

/** Null if at most their shapes connect them. Two documents never export the same part. */
export function evidenceFor(next: KnownPart, part: KnownPart): Evidence | null {
  if (next.source !== null && part.source !== null) return next.source === part.source ? 'source' : null;
  if (next.path !== null && next.path === part.path) return 'path';
  if (next.product !== null && next.product === part.product) return 'product';
  return nameOfVersions(next.name) === nameOfVersions(part.name) ? 'name' : null;
}

/** Whether the two certainly come from different documents. */
export const areApart = (next: KnownPart, part: KnownPart): boolean =>
  next.source !== null && part.source !== null && next.source !== part.source;

export type Answer = 'replace' | 'ask' | 'other';

export interface Likeness {
  readonly evidence: Evidence | null;
  /** Null: one of the two could not be read. */
  readonly shape: ShapeRelation | null;
  /** The file from which the part was read is still there, so this one was not made by renaming it. */
  readonly isStillThere: boolean;
}

export function answerFor({ evidence, shape, isStillThere }: Likeness): Answer {
  switch (evidence) {
    case 'source':
    case 'path':
      // Perhaps another document of the same name, or the left part of a right one.
      return shape === 'equal' || shape === 'alike' ? 'replace' : 'ask';
    case 'product':
    case 'name':
      if (shape === null || shape === 'other') return 'other';
      return shape === 'equal' || (shape === 'alike' && !isStillThere) ? 'replace' : 'ask';
    case null:
      return shape === 'equal' && !isStillThere ? 'replace' : 'other';
  }
}
