/**
 * The order gate for a model of the service. Its file was not checked here, so the verdict follows the
 * service's own statement about the model in the material.
 */
import { ref } from '../messages/messages.ts';
import { restrictionReasons } from './restrictions.ts';
import { concludeVerdict, type Reason, type Verdict } from './verdict.ts';

/** A model in one material. */
export interface GateModel {
  /** The owner offers it in this material. */
  readonly isOffered: boolean;
  /** Null if the service does not say. */
  readonly isPrintable: boolean | null;
  readonly restrictions: readonly string[];
}

/** @param model null if the service no longer shows the model @param material its title */
export function assessModel(model: GateModel | null, material: string): Verdict {
  if (model === null) return concludeVerdict([{ level: 'refused', text: ref('gate.modelGone') }]);
  const { isOffered, isPrintable, restrictions } = model;
  return concludeVerdict([
    ...(isOffered ? [] : [refused('gate.modelWithheld', material)]),
    ...(isPrintable === false ? [refused('gate.modelNotPrintable', material)] : []),
    ...named(restrictions, material).map(
      // If the service calls the model printable, it has already considered the restriction.
      (reason): Reason => (isPrintable === true ? { ...reason, level: 'prints' } : reason),
    ),
  ]);
}

const refused = (key: 'gate.modelWithheld' | 'gate.modelNotPrintable', material: string): Reason => ({
  level: 'refused',
  text: ref(key, { material }),
});

const named = (names: readonly string[], title: string): Reason[] =>
  restrictionReasons(null, {
    title,
    supportsColorFiles: true,
    restrictions: Object.fromEntries(names.map((restrictionName, at) => [at, { restrictionName }])),
  });
