/**
 * The US states of a ZIP code, by its first three digits. A few ZIP codes cross a state border, so
 * a difference is a question to the person and never a refusal.
 */
import { ref } from '../messages/messages.ts';
import { isUnitedStates, type UsState, usStates } from './address-rules.ts';
import type { ShippingAddress } from './orders.ts';

/** State and the prefixes that it uses, as numbers; `a-b` includes both. */
const prefixes =
  'PR 6-7 9,VI 8,MA 10-27 55,RI 28-29,NH 30-38,ME 39-49,VT 50-54 56-59,CT 60-69,NY 5 63 100-149,NJ 70-89,' +
  'AE 90-98,PA 150-196,DE 197-199,DC 200 202-205 569,VA 201 220-246,MD 206-219,WV 247-268,NC 270-289,' +
  'SC 290-299,GA 300-319 398-399,FL 320-339 341-342 344 346-347 349,AA 340,AL 350-369,TN 370-385,MS 386-397,KY 400-427,' +
  'OH 430-459,IN 460-479,MI 480-499,IA 500-528,WI 530-549,MN 550-567,SD 570-577,ND 580-588,MT 590-599,' +
  'IL 600-629,MO 630-658,KS 660-679,NE 680-693,LA 700-714,AR 716-729,OK 730-732 734-749,' +
  'TX 733 750-799 885,CO 800-816,WY 820-831,ID 832-838,UT 840-847,AZ 850-865,NM 870-884,NV 889-898,' +
  'CA 900-961,AP 962-966,HI 967-968,AS 967,GU 969,MP 969,OR 970-979,WA 980-994,AK 995-999';

const statesOf = new Map<number, UsState[]>();
for (const entry of prefixes.split(',')) {
  const [code = '', ...ranges] = entry.split(' ');
  const state = usStates.find((known) => known === code);
  for (const range of state ? ranges : []) {
    const [from = 0, to = from] = range.split('-').map(Number);
    for (let at = from; at <= to; at++) statesOf.set(at, [...(statesOf.get(at) ?? []), state as UsState]);
  }
}

/** Empty if it is not a ZIP code, or if no state uses it. */
export const statesOfZip = (zip: string): readonly UsState[] =>
  (/^\d{5}(-?\d{4})?$/.test(zip.trim()) && statesOf.get(Number(zip.trim().slice(0, 3)))) || [];

/**
 * The question whether the state of a US address is right, if its ZIP code belongs to another one; otherwise
 * null. `found`: the state that the ZIP code belongs to.
 */
export function zipDoubt({ country, state, zipCode }: ShippingAddress) {
  const [found] = statesOfZip(zipCode);
  const chosen = usStates.find((code) => code === state.trim().toUpperCase());
  if (!isUnitedStates(country) || !found || !chosen || statesOfZip(zipCode).includes(chosen)) return null;
  const names = { found: ref(`cart.usState.${found}`), chosen: ref(`cart.usState.${chosen}`) };
  return { found, text: ref('cart.zipOfOtherState', { zip: zipCode.trim(), ...names }) };
}
