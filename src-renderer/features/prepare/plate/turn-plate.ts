/**
 * Rotates and mirrors parts. The service takes no orientation, so the turned mesh is a file of its own: it
 * goes into the spool like a repaired part, is what is priced, checked and uploaded from then on, and says so
 * in its name. However often a part is turned, that file is made from the original once, and the original
 * comes back where the turns cancel out.
 */

import type { Vector } from '../../../../src-shared/geometry/mesh/mesh.ts';
import {
  anglesOf,
  asInFile,
  compose,
  fromAngles,
  isMirrored,
  isSameOrientation,
  mirrorAcross,
  type Orientation,
  rotationAbout,
  rotationBetween,
} from '../../../../src-shared/geometry/placement/orientation.ts';
import { originalOf, type PlateItem, turnedFrom } from '../../../../src-shared/ipc/plate-item.ts';
import type { SpooledFile } from '../../../../src-shared/ipc/spooled-file.ts';
import type { MessageRef } from '../../../../src-shared/messages/message.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { isAbort, toAppError, toCodedError } from '../../../../src-shared/result.ts';
import { t } from '../../../ui/language.svelte.ts';
import { tellLostColours } from '../files/lost-colours.ts';
import { spoolMade } from '../files/made-part.ts';
import { doubtsOf, inheritedDoubts, inheritedUnits, withDoubts } from '../files/ready-model.ts';
import { unitMemoryKey } from '../files/unit-memory.ts';
import { titleOf } from '../materials/order-line.ts';
import type { Prepare } from '../prepare.svelte.ts';

export type Turn =
  /** By 90 degrees or as many as given, counter-clockwise when the axis points at the viewer. */
  | { readonly kind: 'rotate'; readonly axis: 0 | 1 | 2; readonly degrees?: number }
  | { readonly kind: 'mirror'; readonly axis: 0 | 1 | 2 }
  /** `angle`: degrees about this axis of the plate, as `anglesOf` counts them. */
  | { readonly kind: 'angle'; readonly axis: 0 | 1 | 2; readonly angle: number }
  /** `normal`: outward from the face that comes to lie on the plate, of length 1. */
  | { readonly kind: 'lay'; readonly normal: Vector }
  /** As in the file again. */
  | { readonly kind: 'reset' };

const down: Vector = [0, 0, -1];

export const orientationOf = (item: PlateItem): Orientation => turnedFrom(item)?.orientation ?? asInFile;

function turnedBy(now: Orientation, turn: Turn): Orientation {
  switch (turn.kind) {
    case 'rotate':
      return compose(rotationAbout(turn.axis, turn.degrees ?? 90), now);
    case 'mirror':
      return compose(mirrorAcross(turn.axis), now);
    case 'angle': {
      const [x, y, z] = anglesOf(now).with(turn.axis, turn.angle) as [number, number, number];
      return fromAngles([x, y, z], isMirrored(now));
    }
    case 'lay':
      return compose(rotationBetween(turn.normal, down), now);
    case 'reset':
      return asInFile;
  }
}

export function turnSelected(prepare: Prepare, turn: Turn): Promise<void> {
  const { selected } = prepare.plate;
  return selected ? turnPart(prepare, selected.id, turn) : Promise.resolve();
}

/** Quick presses add up, so each waits for the one before. */
const turning = new WeakMap<Prepare, Promise<void>>();

export function turnPart(prepare: Prepare, id: string, turn: Turn): Promise<void> {
  const next = (turning.get(prepare) ?? Promise.resolve()).then(async () => {
    const { plate } = prepare;
    const item = plate.items.find((candidate) => candidate.id === id);
    if (!item) return;
    const before = orientationOf(item);
    const after = turnedBy(before, turn);
    if (isSameOrientation(before, after)) return;
    const name = ref(`prepare.step.${turn.kind}`, { file: plate.nameOf(item) });
    // A number is often reached in steps.
    const merge = turn.kind === 'angle' ? 'orientation' : null;
    await take(prepare, item, originalOf(item), after, name, merge);
  });
  turning.set(prepare, next);
  return next;
}

/** Puts a newer version of its original in place of a part, in the same orientation. False if that failed. */
export function takeOriginal(
  prepare: Prepare,
  id: string,
  original: SpooledFile,
  name: MessageRef,
): Promise<boolean> {
  const item = prepare.plate.items.find((candidate) => candidate.id === id);
  return item ? take(prepare, item, original, orientationOf(item), name) : Promise.resolve(false);
}

async function take(
  prepare: Prepare,
  item: PlateItem,
  original: SpooledFile,
  orientation: Orientation,
  name: MessageRef,
  merge: string | null = null,
): Promise<boolean> {
  const { app, plate } = prepare;
  try {
    const change = isSameOrientation(orientation, asInFile)
      ? {
          file: original,
          ...(isOwn(item, original) && withDoubts(original, inheritedDoubts(item), inheritedUnits(item))),
        }
      : await makeTurned(prepare, item, original, orientation);
    app.notices.withdraw('turn');
    plate.change(item.id, change, name, merge);
    return true;
  } catch (thrown) {
    if (!isAbort(thrown)) app.notices.addError(toAppError(thrown), undefined, 'turn');
    return false;
  }
}

/** Makes the file, and shows exactly what it holds. */
async function makeTurned(
  prepare: Prepare,
  item: PlateItem,
  original: SpooledFile,
  orientation: Orientation,
): Promise<Partial<PlateItem>> {
  const { app, modelCache } = prepare;
  const model = await modelCache.require(original);
  const name = turnedName(original.name, orientation);
  const turned = await prepare.made.turn(item, model, name, orientation);
  const imported = await spoolMade(app.bridge, name, turned.made);
  if (!imported.ok) throw toCodedError(imported.error);
  const file = imported.value;
  if (turned.model.sha256 === file.sha256) modelCache.put(file.sha256, turned.model);
  tellLostColours(app.notices, model, [turned.made]);
  const source = isOwn(item, original) ? item : { file: original };
  const open = inheritedUnits(item).length > 0 && source === item ? item : { ...item, file: original };
  return {
    file,
    unitKey: unitMemoryKey(item, model.format),
    ...withDoubts(file, doubtsOf({ item: source, model }), prepare.units.possibleOf(open, model)),
    turned: { of: original, made: file.sha256, orientation: [...orientation] },
  };
}

/** The item was made from this file and not from a newer version. */
const isOwn = (item: PlateItem, original: SpooledFile): boolean =>
  originalOf(item).sha256 === original.sha256;

/** One suffix, however often the part was turned: a mirrored part is another part, a rotated one is not. */
function turnedName(name: string, orientation: Orientation): string {
  const title = (['rotate', 'mirror'] as const).reduce(
    (rest, kind) => rest.replace(titleOf(t(`prepare.name.${kind}`, { file: '' })), ''),
    titleOf(name),
  );
  return t(`prepare.name.${isMirrored(orientation) ? 'mirror' : 'rotate'}`, { file: title });
}
