/**
 * Files that are dropped while the window still opens. They wait here for the plate; otherwise the browser would show
 * the file in place of the window.
 */
let early: File[] = [];

function dragover(event: DragEvent): void {
  event.preventDefault();
}

function drop(event: DragEvent): void {
  event.preventDefault();
  early.push(...(event.dataTransfer?.files ?? []));
}

/** Call before anything is loaded. */
export function holdEarlyDrops(): void {
  window.addEventListener('dragover', dragover);
  window.addEventListener('drop', drop);
}

/** The files that were dropped until now. From now on the caller handles all others. */
export function takeEarlyDrops(): File[] {
  window.removeEventListener('dragover', dragover);
  window.removeEventListener('drop', drop);
  const files = early;
  early = [];
  return files;
}
