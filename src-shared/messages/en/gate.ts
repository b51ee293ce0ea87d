import type { Area } from '../message.ts';

/** The order gate: whether a part prints in a material, and why not. */
export const gate = {
  'level.prints': 'Prints',
  'level.at-risk': 'At risk',
  'level.refused': 'Will be refused',
  'level.checking': 'Checking…',
  moreReasons: { one: 'One more reason', other: '{count:number} more reasons' },
  fewerReasons: 'Fewer reasons',
  printerUnknown: 'The printer of this material is unknown.',
  fitsRotated: 'Fits when rotated.',
  tooLarge: 'Too large: {axis} may be at most {limit:length}.',
  tooSmall: 'Too small: {axis} must be at least {limit:length}.',
  noVolume: 'The part encloses no volume.',
  notWatertight: 'The surface is not watertight.',
  notThorough: 'Not checked thoroughly yet.',
  partlyChecked: 'Some thorough checks could not be completed.',
  onePart: '{material} must be one connected part; this model has {count:number}.',
  restriction: 'The service says: “{name}”.',
  thinWall: 'Walls are down to {thinnest:length}; {material} needs {minimum:length}.',
  thinPin: 'Pins or wires are down to {thinnest:length}; {material} needs {minimum:length}.',
  thinOnAverage: 'Walls are {wall:length} on average; {material} needs {minimum:length}.',
  unit: 'The unit is not certain: {units:either}.',
  colourLost: '{material} loses the colours of the file.',
  modelGone: 'This model is no longer at the service, or this account may not see it.',
  modelWithheld: 'The owner does not offer this model in {material}.',
  modelNotPrintable: 'The service cannot print this model in {material}.',
} as const satisfies Area;
