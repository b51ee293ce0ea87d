/** Something that happens again and again, for whoever subscribes. Listeners are called in order, at once. */
export class Signal<T> {
  readonly #listeners: ((value: T) => void)[] = [];

  subscribe(listener: (value: T) => void): void {
    this.#listeners.push(listener);
  }

  emit(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }
}
