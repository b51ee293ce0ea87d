/**
 * Two people at a print service. Whatever the second one has carries a mark, so that an answer to somebody
 * else that shows anything of it is found by its text.
 */
import { randomBytes } from 'node:crypto';
import { frame } from '../../../src-shared/soap/message.ts';
import { usAddress } from '../../support/address.ts';
import { png } from '../../support/images.ts';
import { boxStl } from '../../support/models.ts';
import { orderBody } from '../../support/order.ts';
import type { StartedService } from '../service.child.ts';

export const canary = 'Canary7OfTheOtherAccount';

/** What the mark becomes in base64, wherever it begins. */
export const canaries: readonly string[] = [
  canary,
  ...[0, 1, 2].map((shift) =>
    Buffer.from(' '.repeat(shift) + canary)
      .toString('base64')
      .slice(shift === 0 ? 0 : 4, -6),
  ),
];

export interface KnownModel {
  readonly id: number;
  readonly spin: string;
  readonly secretKey: string;
  readonly claimKey: string;
}
export interface KnownOrder {
  readonly id: number;
  readonly products: readonly number[];
}

export interface Person {
  readonly username: string;
  readonly password: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly payment: string;
  readonly token: string;
  /** The whole Cookie header. */
  readonly cookie: string;
  /** The path before every page of the session. */
  readonly sessionPath: string;
  readonly csrf: string;
  readonly models: readonly KnownModel[];
  readonly orders: readonly KnownOrder[];
  readonly photos: readonly number[];
}

export interface People {
  readonly first: Person;
  readonly second: Person;
  /** A model of the second person without the mark: public, for sale. */
  readonly openModel: KnownModel;
  /** A login of the first person, for the SOAP interface. */
  readonly soapSession: string;
}

/** Not one that a template sends, which would come back in a page. */
const password = `other ${randomBytes(8).toString('hex')}`;
const attribute = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? '';

export async function makePeople(service: StartedService): Promise<People> {
  const { baseUrl, credentials, owner } = service;
  const post = (path: string, fields: Record<string, string>, cookie = '') =>
    fetch(`${baseUrl}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: cookie },
      body: new URLSearchParams(fields),
    });
  const enter = async (path: string, username: string, own: string) => {
    const answer = await post(path, { username, password: own });
    const [, cookie = '', sessionPath = ''] =
      /^([^;]+); Path=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '') ?? [];
    const developer = `${baseUrl}${sessionPath}/developer`;
    const page = await (await fetch(developer, { headers: { Cookie: cookie } })).text();
    return { cookie, sessionPath, csrf: attribute(page, 'csrf') };
  };
  const tokenOf = async (id: string, secret: string) => {
    const fields = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
    return ((await (await post('/oauth2/token', fields)).json()) as { access_token: string }).access_token;
  };
  const caller =
    (token: string) =>
    // biome-ignore lint/suspicious/noExplicitAny: answers of a service that is known to work here
    async (method: string, path: string, body: unknown): Promise<any> => {
      const answer = await fetch(`${baseUrl}${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      const value = await answer.json();
      if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
      return value;
    };
  const fill = async (call: ReturnType<typeof caller>, mark: string, payment: string) => {
    const sent = (others: object) => ({
      ...{ file: Buffer.from(boxStl(10, 10, 10, mark)).toString('base64'), fileName: `${mark}.stl` },
      ...{
        uploadScale: 0.001,
        hasRightsToModel: 1,
        acceptTermsAndConditions: 1,
        description: mark,
        ...others,
      },
    });
    const known = (answer: {
      modelId: number;
      spin: string;
      secretKey: string;
      claimKey: string;
    }): KnownModel => ({
      ...{ id: answer.modelId, spin: answer.spin, secretKey: answer.secretKey, claimKey: answer.claimKey },
    });
    const model = known(await call('POST', '/models/v1', sent({ title: mark, tags: [mark] })));
    const claimable = known(await call('POST', '/models/v1', sent({ title: `${mark} 2`, isClaimable: 1 })));
    const photo = await call('POST', `/models/${model.id}/photos/v1`, {
      file: png(3, 2).toString('base64'),
      title: mark,
    });
    const items = [{ modelId: model.id, materialId: 6, quantity: 2 }];
    const order = await call(
      'POST',
      '/orders/v1',
      orderBody(items, payment, { ...usAddress, lastName: mark }),
    );
    await call('POST', '/orders/cart/v1', { modelId: model.id, materialId: 6, quantity: 1 });
    return {
      models: [model, claimable],
      photos: [photo.photoId as number],
      orders: [{ id: order.orderId as number, products: order.productionOrderIds as number[] }],
    };
  };

  const [own, signedUp] = await Promise.all([
    enter('/sign-in', owner.username, owner.password),
    enter('/sign-up', `other-${randomBytes(4).toString('hex')}`, password),
  ]);
  const made = await (
    await post(
      `${signedUp.sessionPath}/developer`,
      { csrf: signedUp.csrf, name: 'Theirs', redirectUris: 'oob' },
      signedUp.cookie,
    )
  ).text();
  const [clientId = '', clientSecret = '', payment = ''] = [
    ...made.matchAll(/<code>([A-Za-z0-9]{20,60})<\/code>/g),
  ].map(([, code]) => code ?? '');
  const token = await tokenOf(credentials.client_id, credentials.client_secret);
  const otherToken = await tokenOf(clientId, clientSecret);
  const first = await fill(caller(token), 'plain', credentials.payment_verification_id);
  const second = await fill(caller(otherToken), canary, payment);
  const logIn = `<login><username>${owner.username}</username><password>${owner.password}</password></login>`;
  const loggedIn = await (
    await fetch(`${baseUrl}/soap/v1`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/xml' },
      body: frame(logIn),
    })
  ).text();
  const open = await caller(otherToken)('POST', '/models/v1', {
    ...{
      file: Buffer.from(boxStl(9, 9, 9, 'open')).toString('base64'),
      fileName: 'open.stl',
      uploadScale: 0.001,
    },
    ...{ hasRightsToModel: 1, acceptTermsAndConditions: 1, isPublic: 1, isForSale: 1, isDownloadable: 1 },
  });
  return {
    soapSession: /<loginReturn[^>]*>([^<]+)</.exec(loggedIn)?.[1] ?? '',
    first: {
      ...{ username: owner.username, password: owner.password, ...own, token, ...first },
      ...{ clientId: credentials.client_id, clientSecret: credentials.client_secret },
      payment: credentials.payment_verification_id,
    },
    second: {
      ...{
        username: 'other',
        password,
        clientId,
        clientSecret,
        payment,
        ...signedUp,
        token: otherToken,
        ...second,
      },
    },
    openModel: { id: open.modelId, spin: open.spin, secretKey: open.secretKey, claimKey: '' },
  };
}
