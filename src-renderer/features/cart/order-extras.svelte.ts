/**
 * What goes with an order beside its parts: incentive codes, and metadata. It is in the workspace until it is
 * ordered.
 */
import type { OrderMetadata } from '../../../src-shared/api/orders.ts';
import type { WorkspaceStore } from '../../workspace-store.svelte.ts';

export type MetadataEntry = OrderMetadata[number];

type ExtrasWorkspace = Pick<
  WorkspaceStore,
  'incentives' | 'setIncentives' | 'metadata' | 'setMetadata' | 'returned'
>;

const isPartOfCode = (character: string | undefined): boolean => /[\p{L}\p{N}_-]/u.test(character ?? '');

/** A code that stands only inside a longer one was not named. */
function isNamed(code: string, message: string): boolean {
  for (let at = message.indexOf(code); at >= 0; at = message.indexOf(code, at + 1))
    if (!isPartOfCode(message[at - 1]) && !isPartOfCode(message[at + code.length])) return true;
  return false;
}

export class OrderExtras {
  readonly #workspace: ExtrasWorkspace;

  constructor(workspace: ExtrasWorkspace) {
    this.#workspace = workspace;
  }

  get incentives(): readonly string[] {
    return this.#workspace.incentives;
  }

  /** Codes that the service refused with an order whose parts are in the cart again. */
  get refusedIncentives(): readonly string[] {
    const said = this.#workspace.returned.map(({ problem }) => problem?.message ?? '');
    return this.incentives.filter((code) =>
      said.some((message) => /incentive/i.test(message) && isNamed(code, message)),
    );
  }

  addIncentive(code: string): void {
    this.#workspace.setIncentives([...this.incentives, code]);
  }
  removeIncentive(code: string): void {
    this.#workspace.setIncentives(this.incentives.filter((one) => one !== code));
  }

  get metadata(): readonly MetadataEntry[] {
    return this.#workspace.metadata;
  }

  addMetadata(entry: MetadataEntry): void {
    this.#workspace.setMetadata([...this.metadata, entry]);
  }
  removeMetadata(entry: MetadataEntry): void {
    this.#workspace.setMetadata(this.metadata.filter((one) => one !== entry));
  }

  /** As `queue.placeOrder` takes them. */
  get asOrdered(): { readonly incentives?: string[]; readonly metadata?: OrderMetadata } {
    const { incentives, metadata } = this;
    return {
      ...(incentives.length > 0 && { incentives: [...incentives] }),
      ...(metadata.length > 0 && { metadata: [...metadata] }),
    };
  }
}
