/** A person's actions in the window, named as the window names them. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import type { PreloadApi } from '../../src-renderer/bridge/electron-bridge.ts';
import { writeBinaryStl } from '../../src-shared/geometry/writers/write-stl.ts';
import { makeBox } from '../fixtures/geometry/solids.ts';
import { removeFolder } from '../support/remove-folder.ts';

/** A folder of model files as a CAD program would leave them. */
export class ModelFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'fabdesk-models-'));

  /** A box as binary STL; sides in file units. */
  box(name: string, x: number, y = x, z = x): string {
    return this.write(name, writeBinaryStl(makeBox([0, 0, 0], [x, y, z])));
  }

  write(name: string, bytes: Uint8Array | string): string {
    const file = join(this.path, name);
    writeFileSync(file, bytes);
    return file;
  }

  remove(): void {
    removeFolder(this.path);
  }
}

/** Drops files as the operating system does: a trusted drag with paths, not a made-up event. */
export async function dropFiles(page: Page, ...files: string[]): Promise<void> {
  await dragFiles(page, files, ['dragEnter', 'dragOver', 'drop']);
}

/** A part of such a drag. */
export async function dragFiles(
  page: Page,
  files: readonly string[],
  events: readonly ('dragEnter' | 'dragOver' | 'drop')[],
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  for (const type of events) {
    await session.send('Input.dispatchDragEvent', { type, x: 500, y: 400, data });
  }
  await session.detach();
}

/** By its path, so that Fabdesk notices when it is exported again. */
export async function openByPath(page: Page, path: string): Promise<void> {
  await page.getByRole('button', { name: 'Open a file by its path' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(path);
  await page.keyboard.press('Enter');
}

export const rail = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: new RegExp(`^${name}\\b`) });

export const fileRow = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Plate' }).getByText(name, { exact: true });

/** Chooses a material by its whole name. */
export async function chooseMaterial(page: Page, title: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search materials' }).fill(title);
  await page
    .getByRole('group', { name: 'Material' })
    .locator('label', { has: page.getByText(title, { exact: true }) })
    .click();
}

export async function addToOrder(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Add \d+ to order/ }).click();
}

export async function fillAddress(page: Page): Promise<void> {
  const fields = [
    ['First name', 'Ada'],
    ['Last name', 'Byron'],
    ['Street address', '1 Main Street'],
    ['City', 'New York'],
    ['ZIP code', '10001'],
    ['Phone number', '2125550100'],
  ] as const;
  await page.getByLabel('Country').selectOption({ label: 'United States' });
  for (const [label, value] of fields) await page.getByLabel(label).fill(value);
  await page.getByLabel('State').selectOption({ label: 'New York (NY)' });
}

/** From any screen to the button that places the order. */
export async function goToReview(page: Page): Promise<void> {
  await rail(page, 'Cart').click();
  const next = page.getByRole('button', { name: /^Continue to (address|review)$/ });
  const isKnown = (await next.textContent())?.includes('review') === true;
  await next.click();
  // An address that is known is not asked for again.
  if (isKnown) return;
  await fillAddress(page);
  await page.getByRole('button', { name: 'Continue to shipping' }).click();
  await page.getByRole('button', { name: 'Continue to review' }).click();
}

/** Ids of the orders that the service has, read from the service itself through the window's session. */
export async function ordersOf(page: Page): Promise<number[]> {
  const { orders } = (await callFrom(page, 'orders.list', {})) as { orders: { orderId: number }[] };
  return orders.map(({ orderId }) => orderId);
}

/**
 * A call of the contract as the window itself makes it: through Electron's preload, or with its cookie and
 * secret.
 */
export async function callFrom(page: Page, name: string, input: unknown): Promise<unknown> {
  const inElectron = await page.evaluate(
    (call) => (globalThis as { fabdesk?: PreloadApi }).fabdesk?.invoke(...call),
    [name, input] as [string, unknown],
  );
  const answer = (inElectron ?? (await overHttp(page, name, input))) as {
    value?: unknown;
    error?: { message: string };
  };
  if (answer.error) throw new Error(`${name}: ${answer.error.message}`);
  return answer.value;
}

async function overHttp(page: Page, name: string, input: unknown): Promise<unknown> {
  const { origin } = new URL(page.url());
  const secret = await page.evaluate(() => sessionStorage.getItem('fabdesk-secret') ?? '');
  const response = await page.request.post(`${origin}/call/${name}`, {
    data: input,
    headers: { Origin: origin, 'Fabdesk-Secret': secret },
  });
  return response.json();
}
