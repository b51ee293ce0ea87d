/**
 * The volumes that a STEP file states for its parts, so that a reader can check what it made of them (CAx-IF,
 * Recommended Practices for Geometric and Assembly Validation Properties, 4.3).
 */
import { CodedError } from '../../../result.ts';
import { StepPlaces } from './step-places.ts';
import type { StepText } from './step-text.ts';

/** Volumes that differ by a larger share are not those of the same part. */
const sameVolume = 0.01;

/** A volume that the file states in place of this one, mm³; null if they agree, or if it states none. */
export function otherVolume(file: StepText, volume: number): number | null {
  const stated = volumesOf(file);
  const total = stated.reduce((sum, one) => sum + one, 0);
  const largest = Math.max(0, ...stated);
  // An assembly states the sum of its parts as one more, and a file of several parts states no sum.
  const isStated = [largest, total, total - largest].some(
    (value) => Math.abs(value - volume) <= sameVolume * value,
  );
  return stated.length === 0 || isStated ? null : largest;
}

function volumesOf(file: StepText): number[] {
  const places = new StepPlaces(file);
  const volumes: number[] = [];
  for (const id of file.all(/^MEASURE_REPRESENTATION_ITEM$/)) {
    const values = [...(file.entity(id)?.values() ?? [])].flat();
    const at = values.findIndex((value) => file.text(value).startsWith('VOLUME_MEASURE'));
    const [, written] = /\(([^)]*)\)/.exec(file.text(values[at] ?? null)) ?? [];
    const unit = file.entity(file.reference(values[at + 1] ?? null))?.get('DERIVED_UNIT')?.[0] ?? null;
    const [element] = file.references(unit);
    const length = file.entity(element ?? null)?.get('DERIVED_UNIT_ELEMENT')?.[0] ?? null;
    if (written === undefined || length === null) continue;
    try {
      const volume = Number(written) * places.lengthOf(file.reference(length)) ** 3;
      if (volume > 0) volumes.push(volume);
    } catch (thrown) {
      // A unit that nobody knows tells nothing.
      if (!(thrown instanceof CodedError)) throw thrown;
    }
  }
  return volumes;
}
