import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tooltip } from '../../../src-renderer/ui/tooltip.ts';

let button: HTMLButtonElement;
beforeEach(() => {
  vi.useFakeTimers();
  button = document.createElement('button');
  document.body.append(button);
});
afterEach(() => {
  vi.useRealTimers();
  button.remove();
});

const enter = () => button.dispatchEvent(new PointerEvent('pointerenter', { pointerType: 'mouse' }));
const shown = () => document.querySelector('.tooltip:popover-open')?.textContent ?? null;

it('A tooltip appears shortly after the pointer, and disappears with Escape.', () => {
  const end = tooltip(() => ({ text: 'Remove' }))(button);
  enter();
  expect(shown()).toBeNull();
  vi.advanceTimersByTime(1000);
  expect(shown()).toBe('Remove');
  button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  expect(shown()).toBeNull();
  end?.();
});

it('A tooltip does not read its text if its control is gone before it opens.', () => {
  const read = vi.fn(() => ({ text: 'Remove' }));
  const end = tooltip(read)(button);
  enter();
  end?.();
  vi.advanceTimersByTime(1000);
  expect(read).not.toHaveBeenCalled();
  expect(shown()).toBeNull();
});
