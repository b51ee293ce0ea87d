import { createRawSnippet } from 'svelte';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-svelte';
import Button from '../../../src-renderer/ui/Button.svelte';
import NumberField from '../../../src-renderer/ui/NumberField.svelte';
import { Notices, noticeText } from '../../../src-renderer/ui/notices.svelte.ts';

afterEach(() => cleanup());

const snippet = (text: string) => createRawSnippet(() => ({ render: () => `<span>${text}</span>` }));

describe('a number field', () => {
  async function field(props: Record<string, unknown> = {}) {
    const changes: number[] = [];
    await render(NumberField, {
      label: 'Width',
      value: 10,
      lengthUnit: 'mm',
      onchange: (value: number) => changes.push(value),
      ...props,
    });
    return { changes, input: page.getByRole('textbox', { name: 'Width' }) };
  }

  it.each([
    ['12,5', 12.5],
    ['40/3', 40 / 3],
    ['2 1/2in', 63.5],
    ['1.234,5', 1234.5],
    ['1.5 cm', 15],
  ])('A number field reads %s.', async (typed, value) => {
    const { changes, input } = await field();
    await input.fill(typed);
    await userEvent.keyboard('{Enter}');
    expect(changes).toHaveLength(1);
    expect(changes[0]).toBeCloseTo(value, 9);
  });

  it.each([
    ['wide', /Enter a/],
    ['', /Enter a/],
    ['0', /Enter a number greater than 0/],
    ['0.5', /Enter 1 mm or more/],
    ['1 km', /Enter 500 mm or less/],
  ])('A number field keeps %j, explains it and does not accept it.', async (typed, sentence) => {
    const { changes, input } = await field({ min: 1, max: 500 });
    await input.fill(typed);
    await userEvent.tab();
    await expect.element(input).toHaveValue(typed);
    await expect.element(input).toHaveAccessibleDescription(sentence);
    expect(changes).toHaveLength(0);
  });

  it('The arrow keys step a number within its limits.', async () => {
    const { changes, input } = await field({ min: 8, max: 500, lengthUnit: undefined, whole: true });
    await input.click();
    await userEvent.keyboard('{ArrowUp}{Shift>}{ArrowDown}{/Shift}');
    expect(changes).toEqual([11, 8]);
  });

  it('A live number field commits while typing.', async () => {
    const { changes, input } = await field({ live: true, whole: true, lengthUnit: undefined });
    await input.fill('25');
    expect(changes).toEqual([25]);
    await input.fill('2x');
    expect(changes).toEqual([25]);
    expect(input.element().hasAttribute('aria-invalid')).toBe(false);
    await userEvent.tab();
    await expect.element(input).toHaveAccessibleDescription(/Enter a/);
  });

  it('A number field reports no change if nothing changed.', async () => {
    const { changes, input } = await field();
    await input.click();
    await userEvent.keyboard('{Enter}');
    await userEvent.tab();
    expect(changes).toHaveLength(0);
  });
});

describe('a button', () => {
  it('A disabled button says why, stays focusable and does nothing.', async () => {
    let presses = 0;
    await render(Button, { children: snippet('Order'), why: 'Choose a material.', onclick: () => presses++ });
    const button = page.getByRole('button', { name: 'Order' });
    (button.element() as HTMLElement).focus();
    await expect.element(button).toHaveFocus();
    await expect.element(button).toHaveAccessibleDescription('Choose a material.');
    await userEvent.keyboard('{Enter} ');
    expect(presses).toBe(0);
  });

  it('A busy button does not act twice.', async () => {
    let presses = 0;
    await render(Button, { children: snippet('Order'), busy: true, onclick: () => presses++ });
    await page.getByRole('button', { name: 'Order' }).click({ force: true });
    expect(presses).toBe(0);
  });
});

describe('notices', () => {
  it('Errors stay open until they are dismissed, and the history keeps everything.', () => {
    const notices = new Notices();
    const id = notices.addError({ code: 'disk-full', message: 'The disk is full.' });
    notices.add({ severity: 'ok', message: { key: 'Added.' } });
    expect(notices.open.map(noticeText)).toEqual(['The disk is full.']);
    expect(noticeText(notices.latest!)).toBe('Added.');
    notices.dismiss(id);
    expect(notices.open).toHaveLength(0);
    expect(notices.history.map(noticeText)).toEqual(['Added.', 'The disk is full.']);
  });

  it('A withdrawn notice leaves the status bar, and no older one returns.', () => {
    const notices = new Notices();
    notices.add({ severity: 'info', message: { key: 'Undone.' } });
    notices.add({ severity: 'ok', message: { key: 'Added.' }, key: 'added', passing: true });
    notices.withdraw('added');
    expect(notices.latest).toBeNull();
    expect(notices.history).toHaveLength(2);
    expect(notices.open).toHaveLength(0);
  });

  it('A notice replaces the earlier one about the same thing.', () => {
    const notices = new Notices();
    notices.add({ severity: 'error', message: { key: 'First.' }, key: 'save' });
    notices.add({ severity: 'error', message: { key: 'Second.' }, key: 'save' });
    expect(notices.history.map(noticeText)).toEqual(['Second.']);
    notices.withdraw('save');
    expect(notices.open).toHaveLength(0);
  });
});
