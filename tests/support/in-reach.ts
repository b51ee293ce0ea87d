/** The parts of the shown window that cannot be read or reached as a whole, even after scrolling to them. */

const amount = /\d[\d.,]*\s?\$|\$\d/;

const isShown = (element: Element): boolean =>
  element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
  element.closest('.visually-hidden, .skip, [inert], svg') === null;

/** Whether anything of `box` is outside of what its ancestors and the window show. */
function isCut(element: Element, box: DOMRect): boolean {
  const frames = [new DOMRect(0, 0, innerWidth, innerHeight)];
  for (let place: Element | null = element; place && place !== document.body; place = place.parentElement) {
    if (getComputedStyle(place).overflow !== 'visible') frames.push(place.getBoundingClientRect());
    // What lies above everything is cut off by nothing around it.
    if (place.matches('dialog')) break;
  }
  return frames.some(
    ({ left, right, top, bottom }) =>
      box.left < left - 1 || box.right > right + 1 || box.top < top - 1 || box.bottom > bottom + 1,
  );
}

/** Whether something else lies over its middle. */
function isCovered(element: Element, { left, right, top, bottom }: DOMRect): boolean {
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return hit !== null && !hit.contains(element) && !element.contains(hit);
}

function faultOf(element: Element, boxes: () => readonly DOMRect[]): string | null {
  element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  if (boxes().some((box) => isCut(element, box))) return 'cut off';
  return boxes().some((box) => isCovered(element, box)) ? 'covered' : null;
}

/** Every amount of money: its text must not be cut off, not even by dots. */
function amountFaults(within: Element): string[] {
  const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT, ({ parentElement, textContent }) =>
    amount.test(textContent ?? '') && parentElement && isShown(parentElement)
      ? NodeFilter.FILTER_ACCEPT
      : NodeFilter.FILTER_SKIP,
  );
  const found: string[] = [];
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const range = document.createRange();
    range.selectNodeContents(text);
    const fault = faultOf(text.parentElement!, () => [...range.getClientRects()]);
    if (fault) found.push(`${fault}: ${text.textContent?.trim()}`);
  }
  return found;
}

function controlFaults(within: Element): string[] {
  return [...within.querySelectorAll('button, a[href], input, select, textarea, summary')]
    .filter((element) => isShown(element) && element.getBoundingClientRect().width > 0)
    .flatMap((element) => {
      const fault = faultOf(element, () => [element.getBoundingClientRect()]);
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim();
      return fault ? [`${fault}: ${element.tagName.toLowerCase()} ${name || element.id}`] : [];
    });
}

/** Units stand inside of their field, beside the number and not over it. */
function unitFaults(within: Element): string[] {
  return [...within.querySelectorAll('input + .unit')].filter(isShown).flatMap((unit) => {
    const input = unit.previousElementSibling!;
    const end = input.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(input).paddingRight);
    return unit.getBoundingClientRect().left < end - 1 ? [`over its number: ${unit.textContent}`] : [];
  });
}

/** Buttons that end in dots, and areas that have to be moved sideways. */
function widthFaults(within: Element): string[] {
  return [...within.querySelectorAll('*')].flatMap((element) => {
    if (!isShown(element) || element.scrollWidth <= element.clientWidth + 1) return [];
    const { overflowX } = getComputedStyle(element);
    const name = `${element.className} ${element.textContent?.trim().slice(0, 60)}`;
    if (overflowX === 'auto' || overflowX === 'scroll') return [`scrolls sideways: ${name}`];
    return element.matches('button .label') ? [`shortened: ${name}`] : [];
  });
}

export const outOfReach = (within: Element): string[] => [
  ...amountFaults(within),
  ...controlFaults(within),
  ...unitFaults(within),
  ...widthFaults(within),
];
