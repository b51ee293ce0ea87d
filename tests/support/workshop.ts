/**
 * A service whose clock the test moves and whose operator it can be. Registers the hooks that open and close
 * it for each test of the file.
 */
import { afterEach, beforeEach } from 'vitest';
import { boxStl } from './models.ts';
import { orderBody } from './order.ts';
import { startService, type TestService } from './service.ts';
import { upload } from './upload.ts';

export const friday = Date.parse('2026-11-20T10:00:00Z');

export function useWorkshop() {
  const workshop = new Workshop();
  beforeEach(() => workshop.open());
  afterEach(() => workshop.service.close());
  return workshop;
}

class Workshop {
  service!: TestService;
  operatorUrl!: string;

  async open(): Promise<void> {
    this.service = await startService({ clock: () => friday, productionSeed: 7 });
    this.operatorUrl = await this.service.service.operator.listen(0);
  }

  async restart(): Promise<void> {
    this.service = await this.service.restart();
    this.operatorUrl = await this.service.service.operator.listen(0);
  }

  async operate(method: string, path: string, body?: unknown, key = this.service.service.operator.key) {
    const answer = await fetch(`${this.operatorUrl}${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, ...(body ? { 'Content-Type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    // biome-ignore lint/suspicious/noExplicitAny: answers are asserted field by field
    return { status: answer.status, body: (await answer.json()) as any };
  }

  async pass(hours: number): Promise<void> {
    await this.operate('POST', '/clock', { seconds: hours * 3600 });
    // The token has expired with the clock.
    this.service.forgetToken();
  }

  /** @returns the id of a new order of one model in each of these materials */
  async order(materialIds: number[], content = boxStl(10, 10, 10), quantity = 2): Promise<number> {
    const modelId = await upload(this.service, content);
    const items = materialIds.map((materialId) => ({ modelId, materialId, quantity }));
    const answer = await this.service.call(
      'POST',
      '/orders/v1',
      orderBody(items, this.service.credentials.payment_verification_id),
    );
    if (answer.status !== 200) throw new Error(answer.body.reason);
    return answer.body.orderId;
  }

  async read(orderId: number) {
    const { body } = await this.service.call('GET', `/orders/${orderId}/v1`);
    const items = Object.values(body.ordersStatus[orderId].items) as { status: Record<string, number> }[];
    return {
      status: body.ordersStatus[orderId].status as string,
      items: items.map((item) => item.status),
      info: body.ordersInfo[0],
      counts: body.ordersCount,
    };
  }

  /** Cents of all bookings of an order. */
  async ledger(orderId: number): Promise<number> {
    const [row] = await this.service.query<{ sum: number }>(
      'select sum(cents) as sum from ledger where order_id = ?',
      orderId,
    );
    return row?.sum ?? Number.NaN;
  }
}
