import { ref } from '../../messages/messages.ts';
import type { Statement } from '../geometry-text.ts';

type Counted =
  | 'openEdges'
  | 'nonManifoldEdges'
  | 'doubledEdges'
  | 'touchingEdges'
  | 'flippedFaces'
  | 'invertedParts'
  | 'duplicateFaces'
  | 'degenerateFaces'
  | 'pointContacts'
  | 'nestedParts'
  | 'cavities';

/** How many there are, and what they mean for printing. */
export const counted = (name: Counted, count: number): Statement => ({
  text: ref(`geometry.${name}`, { count }),
  details: [ref(`geometry.${name}.more`)],
});
