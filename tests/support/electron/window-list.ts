/** Every window that is not destroyed, and what `app` does when one of them ends. */
export interface ListedWindow {
  close(): void;
  destroy(): void;
}

class WindowList<Window extends ListedWindow> {
  readonly windows: Window[] = [];
  allClosed = () => {};
  closeCancelled = () => {};

  get isEmpty() {
    return this.windows.length === 0;
  }

  add(window: Window) {
    this.windows.push(window);
  }

  remove(window: Window) {
    this.windows.splice(this.windows.indexOf(window), 1);
    if (this.isEmpty) this.allClosed();
  }

  closeAll() {
    for (const window of [...this.windows]) window.close();
  }

  destroyAll() {
    for (const window of [...this.windows]) window.destroy();
  }
}

export const windowList = new WindowList();
