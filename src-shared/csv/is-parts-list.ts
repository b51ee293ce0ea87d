/** A table of parts, by the name of its file. Apart from its reader, which few windows need. */
export const isPartsList = (name: string): boolean => /\.(csv|tsv)$/i.test(name);
