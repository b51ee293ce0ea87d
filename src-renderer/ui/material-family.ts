/**
 * Materials that are one material in several colours and finishes, by their titles
 * [Assumption: material-family].
 */

/** Names of colours and finishes, which leave the material the same. */
const coloursAndFinishes =
  /(?<![\p{L}\d])(?:full colou?r|(?:(?:coral|hot|royal|violet|pastel|avocado|eggshell) +)?(?:red|pink|blue|purple|yellow|green)|white|black|gr[ae]y|violet|orange|brown|beige|frosted|transparent|translucent|clear|polished|premium|satin|matte?|gloss(?:y|ed)?|glazed|brushed|dyed|natural|raw)(?![\p{L}\d])/giu;

/** The title without colours and finishes; the whole title if nothing is left. */
export function familyOf(title: string): string {
  const rest = title
    .replace(coloursAndFinishes, ' ')
    .replace(/\(\s*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:/()-]+|[\s,;:/(-]+$/g, '');
  return rest === '' ? title : rest;
}
