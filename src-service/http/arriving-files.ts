/**
 * Limits how many bytes of files may be arriving at once, per application and in total, so that nobody fills
 * the disk with uploads that never end.
 */
import { type BudgetShare, ByteBudget } from './byte-budget.ts';

/** Per application: 16 files of the largest size, at least 64 MiB. */
const filesPerApplication = 16;
const leastBytes = 64 * 1024 * 1024;
/** In total: the shares of 16 applications. */
const applicationsInTotal = 16;

export class ArrivingFiles {
  readonly #share: number;
  readonly #together: ByteBudget;
  readonly #byApplication = new Map<string, { readonly budget: ByteBudget; shares: number }>();

  constructor(largestFile: number) {
    this.#share = Math.max(leastBytes, filesPerApplication * largestFile);
    this.#together = new ByteBudget(applicationsInTotal * this.#share);
  }

  /** @param clientId null: not known before the body was read; all of those count as one application */
  share(clientId: string | null): BudgetShare {
    const key = clientId ?? '';
    const own = this.#byApplication.get(key) ?? {
      budget: new ByteBudget(this.#share),
      shares: 0,
    };
    own.shares += 1;
    this.#byApplication.set(key, own);
    const both = [own.budget.share(), this.#together.share()];
    let isOver = false;
    return {
      growTo: (bytes) => {
        for (const share of both) share.growTo(bytes);
      },
      giveBack: () => {
        for (const share of both) share.giveBack();
        if (isOver) return;
        isOver = true;
        own.shares -= 1;
        if (own.shares === 0) this.#byApplication.delete(key);
      },
    };
  }
}
