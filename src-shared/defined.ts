type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** The members that have a value. */
export const defined = <T extends object>(members: T): Defined<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
