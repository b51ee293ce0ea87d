/**
 * The rule of restrictions (spec: Resources > Material restriction). The interface gives only names, so one
 * is interpreted if its meaning is plain, and otherwise shown: it is unknown whether the part is refused.
 */
import { ref } from '../messages/messages.ts';
import type { GateMaterial } from './gate-material.ts';
import type { PartFacts } from './part-facts.ts';
import type { Reason } from './verdict.ts';

const onePart =
  /\b(one|single|1) (connected |continuous )?(part|shell|piece|body)\b|\bno (multiple|separate) (parts|shells|pieces|bodies)\b/i;

export const restrictionReasons = (facts: PartFacts | null, material: GateMaterial): Reason[] =>
  Object.values(material.restrictions).flatMap(({ restrictionName }): Reason[] => {
    const name = restrictionName.trim();
    if (name === '') return [];
    if (!onePart.test(name) || facts === null) {
      return [{ level: 'at-risk', text: ref('gate.restriction', { name }) }];
    }
    if (facts.shells <= 1) return [];
    const text = ref('gate.onePart', { material: material.title, count: facts.shells });
    return [{ level: 'refused', text }];
  });
