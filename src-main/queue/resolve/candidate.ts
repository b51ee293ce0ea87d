/** A model or order of the service that may be the outcome of a job whose answer was lost. A person chooses. */
export interface Candidate {
  readonly remoteId: number;
  readonly title: string;
  readonly detail: string;
}
