/** Something of the service that may be what came of a job whose answer was lost; shown for a person to choose. */
export interface Candidate {
  readonly remoteId: number;
  readonly title: string;
  readonly detail: string;
}
