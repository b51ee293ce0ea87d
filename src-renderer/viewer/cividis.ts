/** The colours of heat maps: cividis, which is the same for every kind of colour vision, from low to high. */
export const cividis = [
  '#00224e',
  '#123570',
  '#3b496c',
  '#575d6d',
  '#707173',
  '#8a8678',
  '#a59c74',
  '#c3b369',
  '#e1cc55',
  '#fee838',
] as const;
