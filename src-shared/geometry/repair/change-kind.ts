/** What a repair did; the audit allows what each kind may change. */
export type ChangeKind =
  | 'closed-gaps'
  | 'dropped-degenerate-faces'
  | 'dropped-duplicate-faces'
  | 'flipped-faces'
  | 'filled-holes'
  | 'flipped-parts'
  | 'joined-parts'
  | 'left-out-sheets'
  | 'moved-apart';
