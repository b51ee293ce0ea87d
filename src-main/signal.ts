/** An event that may occur again and again. Listeners are called in order, synchronously. */
export class Signal<T> {
  readonly #listeners: ((value: T) => void)[] = [];

  subscribe(listener: (value: T) => void): void {
    this.#listeners.push(listener);
  }

  emit(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }
}
