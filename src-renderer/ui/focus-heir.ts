/**
 * Keeps the focus in its place when the element that has it leaves the page or is hidden: the next control
 * inherits it, or else the one before, first in its own group and then around it (WCAG 2.4.3). A place that
 * knows a better heir moves the focus itself. Called once by the window.
 */

const focusable = ':is(a[href], button, input, select, textarea, summary, [tabindex]):not([tabindex="-1"])';
/** ms that a place has to move the focus itself. */
const patience = 100;

/** A level of the page around the focused element: its neighbours there, while it was there. */
interface Level {
  readonly parent: Element;
  readonly neighbours: readonly (Element | null)[];
}

/** Returns what ends it. */
export function keepFocus(): () => void {
  let focused: Element | null = null;
  let levels: readonly Level[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hasGone = () =>
    focused !== null && !focused.checkVisibility() && document.activeElement === document.body;

  function remember({ target }: FocusEvent): void {
    if (!(target instanceof Element)) return;
    focused = target;
    levels = levelsOf(target);
  }
  /**
   * The person left it, by a click beside all controls. Leaving the page takes the focus before the element.
   */
  function forget({ target }: FocusEvent): void {
    setTimeout(() => {
      if (target === focused && focused?.checkVisibility()) focused = null;
    });
  }
  function pass(): void {
    timer = undefined;
    if (!hasGone()) return;
    focused = null;
    heirOf(levels)?.focus();
  }

  const observer = new MutationObserver(() => {
    if (timer === undefined && hasGone()) timer = setTimeout(pass, patience);
  });
  observer.observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['hidden', 'open', 'class'],
  });
  document.addEventListener('focusin', remember);
  document.addEventListener('focusout', forget);
  return () => {
    observer.disconnect();
    clearTimeout(timer);
    document.removeEventListener('focusin', remember);
    document.removeEventListener('focusout', forget);
  };
}

function levelsOf(element: Element): Level[] {
  const levels: Level[] = [];
  for (let at = element; at.parentElement !== null && !at.matches('main, dialog'); at = at.parentElement)
    levels.push({ parent: at.parentElement, neighbours: [at.nextElementSibling, at.previousElementSibling] });
  return levels;
}

function heirOf(levels: readonly Level[]): HTMLElement | null {
  for (const { parent, neighbours } of levels) {
    const [heir] = neighbours.flatMap((one) => (one?.isConnected ? controlsIn(one) : []));
    const found = heir ?? (parent.isConnected ? controlsIn(parent)[0] : undefined);
    if (found) return found;
  }
  return document.querySelector<HTMLElement>('main');
}

const controlsIn = (element: Element): HTMLElement[] =>
  [element, ...element.querySelectorAll(focusable)].filter(
    (one): one is HTMLElement =>
      one instanceof HTMLElement && one.matches(focusable) && one.checkVisibility(),
  );
