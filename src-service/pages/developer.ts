/** /developer: the applications of the signed-in account, and a form to register another. */
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { optionalText } from '../../src-shared/api/wire.ts';
import type { RegisterRoutes } from '../context.ts';
import { readFields } from '../http/fields.ts';
import { whyNotRegistrable } from '../http/redirect-uri.ts';
import type { ApplicationFacts, IssuedApplication } from '../store/applications.ts';
import { type Html, html, sendPage } from './page.ts';
import { requireCsrf, type SignedIn, signedIn } from './sessions.ts';
import { signInPath } from './sign-in.ts';

const formSchema = z.object({
  name: optionalText,
  redirectUris: optionalText,
  isPublic: optionalText,
  metadata: optionalText,
  csrf: optionalText,
});
const switchSchema = z.object({ clientId: optionalText, metadata: optionalText, csrf: optionalText });
const mostApplications = 100;

export const registerDeveloper: RegisterRoutes = (app, context) => {
  const open = { config: { access: 'open', isPage: true, bodyBytes: 64 * 1024 } } as const;

  async function show(reply: FastifyReply, account: SignedIn, notice: Html | null): Promise<FastifyReply> {
    const owned = await context.applications.list(account.accountId);
    return sendPage(reply, {
      title: 'Applications',
      wide: true,
      body: html`${notice}<p>Signed in as <strong>${account.username}</strong>. The service is at <code>${context.baseUrl()}</code>, its description at <a href="/openapi.json">/openapi.json</a>.</p>
<h2>Register an application</h2><form method="post" action="${account.at('/developer')}"><input type="hidden" name="csrf" value="${account.csrf}">
<label for="name">Name</label><input id="name" name="name" maxlength="100" required>
<label for="redirectUris">Redirect addresses, one on each line; oob shows the code on screen</label><textarea id="redirectUris" name="redirectUris" rows="3"></textarea>
<label><input type="checkbox" name="isPublic" value="1"> It cannot keep a secret (runs on other people's devices)</label>
<label><input type="checkbox" name="metadata" value="1"> Its orders may carry metadata</label>
<button>Register</button></form>
<h2>Applications of this account</h2><table><thead><tr><th>Name</th><th>Client id, also consumer key</th><th>Redirect addresses</th><th>Metadata with orders</th></tr></thead><tbody>${owned.map(
        (one) =>
          html`<tr><td>${one.name}${one.isPublic && html` <span class="muted">(public)</span>`}</td><td><code>${one.clientId}</code></td><td>${one.redirectUris.map((uri) => html`<code>${uri}</code> `)}</td><td>${metadataSwitch(one, account)}</td></tr>`,
      )}</tbody></table>
<form method="post" action="${account.at('/sign-out')}"><input type="hidden" name="csrf" value="${account.csrf}"><button class="quiet">Sign out</button></form>`,
    });
  }

  app.get('/developer', open, async (request, reply) => {
    const account = await signedIn(request, context.accounts);
    return account ? show(reply, account, null) : reply.redirect(signInPath('/developer'), 303);
  });

  app.post('/developer', open, async (request, reply) => {
    const account = await signedIn(request, context.accounts);
    if (!account) return reply.redirect(signInPath('/developer'), 303);
    const fields = readFields(formSchema, request.body ?? {});
    requireCsrf(account, fields.csrf);
    const redirectUris = fields.redirectUris.split(/\s+/).filter(Boolean);
    const name = fields.name.trim();
    const problem =
      name === '' || name.length > 100
        ? 'Give the application a name of at most 100 characters.'
        : redirectUris.length > 20
          ? 'An application has at most 20 redirect addresses.'
          : (redirectUris.map(whyNotRegistrable).find((why) => why !== null) ?? null);
    const refuse = (why: string) =>
      show(reply.status(400), account, html`<p class="error" role="alert">${why}</p>`);
    if (problem !== null) return refuse(problem);
    const options = {
      sealSecret: true,
      redirectUris,
      isPublic: fields.isPublic === '1',
      maySendMetadata: fields.metadata === '1',
    };
    const issued = await context.applications.issueUnless(account.accountId, name, options, mostApplications);
    if (!issued) return refuse('This account has as many applications as it may have.');
    return show(reply, account, credentialsOf(issued));
  });

  app.post('/developer/metadata', open, async (request, reply) => {
    const account = await signedIn(request, context.accounts);
    if (!account) return reply.redirect(signInPath('/developer'), 303);
    const fields = readFields(switchSchema, request.body ?? {});
    requireCsrf(account, fields.csrf);
    await context.applications.allowMetadata(account.accountId, fields.clientId, fields.metadata === '1');
    return reply.redirect(account.at('/developer'), 303);
  });
};

/** A form with one button, which does what it says. */
const metadataSwitch = (one: ApplicationFacts, { csrf, at }: SignedIn): Html =>
  html`<form method="post" action="${at('/developer/metadata')}"><input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="clientId" value="${one.clientId}">
${one.maySendMetadata ? 'allowed' : 'not allowed'} <button class="quiet" name="metadata" value="${one.maySendMetadata ? 0 : 1}" aria-label="${one.maySendMetadata ? 'Forbid' : 'Allow'} metadata with orders of ${one.name}">${one.maySendMetadata ? 'Forbid' : 'Allow'}</button></form>`;

const credentialsOf = (issued: IssuedApplication): Html =>
  html`<h2>The keys of the new application</h2><p>Keep them now: the secret is not shown again.</p><table id="keys">
<tr><th>Client id</th><td><code>${issued.client_id}</code></td></tr><tr><th>Client secret</th><td><code>${issued.client_secret}</code></td></tr>
<tr><th>Payment verification id</th><td><code>${issued.payment_verification_id}</code></td></tr></table>`;
