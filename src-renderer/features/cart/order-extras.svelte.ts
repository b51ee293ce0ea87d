/**
 * What goes with an order beside its parts: incentive codes, and metadata. It is in the workspace until it is
 * ordered.
 */
import type { OrderExtras } from '../../../src-shared/jobs/order-extras.ts';
import type { WorkspaceStore } from '../../workspace-store.svelte.ts';

export type MetadataEntry = OrderExtras['metadata'][number];

type ExtrasWorkspace = Pick<WorkspaceStore, 'extras' | 'setExtras' | 'returned'>;

const isPartOfCode = (character: string | undefined): boolean => /[\p{L}\p{N}_-]/u.test(character ?? '');

/** A code that stands only inside a longer one was not named. */
function isNamed(code: string, message: string): boolean {
  for (let at = message.indexOf(code); at >= 0; at = message.indexOf(code, at + 1))
    if (!isPartOfCode(message[at - 1]) && !isPartOfCode(message[at + code.length])) return true;
  return false;
}

export class ChosenExtras {
  readonly #workspace: ExtrasWorkspace;

  constructor(workspace: ExtrasWorkspace) {
    this.#workspace = workspace;
  }

  get incentives(): readonly string[] {
    return this.#workspace.extras.incentives;
  }

  /** Codes that the service refused with an order whose parts are in the cart again. */
  get refusedIncentives(): readonly string[] {
    const said = this.#workspace.returned.map(({ problem }) => problem?.message ?? '');
    return this.incentives.filter((code) =>
      said.some((message) => /incentive/i.test(message) && isNamed(code, message)),
    );
  }

  addIncentive(code: string): void {
    this.#workspace.setExtras({ incentives: [...this.incentives, code] });
  }
  removeIncentive(code: string): void {
    this.#workspace.setExtras({ incentives: this.incentives.filter((one) => one !== code) });
  }

  get metadata(): readonly MetadataEntry[] {
    return this.#workspace.extras.metadata;
  }

  addMetadata(entry: MetadataEntry): void {
    this.#workspace.setExtras({ metadata: [...this.metadata, entry] });
  }
  removeMetadata(entry: MetadataEntry): void {
    this.#workspace.setExtras({ metadata: this.metadata.filter((one) => one !== entry) });
  }

  /** As `queue.placeOrder` takes them. */
  get asOrdered(): OrderExtras {
    return this.#workspace.extras;
  }
}
