/**
 * Which materials are listed. Kinds are alternatives; everything else must hold as well. Filters last as long
 * as the window, so that nobody misses materials tomorrow for what they looked for today; favourites are
 * settings.
 */
import type { AppState } from '../../../app-state.svelte.ts';
import { isFlexible, kindOf, type MaterialKind, materialKinds } from './material-traits.ts';
import type { Offer } from './offers.ts';

export const traits = ['favourite', 'prints', ...materialKinds, 'flexible', 'colour'] as const;
export type Trait = (typeof traits)[number];

const isKind = (trait: Trait): trait is MaterialKind => (materialKinds as readonly string[]).includes(trait);

/** By their titles, since ids mean something else at every service. */
export class Favourites {
  readonly #app: Pick<AppState, 'settings' | 'changeSettings'>;

  /** As it was when the list opened: rows stay under the pointer that chooses one. */
  readonly #last: string | undefined;

  constructor(app: Pick<AppState, 'settings' | 'changeSettings'>) {
    this.#app = app;
    this.#last = app.settings.lastMaterial;
  }

  has({ title }: { readonly title: string }): boolean {
    return this.#all.includes(title);
  }

  /** It stands at the top of the list: a favourite, or what was used last. */
  isFirst({ material: { title } }: Offer): boolean {
    return this.has({ title }) || title === this.#last;
  }

  toggle({ title }: { readonly title: string }): void {
    const others = this.#all.filter((one) => one !== title);
    const favouriteMaterials = others.length < this.#all.length ? others : [...others, title];
    void this.#app.changeSettings({ favouriteMaterials });
  }

  get #all(): readonly string[] {
    return this.#app.settings.favouriteMaterials ?? [];
  }
}

export class MaterialFilter {
  readonly #favourites: Favourites;
  #wanted = $state.raw<ReadonlySet<Trait>>(new Set());
  /** The most that a piece may cost. A price that is not known is not over it. */
  most = $state<number | null>(null);

  constructor(favourites: Favourites) {
    this.#favourites = favourites;
  }

  has(trait: Trait): boolean {
    return this.#wanted.has(trait);
  }

  toggle(trait: Trait): void {
    const wanted = new Set(this.#wanted);
    if (!wanted.delete(trait)) wanted.add(trait);
    this.#wanted = wanted;
  }

  clear(): void {
    this.#wanted = new Set();
    this.most = null;
  }

  /** How many are set. */
  get count(): number {
    return this.#wanted.size + (this.most === null ? 0 : 1);
  }

  /** Those that some offers have and others do not, and those that are set. */
  useful(offers: readonly Offer[]): readonly Trait[] {
    return traits.filter((trait) => {
      if (this.has(trait)) return true;
      const having = offers.filter((offer) => this.#is(offer, trait)).length;
      return having > 0 && having < offers.length;
    });
  }

  apply(offers: readonly Offer[]): readonly Offer[] {
    const kinds = [...this.#wanted].filter(isKind);
    const others = [...this.#wanted].filter((trait) => !isKind(trait));
    return offers.filter(
      (offer) =>
        (kinds.length === 0 || kinds.some((kind) => this.#is(offer, kind))) &&
        others.every((trait) => this.#is(offer, trait)) &&
        (this.most === null || (offer.price ?? offer.estimate?.amount ?? 0) <= this.most),
    );
  }

  /** Favourites and what was used last come first; otherwise as they come. */
  ordered(offers: readonly Offer[]): readonly Offer[] {
    const isFirst = (offer: Offer) => this.#favourites.isFirst(offer);
    return [...offers.filter(isFirst), ...offers.filter((offer) => !isFirst(offer))];
  }

  #is({ material, level }: Offer, trait: Trait): boolean {
    if (isKind(trait)) return kindOf(material) === trait;
    if (trait === 'favourite') return this.#favourites.has(material);
    if (trait === 'prints') return level === 'prints' || level === 'checking';
    return trait === 'flexible' ? isFlexible(material) : material.supportsColorFiles;
  }
}
