/** A table of parts and quantities, by the name of its file. Apart from its reader, which is seldom needed. */
export const isPartsList = (name: string): boolean => /\.(csv|tsv)$/i.test(name);
