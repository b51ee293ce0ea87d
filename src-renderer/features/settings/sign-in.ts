/** A sign-in that is in progress, as the settings see it. */

/** How the answer comes back: from the browser to this computer, or as a code that the user pastes. */
export type Redirect = 'loopback' | 'oob';

export interface StartedSignIn {
  readonly attemptId: string;
  readonly authorizeUrl: string;
  /** The system's browser was opened; otherwise the window shows a link. */
  readonly opened: boolean;
  readonly redirect: Redirect;
}

/** The address if it is safe as a link: a web page, never a script. */
export function linkOf(authorizeUrl: string): string | null {
  const url = URL.parse(authorizeUrl);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}
