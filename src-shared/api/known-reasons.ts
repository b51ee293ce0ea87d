/**
 * Reasons of a service that Fabdesk knows, as messages, so that a person reads them in their own language.
 * The interface shows no codes of failures (spec: Errors), so the sentences of the local service are
 * recognised. Any other reason is shown as it came.
 */
import type { MessageRef } from '../messages/message.ts';
import { ref } from '../messages/messages.ts';

/** `found`: the groups of the pattern. */
type Read = (...found: [string, string, string, string]) => MessageRef;

/** The first that fits the whole reason counts. */
const known: readonly (readonly [RegExp, Read])[] = [
  [
    /^Field <incentives> names the code (.+), which this service does not know\.$/,
    (code) => ref('reasons.incentive', { code }),
  ],
  [
    /^Field <paymentVerificationId> is not the one that was issued to this application\.$/,
    () => ref('reasons.paymentId'),
  ],
  [/^Field <metadata> may only be sent by applications that are allowed to\./, () => ref('reasons.metadata')],
  [
    /^Field <[\w.]*materialId> names (.+), which this model is not offered in\.$/,
    (material) => ref('reasons.withheld', { material }),
  ],
  [
    /^Field <[\w.]*modelId> names model (\d+), which does not exist or is not for sale\.$/,
    (model) => ref('reasons.modelGone', { model }),
  ],
  [
    /^Field <[\w.]+> names material (\S+), which does not exist\.$/,
    (material) => ref('reasons.noMaterial', { material }),
  ],
  [
    /^Field <categories> names category (\S+), which does not exist\.$/,
    (category) => ref('reasons.noCategory', { category }),
  ],
  [
    /^Field <spin> names product (\S+), which does not exist\.$/,
    (product) => ref('reasons.noProduct', { product }),
  ],
  [/^Field <orderProductId> names no product of order (\d+)\.$/, (order) => ref('reasons.noPart', { order })],
  [
    /^Field <quantity> is \d+, and (\d+) of the product can still be reprinted\.$/,
    (left) => ref('reasons.reprintLeft', { count: Number(left) }),
  ],
  [
    /^Field <customParams\.text> is longer than (\d+) characters\.$/,
    (most) => ref('reasons.textTooLong', { most: Number(most) }),
  ],
  [
    /^Field <customParams\.text> has the character "(.+)" \(.*\), which cannot be drawn\./,
    (character) => ref('reasons.character', { character }),
  ],
  [/^Field <file> is no picture that can be read\./, () => ref('reasons.picture')],
  [/^Field <hasRightsToModel> must be 1/, () => ref('reasons.rights')],
  [/^Field <acceptTermsAndConditions> must be 1/, () => ref('reasons.terms')],
  [/^Field <country> cannot be used\. No country has this name\./, () => ref('cart.problem.unknownCountry')],
  [/^Field <state> cannot be used\. Choose the state by/, () => ref('cart.problem.usState')],
  [/^Field <phoneNumber> cannot be used\. Enter exactly 10 digits/, () => ref('cart.problem.tenDigits')],
  [
    /^Field <([\w.]+)> is longer than ([\d,]+) characters\.$/,
    (field, most) => ref('reasons.fieldTooLong', { field, most: Number(most.replaceAll(',', '')) }),
  ],
  [/^Field <([\w.]+)> is required, but missing\.$/, (field) => ref('reasons.missingField', { field })],
  [/^Field <([\w.]+)> has a value that cannot be used/, (field) => ref('reasons.badField', { field })],
  [
    /^Model (\d+) \((.*)\) cannot be printed in (.+?)\. (.+)$/,
    (model, title, material, why) =>
      ref('reasons.notPrintable', { model, title, material, why: knownReason(why) ?? why }),
  ],
  [/^The model is not watertight\.$/, () => ref('gate.notWatertight')],
  [/^The model encloses no volume\.$/, () => ref('gate.noVolume')],
  [/^The model is still being measured\./, () => ref('reasons.measuring')],
  [/^The product (.+) is still being measured\./, (product) => ref('reasons.measuringBase', { product })],
  [
    /^The model has (\d+) separate parts, and (.+) is fired as one connected part\.$/,
    (count, material) => ref('gate.onePart', { material, count: Number(count) }),
  ],
  [
    /^The model measures ([\d.]+) cm along ([xyz]), and (.+) is printed up to ([\d.]+) cm there\.$/,
    (side, axis, material, limit) =>
      ref('reasons.tooLarge', { axis, material, side: Number(side), limit: Number(limit) }),
  ],
  [
    /^The model measures ([\d.]+) cm along ([xyz]), and (.+) is printed from ([\d.]+) cm there\.$/,
    (side, axis, material, limit) =>
      ref('reasons.tooSmall', { axis, material, side: Number(side), limit: Number(limit) }),
  ],
  [
    /^The walls are about ([\d.]+) mm thick, and (.+) needs ([\d.]+) mm\.$/,
    (wall, material, least) =>
      ref('reasons.thinWall', { wall: Number(wall), material, least: Number(least) }),
  ],
  [
    /^Order (\d+) can no longer be cancelled, because its production has started/,
    (order) => ref('reasons.started', { order }),
  ],
  [/^Product \d+ was cancelled and never printed\.$/, () => ref('reasons.neverPrinted')],
  [/^Model (\d+) does not exist\.$/, (model) => ref('reasons.modelGone', { model })],
  [/^Order (\d+) does not exist\.$/, (order) => ref('reasons.noOrder', { order })],
  [/^A claimable model can be neither public nor for sale\./, () => ref('library.details.claimableAlone')],
  [
    /^The file is larger than the ([\d.]+ [kM]B) that this service takes\./,
    (most) => ref('reasons.fileTooLarge', { most }),
  ],
  [/^The body is (?:too large|larger than )/, () => ref('reasons.requestTooLarge')],
  [/^The service has too many large requests at once\./, () => ref('reasons.busy')],
  [/^The service failed on this request\./, () => ref('reasons.internal')],
  [/^This failure \(\d+\) was asked for by the operator of the service\.$/, () => ref('reasons.rehearsed')],
];

/** The service refuses only until it has measured a model: the same request may succeed a little later. */
export const saysMeasuring = (reason: string): boolean =>
  /\bThe (?:model|product .+) is still being measured\./.test(reason);

/** Null: not one that is known. */
export function knownReason(reason: string): MessageRef | null {
  for (const [pattern, read] of known) {
    const found = pattern.exec(reason.trim());
    if (!found) continue;
    const [, first = '', second = '', third = '', fourth = ''] = found;
    return read(first, second, third, fourth);
  }
  return null;
}
