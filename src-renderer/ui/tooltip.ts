/**
 * Tooltips: one element for the whole window, in the top layer, shown on hover and keyboard focus, hidden
 * with Escape (WCAG 1.4.13). It only repeats what the control's accessible name already says.
 */
import type { Attachment } from 'svelte/attachments';

const delay = 350;
const gap = 6;

let bubble: HTMLElement | null = null;
/** The element whose tooltip is shown or about to be. */
let owner: Element | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

function bubbleElement(): HTMLElement {
  if (!bubble?.isConnected) {
    bubble = document.createElement('div');
    bubble.className = 'tooltip';
    bubble.popover = 'manual';
    bubble.setAttribute('aria-hidden', 'true');
    document.body.append(bubble);
  }
  return bubble;
}

function hide(): void {
  clearTimeout(timer);
  owner = null;
  if (bubble?.matches(':popover-open')) bubble.hidePopover();
  bubble?.replaceChildren();
}

function show(target: Element, text: string, shortcut: string | undefined, side: 'below' | 'right'): void {
  const element = bubbleElement();
  element.replaceChildren(text);
  if (shortcut) {
    const keys = document.createElement('kbd');
    keys.textContent = shortcut;
    element.append(' ', keys);
  }
  if (!element.matches(':popover-open')) element.showPopover();
  const at = target.getBoundingClientRect();
  const own = element.getBoundingClientRect();
  let left = side === 'right' ? at.right + gap : at.left + at.width / 2 - own.width / 2;
  let top = side === 'right' ? at.top + at.height / 2 - own.height / 2 : at.bottom + gap;
  if (top + own.height > window.innerHeight) top = at.top - own.height - gap;
  left = Math.max(gap, Math.min(left, window.innerWidth - own.width - gap));
  top = Math.max(gap, top);
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
}

/** `read` is called when the tooltip opens, so that the text is never stale. */
export function tooltip(
  read: () => { text: string; shortcut?: string | undefined; side?: 'below' | 'right' } | null,
): Attachment<HTMLElement> {
  return (node) => {
    const ends = new AbortController();
    const { signal } = ends;
    const open = (wait: number) => {
      hide();
      owner = node;
      timer = setTimeout(() => {
        const content = read();
        if (content) show(node, content.text, content.shortcut, content.side ?? 'below');
      }, wait);
    };
    const enter = (event: PointerEvent) => {
      if (event.pointerType === 'mouse') open(delay);
    };
    const focus = () => {
      if (node.matches(':focus-visible')) open(0);
    };
    const keydown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && owner === node) hide();
    };
    node.addEventListener('pointerenter', enter, { signal });
    node.addEventListener('pointerleave', hide, { signal });
    node.addEventListener('pointerdown', hide, { signal });
    node.addEventListener('focus', focus, { signal });
    node.addEventListener('blur', hide, { signal });
    node.addEventListener('keydown', keydown, { signal });
    return () => {
      if (owner === node) hide();
      ends.abort();
    };
  };
}
