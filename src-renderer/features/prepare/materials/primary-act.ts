/**
 * What the one button of the selected part does, and Ctrl+Enter with it: add the part, or first whatever has
 * to come before that.
 */

import { canRepair, cheapestThatPrints } from '../checks/ways-out.ts';
import { partValueOf } from '../files/ready-model.ts';
import type { Prepare } from '../prepare.svelte.ts';
import type { Offer } from './offers.ts';

export type PrimaryAct =
  /** Asks for the unit or a limit first, if one is missing. */
  | { readonly kind: 'add' }
  /** All of it is in the cart. */
  | { readonly kind: 'cart' }
  /** Its material will refuse it, and this one prints it. */
  | { readonly kind: 'use'; readonly offer: Offer }
  /** Every material will refuse it as it is. */
  | { readonly kind: 'repair' };

export function primaryActOf(prepare: Prepare): PrimaryAct {
  const { adding, ready, chosen, offers, made } = prepare;
  if (adding.gate === 'unit' || !ready || made.isHollowing || made.repair.of(partValueOf(ready.item)))
    return { kind: 'add' };
  if (adding.isAdded && adding.gate === null) return { kind: 'cart' };
  if (chosen && chosen.level !== 'refused') return { kind: 'add' };
  const offer = cheapestThatPrints(prepare);
  if (offer) return { kind: 'use', offer };
  const isRefused = offers.length > 0 && offers.every(({ level }) => level === 'refused');
  return isRefused && canRepair(prepare) ? { kind: 'repair' } : { kind: 'add' };
}

export function runPrimaryAct(prepare: Prepare): void {
  const act = primaryActOf(prepare);
  if (act.kind === 'cart') prepare.app.navigate('cart');
  else if (act.kind === 'use') prepare.chooseMaterial(act.offer.material.materialId);
  else if (act.kind === 'repair') prepare.made.startRepair();
  else prepare.adding.addToOrder();
}
