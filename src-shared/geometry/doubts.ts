/**
 * Remarks of readers after which a person should check the part before ordering it: something was left out,
 * ignored or guessed, so it may not be what the author meant. All others say how the file was read.
 */
import type { GeometryText } from './geometry-text.ts';

const doubtful: ReadonlySet<GeometryText['key']> = new Set([
  'geometry.beamsIgnored',
  'geometry.crossingSurface',
  'geometry.cutOffStl',
  'geometry.cutOffTriangle',
  'geometry.faceColoursUnread',
  'geometry.facesDropped',
  'geometry.freeFormIgnored',
  'geometry.hiddenBodies',
  'geometry.holesIgnored',
  'geometry.modelScale',
  'geometry.otherVolume',
  'geometry.overlapsUnchecked',
  'geometry.partsOverlap',
  'geometry.poseIncomplete',
  'geometry.posedAgain',
  'geometry.posedCopies',
  'geometry.repeatedIds',
  'geometry.roughlySplit',
  'geometry.severalPlates',
  'geometry.sheetsLeftOut',
  'geometry.slicerColours',
  'geometry.stlColours',
  'geometry.surfaceIgnored',
  'geometry.transformIgnored',
  'geometry.uncertainFaces',
  'geometry.unknownParts',
  'geometry.unprintableObjects',
  'geometry.unusableDropped',
  'geometry.wrongCountCutOff',
]);

/** More than any file has. */
export const mostDoubts = 40;

export const isDoubt = ({ key }: GeometryText): boolean => doubtful.has(key);
