/** The pages on which a person allows an application to use the service, for OAuth 1.0 and 2.0. */
import type { FastifyReply } from 'fastify';
import { type Html, html, sendPage } from './page.ts';
import type { SignedIn } from './sessions.ts';

export interface Consent {
  readonly application: string;
  readonly account: SignedIn;
  /** The path to which the form is sent, with `decision` allow or deny. */
  readonly action: string;
  /** Hidden fields by name. */
  readonly fields: Readonly<Record<string, string>>;
  /** Where the browser is sent afterwards; null if the code is shown on screen. */
  readonly target: string | null;
  readonly note?: Html;
}

export const sendConsent = (reply: FastifyReply, consent: Consent): FastifyReply => {
  const { application, account, action, target, note } = consent;
  const fields = Object.entries({ ...consent.fields, csrf: account.csrf }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return sendPage(reply, {
    title: `Allow ${application}?`,
    ...(target !== null && { formTarget: target }),
    body: html`<p>${application} asks to use the print service as <strong>${account.username}</strong>: upload and change models, fill the cart, and place orders that are paid with the card on file.</p>
<form method="post" action="${account.at(action)}">${fields}
<button name="decision" value="allow">Allow</button><button class="quiet" name="decision" value="deny">Deny</button></form>${note ?? null}`,
  });
};

export const sendCode = (reply: FastifyReply, title: string, sentence: string, code: string): FastifyReply =>
  sendPage(reply, { title, body: html`<p>${sentence}</p><code class="code" id="code">${code}</code>` });

export const cannotAuthorize = (reply: FastifyReply, why: string): FastifyReply =>
  sendPage(reply.status(400), {
    title: 'This cannot be authorized',
    body: html`<p role="alert">${why}</p>`,
  });
