/**
 * The orders of an account in one list. Where a service lists all of them and these are more than one answer
 * may have (`answers.ts`), the newest are read by pages, so that the list is like that of a service
 * that cuts it off: it counts more orders than it shows.
 */
import type { OrderList } from '../../src-shared/api/orders.ts';
import { toAppError } from '../../src-shared/result.ts';

/** spec: Limits > Orders returned. */
const ordersPerPage = 100;
const mostPages = 10;

type Read = (query?: { readonly limit: number; readonly page: number }) => Promise<OrderList>;

export class NewestOrders {
  readonly #read: Read;
  /** The list exceeds one answer, so it is not asked for as a whole again. */
  #isLong = false;

  constructor(read: Read) {
    this.#read = read;
  }

  async read(): Promise<OrderList> {
    if (this.#isLong) return this.#readPages();
    try {
      return await this.#read();
    } catch (thrown) {
      const { code, text } = toAppError(thrown);
      if (code !== 'too-large' && text?.key !== 'service.tooMuch') throw thrown;
      this.#isLong = true;
      return this.#readPages();
    }
  }

  /** An order that arrives meanwhile shifts the pages, so that some orders are shown twice. */
  async #readPages(): Promise<OrderList> {
    const infos = new Map<number, OrderList['ordersInfo'][number]>();
    const list = await this.#read({ limit: ordersPerPage, page: 1 });
    let { ordersStatus } = list;
    for (let page = 1, next = list; ; ) {
      const before = Object.keys(ordersStatus).length;
      ordersStatus = { ...next.ordersStatus, ...ordersStatus };
      for (const info of next.ordersInfo) if (!infos.has(info.orderId)) infos.set(info.orderId, info);
      const shown = Object.keys(ordersStatus).length;
      if (shown >= list.ordersCount.total || (page > 1 && shown === before) || page === mostPages) break;
      page += 1;
      next = await this.#read({ limit: ordersPerPage, page });
    }
    return { ...list, ordersStatus, ordersInfo: [...infos.values()] };
  }
}
