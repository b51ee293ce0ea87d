/** Signing in and allowing: the endpoints of OAuth 2.0 and 1.0, the pages, and the forms on them. */
import type { Random } from '../../simulation/random.ts';
import type { Pairs } from '../http-message.ts';
import { request, type Scope, ServiceTarget, signRequest, type Template } from './service-target.ts';

const callback = 'http://127.0.0.1:49152/callback';
type Fields = (random: Random, scope: Scope) => Pairs;

const get = (
  path: (random: Random, scope: Scope) => string,
  query: Fields = () => [],
  weight = 1.5,
): Template => ({
  weight,
  build: (random, scope) => request('GET', path(random, scope), { query: query(random, scope) }),
});
const post = (
  path: (random: Random, scope: Scope) => string,
  fields: Fields,
  weight = 1.5,
  learn?: Template['learn'],
): Template => ({
  weight,
  build: (random, scope) =>
    request('POST', path(random, scope), { body: { kind: 'form', pairs: fields(random, scope) } }),
  ...(learn && { learn }),
});

const asked = (_random: Random, { me }: Scope): Pairs => [
  ['response_type', 'code'],
  ['client_id', me.clientId],
  ['redirect_uri', callback],
  ['state', 'a state'],
];
const client = ({ me }: Scope): Pairs => [
  ['client_id', me.clientId],
  ['client_secret', me.clientSecret],
];

/** Signed, and then changed, or not. */
const signed = (method: string, path: string, isAccess: boolean): Template => ({
  weight: 1,
  build: (random, scope) => {
    const [token, tokenSecret] = scope.text('request token', random).split(' ');
    const { host } = new URL(scope.service.baseUrl);
    return signRequest(request(method, path), host, {
      consumer: scope.me.clientId,
      consumerSecret: scope.me.clientSecret,
      nonce: String(random.next()),
      ...(isAccess
        ? {
            token: token ?? '',
            tokenSecret: tokenSecret ?? '',
            others: { oauth_verifier: scope.text('verifier', random) },
          }
        : { others: { oauth_callback: random.pick(['oob', callback]) } }),
    });
  },
  learn: ({ text }, scope) => {
    const answer = new URLSearchParams(text);
    const kind = isAccess ? 'oauth1 access' : 'request token';
    scope.learn(kind, `${answer.get('oauth_token')} ${answer.get('oauth_token_secret')}`);
  },
});
const requestToken = (random: Random, scope: Scope): string =>
  scope.text('request token', random).split(' ')[0] ?? '';

const templates: Readonly<Record<string, Template>> = {
  'GET /sign-in': get(
    () => '/sign-in',
    () => [['next', '/developer']],
  ),
  'GET /sign-up': get(
    () => '/sign-up',
    () => [['next', '/oauth2/authorize?a=b']],
  ),
  // Those with a password take a scrypt each.
  'POST /sign-in': post(
    () => '/sign-in',
    (random, { me }) => [
      ['username', me.username],
      ['password', random.chance(0.7) ? me.password : 'wrong'],
      ['next', '/developer'],
    ],
    0.3,
  ),
  'POST /sign-up': post(
    () => '/sign-up',
    (random) => [
      ['username', `fuzz${random.int(0, 1e6)}`],
      ['password', 'a long password'],
      ['next', '/'],
    ],
    0.2,
  ),
  'POST /sign-out': post(
    () => '/sign-out',
    () => [['csrf', 'not of this session']],
    0.5,
  ),
  'GET /developer': get(() => '/developer', undefined, 0.7),
  'POST /developer': post(
    () => '/developer',
    (random, { me }) => [
      ['csrf', me.csrf],
      ['name', 'Another'],
      ['redirectUris', random.pick(['oob', callback, 'https://a.invalid/x oob'])],
      ['metadata', '1'],
    ],
    0.2,
  ),
  'POST /developer/metadata': post(
    () => '/developer/metadata',
    (random, { me }) => [
      ['csrf', me.csrf],
      ['clientId', me.clientId],
      ['metadata', random.pick(['0', '1'])],
    ],
  ),
  'GET /oauth2/authorize': get(() => '/oauth2/authorize', asked, 2),
  'POST /oauth2/authorize': post(
    () => '/oauth2/authorize',
    (random, scope) => [
      ...asked(random, scope),
      ['csrf', scope.me.csrf],
      ['decision', random.chance(0.9) ? 'allow' : 'deny'],
    ],
    3,
    ({ headers }, scope) => scope.learn('code', /[?&]code=([^&]+)/.exec(headers.get('location') ?? '')?.[1]),
  ),
  'POST /oauth2/token code': post(
    () => '/oauth2/token',
    (random, scope) => [
      ['grant_type', 'authorization_code'],
      ['code', scope.text('code', random)],
      ['redirect_uri', callback],
      ...client(scope),
    ],
    4,
  ),
  'POST /oauth2/token refresh': post(
    () => '/oauth2/token',
    (random, scope) => [
      ['grant_type', 'refresh_token'],
      ['refresh_token', scope.text('refresh', random)],
      ...client(scope),
    ],
    4,
  ),
  'POST /oauth2/token client': post(
    () => '/oauth2/token',
    (_random, scope) => [['grant_type', 'client_credentials'], ...client(scope)],
    1,
  ),
  'GET /api/v1/ with what was given': {
    weight: 3,
    build: (random, scope) =>
      request('GET', '/api/v1/', { headers: [['Authorization', `Bearer ${scope.text('access', random)}`]] }),
  },
  'GET /oauth1/request_token/v1': signed('GET', '/oauth1/request_token/v1', false),
  'POST /oauth1/request_token/v1': signed('POST', '/oauth1/request_token/v1', false),
  'GET /oauth1/access_token/v1': signed('GET', '/oauth1/access_token/v1', true),
  'POST /oauth1/access_token/v1': signed('POST', '/oauth1/access_token/v1', true),
  'GET /oauth1/authorize': get(
    () => '/oauth1/authorize',
    (random, scope) => [['oauth_token', requestToken(random, scope)]],
  ),
  'GET /login': get(
    () => '/login',
    (random, scope) => [['oauth_token', requestToken(random, scope)]],
    0.5,
  ),
  'POST /oauth1/authorize': post(
    () => '/oauth1/authorize',
    (random, scope) => [
      ['oauth_token', requestToken(random, scope)],
      ['csrf', scope.me.csrf],
      ['decision', random.chance(0.9) ? 'allow' : 'deny'],
    ],
    2,
    ({ headers, text }, scope) =>
      scope.learn(
        'verifier',
        /oauth_verifier=([^&]+)/.exec(headers.get('location') ?? '')?.[1] ??
          /id="code">([^<]+)</.exec(text)?.[1],
      ),
  ),
  'GET /model/:modelId': get(
    (random, scope) => `/model/${scope.model(random).id}`,
    (random, scope) => (random.chance(0.5) ? [['key', scope.model(random).secretKey]] : []),
    2,
  ),
  'GET /model/:modelId/edit': get((random, scope) => `/model/${scope.model(random).id}/edit`),
  'POST /model/:modelId/edit': post(
    (random, scope) => `/model/${scope.model(random).id}/edit`,
    (_random, { me }) => [
      ['csrf', me.csrf],
      ['title', 'Changed'],
      ['description', 'here'],
    ],
  ),
  'GET /model/claim/:modelId': get(
    (_random, { me }) => `/model/claim/${me.models[1]?.id}`,
    (_random, { me }) => [['key', me.models[1]?.claimKey ?? '']],
  ),
  'POST /model/claim/:modelId': post(
    (random, scope) => `/model/claim/${scope.model(random).id}`,
    (random, scope) => [
      ['csrf', scope.me.csrf],
      ['key', scope.model(random).claimKey],
    ],
  ),
  'GET /checkout/receipt': get(
    () => '/checkout/receipt',
    (random, scope) => [['orderId', String(scope.order(random).id)]],
  ),
  'GET /tracking/:number': get(
    (random) => `/tracking/FD${String(random.int(0, 9)).padStart(15, '0')}`,
    undefined,
    0.7,
  ),
  'GET /photos/:photoId': get(
    (random, scope) => `/photos/${scope.photo(random)}`,
    (random, scope) => (random.chance(0.5) ? [['key', scope.model(random).secretKey]] : []),
  ),
  'GET /swatches/:file': get((random) => `/swatches/${random.pick(['6', '25', '62'])}.svg`, undefined, 0.7),
};

export const oauthTarget = (): ServiceTarget =>
  new ServiceTarget({
    name: 'oauth',
    templates,
    actors: { cookie: 80, nobody: 12, token: 8 },
    openings: [
      { template: 'POST /oauth2/authorize', actor: 'cookie' },
      { template: 'POST /oauth2/token code', actor: 'nobody' },
      { template: 'GET /oauth1/request_token/v1', actor: 'nobody' },
      { template: 'POST /oauth1/authorize', actor: 'cookie' },
    ],
  });
