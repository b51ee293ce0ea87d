/**
 * The types of parts that slicers distinguish in an object, in 3MF and AMF alike: what each type means, and
 * the remarks about parts that a reader cut out, left out or did not know.
 */
import { ref } from '../../messages/messages.ts';
import type { GeometryText } from '../geometry-text.ts';

/** `negative` is cut out; `modifier` changes settings inside it, `support` where supports may be. */
export type VolumeRole = 'part' | 'negative' | 'modifier' | 'support';

/**
 * The names of PrusaSlicer and SuperSlicer, of Bambu Studio and OrcaSlicer, the numbers of the first
 * versions, and those of AMF itself (ISO/ASTM 52915, volume).
 */
const roles: ReadonlyMap<string, VolumeRole> = new Map([
  ['', 'part'],
  ['0', 'part'],
  ['object', 'part'],
  ['modelpart', 'part'],
  ['normal_part', 'part'],
  ['negativevolume', 'negative'],
  ['negative_part', 'negative'],
  ['1', 'modifier'],
  ['parametermodifier', 'modifier'],
  ['modifier_part', 'modifier'],
  ['support', 'support'],
  ['supportblocker', 'support'],
  ['support_blocker', 'support'],
  ['supportenforcer', 'support'],
  ['support_enforcer', 'support'],
]);

const known = (type: string): VolumeRole | undefined => roles.get(type.trim().toLowerCase());

/** The role of a type; unknown ones are parts, as in slicers. @param type empty if the file gives none */
export const roleOf = (type: string): VolumeRole => known(type) ?? 'part';

/** The type of a part after one more line of its description, which may overrule what came before. */
export function typeAfter(type: string, key: string, value: string): string {
  if (key === 'volume_type' || key === 'part_type') return value;
  // Older versions know only modifiers.
  return key === 'modifier' && value === '1' ? 'ParameterModifier' : type;
}

/** How many unknown types are named, and how many letters of each. */
const mostNamed = 3;
const longestName = 40;

/** Counts what a reader did with the parts. */
export class SlicerParts {
  readonly #counts = { negative: 0, modifier: 0, support: 0 };
  readonly #unknown: string[] = [];

  /** Counts a part that is not printed as such. */
  count(role: VolumeRole): void {
    if (role !== 'part') this.#counts[role]++;
  }

  /** Notes the type of a part if its meaning is unknown. */
  noteType(type: string): void {
    if (known(type) === undefined) this.#unknown.push(type.trim());
  }

  get leftOut(): number {
    return this.#counts.modifier + this.#counts.support;
  }

  remarks(): GeometryText[] {
    const { negative, modifier, support } = this.#counts;
    const remarks: GeometryText[] = [];
    if (negative > 0) remarks.push(ref('geometry.negativesCut', { count: negative }));
    if (modifier > 0) remarks.push(ref('geometry.modifiersIgnored', { count: modifier }));
    if (support > 0) remarks.push(ref('geometry.supportsIgnored', { count: support }));
    if (this.#unknown.length > 0) {
      const names = [...new Set(this.#unknown.map((type) => type.slice(0, longestName)))];
      const types = [...names.slice(0, mostNamed), ...(names.length > mostNamed ? ['…'] : [])].join(', ');
      remarks.push(ref('geometry.unknownParts', { count: this.#unknown.length, types }));
    }
    return remarks;
  }
}
