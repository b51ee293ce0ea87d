/** What the settings know of a sign-in that is under way. */

/** How the browser brings the answer: by itself to this machine, or as a code that the user pastes. */
export type Redirect = 'loopback' | 'oob';

export interface StartedSignIn {
  readonly attemptId: string;
  readonly authorizeUrl: string;
  /** The system's browser was opened; else the window offers a link. */
  readonly opened: boolean;
  readonly redirect: Redirect;
}

/** The address as a link may have it: a page of a service, never a script. */
export function linkOf(authorizeUrl: string): string | null {
  const url = URL.parse(authorizeUrl);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}
