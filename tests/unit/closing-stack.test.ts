/** What was opened is closed in the reverse order, all of it, and once. */
import { expect, it } from 'vitest';
import { ClosingStack, opening } from '../../src-shared/closing-stack.ts';

it('The last part is closed first, and all are closed although one fails.', async () => {
  const closing = new ClosingStack();
  const closed: string[] = [];
  closing.add(() => closed.push('store'));
  closing.add(async () => {
    closed.push('files');
    throw new Error('The disk is gone.');
  });
  closing.add(() => closed.push('server'));
  const both = [closing.close(), closing.close()];
  for (const one of both) await expect(one).rejects.toThrow('The disk is gone.');
  expect(closed).toEqual(['server', 'files', 'store']);
});

it('If opening fails, what was opened is closed, and the first error counts.', async () => {
  const closed: string[] = [];
  const opened = opening(async (closing) => {
    closing.add(() => {
      closed.push('store');
      throw new Error('It does not close.');
    });
    throw new Error('It does not start.');
  });
  await expect(opened).rejects.toThrow('It does not start.');
  expect(closed).toEqual(['store']);
});
