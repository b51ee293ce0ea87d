/**
 * Which presses count. A person presses what they have read: the second click of a double click and the
 * repeats of a held key belong to the button that was there before, and what buys or destroys waits until its
 * meaning has been painted and could be read.
 */

/** How long a new meaning is shown before a press counts, ms. Longer than any usual double click. */
export const readingTime = 700;

/** The click belongs to a double click that began on what was here before. */
export const isSecondClick = (event: MouseEvent): boolean => event.detail > 1;

/** A held Enter or Space presses a button again and again. */
export function ignoreRepeats(event: KeyboardEvent): void {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
}

/**
 * `isOver` is false after each change of `meaning`, until it has been painted and the reading time is over.
 * An undefined meaning needs no time. Call it while a component is created.
 */
export function readingPause(meaning: () => string | undefined): { readonly isOver: boolean } {
  let read = $state<string>();
  $effect(() => {
    const now = meaning();
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The second frame begins after the first was painted; a hidden window paints none.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        timer = setTimeout(() => (read = now), readingTime);
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  });
  return {
    get isOver() {
      const now = meaning();
      return now === undefined || now === read;
    },
  };
}
