/**
 * The selected part of the plate as screens beside Prepare see it: its name, and its price and verdict in
 * each material. The window provides it.
 */
import { createContext } from 'svelte';
import type { ShownLevel, Verdict } from '../../src-shared/order-gate/verdict.ts';

export interface PartOffer {
  readonly material: { readonly materialId: number };
  /** Per piece; null while no price is known. */
  readonly price: number | null;
  readonly currency: string | null;
  readonly verdict: Verdict;
  readonly level: ShownLevel;
}

export interface PlatePart {
  /** Null: there is no part. */
  readonly name: string | null;
  /** Empty until the part has been read. */
  readonly offers: readonly PartOffer[];
  choose(materialId: number): void;
}

const [getPlatePart, setPlatePart] = createContext<PlatePart>();

export { getPlatePart, setPlatePart };
