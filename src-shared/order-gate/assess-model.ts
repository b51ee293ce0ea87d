/**
 * The order gate for a model that the service already has. Nobody has checked its file here, so the verdict is what the
 * service says about the model in the material.
 */
import { ref } from '../messages/messages.ts';
import { restrictionReasons } from './restrictions.ts';
import { concludeVerdict, type Reason, type Verdict } from './verdict.ts';

/** A model in one material. */
export interface GateModel {
  /** The owner offers it in this material. */
  readonly isOffered: boolean;
  /** Null where the service does not say. */
  readonly isPrintable: boolean | null;
  readonly restrictions: readonly string[];
}

/**
 * @param model null where the service does not show the model any more
 * @param material its title
 */
export function assessModel(model: GateModel | null, material: string): Verdict {
  if (model === null) return concludeVerdict([{ level: 'refused', text: ref('gate.modelGone') }]);
  const { isOffered, isPrintable, restrictions } = model;
  return concludeVerdict([
    ...(isOffered ? [] : [refused('gate.modelWithheld', material)]),
    ...(isPrintable === false ? [refused('gate.modelNotPrintable', material)] : []),
    ...named(restrictions, material).map(
      // Where the service calls the model printable, it has seen whether the restriction holds.
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
