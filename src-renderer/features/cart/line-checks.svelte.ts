/**
 * What the service says about each line of the cart: its price now, the model as it is there, the verdict on
 * it, and what waits for consent. Prices that a person need not confirm go into the cart at once.
 */
import type { CartLine } from '../../../src-shared/ipc/cart-line.ts';
import type { Verdict } from '../../../src-shared/order-gate/verdict.ts';
import type { AppState } from '../../app-state.svelte.ts';
import { lineVerdict, type ModelNow } from './line-verdict.ts';
import { type MaterialOffer, offersOf } from './model-offers.ts';
import {
  type Asked,
  accept,
  applyCheck,
  checkLine,
  checkModelLine,
  groupByGeometry,
  groupByModel,
  isAsked,
  type LineCheck,
  type SameGeometry,
  type SameModel,
} from './requote.ts';

export class LineChecks {
  readonly #app: AppState;
  /** By line id. Lines without an entry have not been checked yet. */
  #found = $state.raw<Readonly<Record<string, LineCheck>>>({});
  /** By line id: the models of lines without a file, as the service has them. */
  #models = $state.raw<Readonly<Record<string, ModelNow>>>({});
  #asked = 0;

  constructor(app: AppState) {
    this.#app = app;
  }

  get #lines(): readonly CartLine[] {
    return this.#app.workspace.cart;
  }

  /** Undefined while the line has not been checked. */
  of({ id }: CartLine): LineCheck | undefined {
    return this.#found[id];
  }

  clear(): void {
    this.#found = {};
  }

  get asking(): boolean {
    return this.#lines.some((line) => this.of(line)?.kind === 'asking');
  }

  /** The lines that wait for the user's consent: their price rose, or their model has another file. */
  get rises(): readonly { line: CartLine; check: Asked }[] {
    return this.#lines.flatMap((line) => {
      const check = this.of(line);
      return isAsked(check) ? [{ line, check }] : [];
    });
  }

  /** Whether something other than prices waits for the user's consent. */
  get hasReplaced(): boolean {
    return this.rises.some(({ check }) => check.kind === 'replaced');
  }

  /** The verdict of the order gate on a line. */
  verdictOf(line: CartLine): Verdict | null {
    const { catalog, settings } = this.#app;
    return lineVerdict(line, { catalog, shownIn: settings.displayUnit, model: this.#models[line.id] });
  }

  /** The materials in which the model of this line can be ordered now. */
  offersOf(line: CartLine): readonly MaterialOffer[] {
    const { model = null, readAt = 0 } = this.#models[line.id] ?? {};
    return model === null ? [] : offersOf(model, line, readAt);
  }

  /** Asks the service for the current price of every line, and what it says about each model. */
  async requote(): Promise<void> {
    const round = ++this.#asked;
    const lines = this.#lines;
    const before = this.#found;
    this.#found = Object.fromEntries(
      lines.map((line) => {
        const known = before[line.id];
        // What was found stays visible while the service is asked again, so that nothing flickers.
        const stays =
          isAsked(known) || known?.kind === 'fell' || known?.kind === 'found' || known?.kind === 'blocked';
        return [line.id, stays ? known : { kind: 'asking' }];
      }),
    );
    const isCurrent = () => round === this.#asked;
    await Promise.all([
      ...groupByGeometry(lines).map((group) => this.#askPrices(group, isCurrent)),
      ...groupByModel(lines).map((group) => this.#askModel(group, isCurrent)),
    ]);
  }

  async #askPrices({ geometry, lines }: SameGeometry, isCurrent: () => boolean): Promise<void> {
    const account = this.#app.status?.account;
    const answer = await this.#app.bridge.invoke('price.quote', {
      ...(account && { accountId: account.id }),
      geometry,
      materials: [...new Set(lines.map((line) => line.materialId))],
    });
    if (!isCurrent()) return;
    this.#take(lines, (line) => (answer.ok ? checkLine(line, answer.value) : { kind: 'not-checked' }));
  }

  async #askModel({ modelId, accountId, lines }: SameModel, isCurrent: () => boolean): Promise<void> {
    const answer = await this.#app.bridge.invoke('library.show', {
      ...(accountId !== undefined && { accountId }),
      modelId,
    });
    if (!isCurrent()) return;
    const isGone = !answer.ok && answer.error.code === 'not-found';
    const readAt = Date.now();
    if (answer.ok || isGone) {
      const now = { model: answer.ok ? answer.value : null, readAt };
      this.#models = { ...this.#models, ...Object.fromEntries(lines.map(({ id }) => [id, now])) };
    }
    this.#take(lines, (line) => {
      if (answer.ok) return checkModelLine(line, answer.value, readAt);
      return { kind: isGone ? 'blocked' : 'not-checked' };
    });
  }

  #take(group: readonly CartLine[], check: (line: CartLine) => LineCheck): void {
    const checks = { ...this.#found };
    const now = new Map(this.#lines.map((line) => [line.id, line]));
    for (const { id } of group) {
      const line = now.get(id);
      if (!line) continue;
      const found = check(line);
      if (staysInSight(checks[id], found)) continue;
      checks[id] = found;
      this.#replace(applyCheck(line, found));
    }
    this.#found = checks;
  }

  acceptRises(): void {
    for (const { line, check } of this.rises) {
      this.#replace(accept(line, check));
      this.#found = { ...this.#found, [line.id]: { kind: 'same' } };
    }
  }

  /** Orders the model in another material, at the price that the offer names. */
  chooseMaterial(id: string, { line }: MaterialOffer): void {
    this.#replace({ ...line, id });
    this.#found = { ...this.#found, [id]: { kind: 'same' } };
  }

  /** Sends only what differs: another window may change the rest of the line meanwhile. */
  #replace({ id, ...after }: CartLine): void {
    const before = this.#lines.find((line) => line.id === id);
    const differs = Object.entries(after).filter(([key, value]) => value !== before?.[key as keyof CartLine]);
    this.#app.workspace.updateLine(id, Object.fromEntries(differs));
  }
}

/**
 * A line that could not be checked again still blocks the order; a lower price is shown until the screen is
 * left.
 */
function staysInSight(before: LineCheck | undefined, now: LineCheck): boolean {
  if (isAsked(before) || before?.kind === 'blocked') return now.kind === 'not-checked';
  const isNews = before?.kind === 'fell' || before?.kind === 'found';
  return isNews && (now.kind === 'same' || now.kind === 'not-checked');
}
