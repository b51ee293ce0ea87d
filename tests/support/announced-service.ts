/** Calls a print service that runs in a separate process, by the facts that its `--json` line announced. */

export type ServiceFacts = Readonly<
  Record<'base_url' | 'client_id' | 'client_secret' | 'payment_verification_id', string>
>;

/** Gets a token and returns a function that calls with it, JSON in and out. */
export async function signIn(facts: ServiceFacts) {
  const answer = await fetch(`${facts.base_url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: facts.client_id,
      client_secret: facts.client_secret,
    }),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  return async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${facts.base_url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${access_token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: answers are asserted field by field
    return (await response.json()) as any;
  };
}
