/** The common form of scenes in XML and the classic encoding (VRML97, X3DV): nodes, fields, children */
import type { Range } from '../xml-tree.ts';

export interface X3dNode {
  readonly type: string;
  /** Position of the field's value in the bytes of the scene; null if it has its default. */
  readonly field: (name: string) => Range | null;
  /** Nodes of all fields in the order of the file, each with the field that has it, if that is written. */
  readonly children: readonly X3dChild[];
}

export interface X3dChild {
  readonly role: string;
  readonly node: X3dNode;
}

export interface X3dDocument {
  /** Without commas and comments, so that lists are numbers and blanks. */
  readonly bytes: Uint8Array;
  /** The original bytes, at the same positions; only used for an error about commas. */
  readonly original: Uint8Array;
  readonly roots: readonly X3dNode[];
  /** Metres in a unit of length, if the file states it (X3D 3.3 and later). */
  readonly unit: number | null;
  /** Radians in a unit of angle. */
  readonly radians: number;
}

/** A node takes some hundred bytes; real files have far fewer. */
export const mostNodes = 500_000;
export const deepestNodes = 256;
