/**
 * The four operations of the SOAP interface (spec: Endpoints > Legacy SOAP interface; compatibility: SOAP).
 */
import { Buffer } from 'node:buffer';
import { type SoapParts, typed } from '../../src-shared/soap/message.ts';
import {
  type CatalogueMaterial,
  type CataloguePrinter,
  materials,
  printers,
} from '../catalogue/catalogue.ts';
import type { ServiceContext } from '../context.ts';
import { Fault } from '../fault.ts';
import { signInSlowly } from '../http/sign-in-throttle.ts';
import { decodeBase64 } from '../measure/base64-decoder.ts';
import { centsInMaterial, currency, dollars } from '../pricing/price-in-material.ts';
import { readFileName, titleFromFileName } from '../routes/model-rules.ts';
import { array, soapAnswer, struct } from './envelope.ts';
import * as types from './types.ts';

type Operation = (context: ServiceContext, parts: SoapParts) => Promise<string>;

const needSession = async (context: ServiceContext, parts: SoapParts): Promise<number> => {
  const session = parts.text('session_id');
  const account = session === null ? null : await context.accounts.accountOfSoap(session);
  if (!account)
    throw new Fault(401, 'session', 'The session id is unknown or has expired. Call login again.');
  if (!(await context.limiter.take(`soap:${account.accountId}`))) {
    const { retryInSeconds } = context.limiter.state(`soap:${account.accountId}`);
    throw new Fault(429, 'rate-limit', `Too many calls. Call again in ${retryInSeconds} seconds.`);
  }
  return account.accountId;
};

const login: Operation = async (context, parts) => {
  const username = parts.text('username')?.toLowerCase() ?? '';
  const account = await signInSlowly(context.signIns, username, () =>
    context.accounts.signIn(username, parts.text('password') ?? ''),
  );
  if (account === 'too-many') throw new Fault(429, 'login', 'Too many attempts. Wait ten minutes.');
  if (!account) throw new Fault(401, 'login', 'The user name or the password is wrong.');
  const session = await context.accounts.openSoapSession(account.accountId);
  return soapAnswer('login', typed('loginReturn', 'xsd:string', session));
};

const getPrinters: Operation = async (context, parts) => {
  await needSession(context, parts);
  const items = [...printers.values()].map(writePrinter);
  return soapAnswer('getPrinters', array('getPrintersReturn', 'PrinterArray', 'Printer', items));
};

function writePrinter(printer: CataloguePrinter): string {
  const own = [...materials.values()].filter((material) => material.printerId === printer.printerId);
  return struct('item', 'Printer', types.printer, {
    title: printer.title,
    // The space that it prints in, cm³.
    volume: Number((printer.xBoundMax * printer.yBoundMax * printer.zBoundMax).toPrecision(7)),
    wallthickness: printer.minimumWallCm,
    technology: printer.technology,
    x_bound_max: printer.xBoundMax,
    x_bound_min: printer.xBoundMin,
    y_bound_max: printer.yBoundMax,
    y_bound_min: printer.yBoundMin,
    z_bound_max: printer.zBoundMax,
    z_bound_min: printer.zBoundMin,
    materials: own.map(writeMaterial),
  });
}

/** How a material reflects light, for clients that draw it: shininess 0 to 128, the rest 0 to 1. */
const reflections: Readonly<
  Record<CatalogueMaterial['finish'], readonly [shine: number, opacity: number, index: number]>
> = {
  matte: [4, 1, 1.5],
  satin: [24, 1, 1.5],
  gloss: [96, 1, 1.5],
  metal: [112, 1, 2.5],
  brushed: [48, 1, 2.5],
  frosted: [12, 0.7, 1.49],
  clear: [80, 0.3, 1.49],
  colour: [4, 1, 1.5],
};

function writeMaterial(material: CatalogueMaterial): string {
  const [shine, opacity, index] = reflections[material.finish];
  const startup =
    'tiers' in material.formula ? (material.formula.tiers[0]?.startup ?? 0) : material.formula.startup;
  return struct('item', 'Material', types.material, {
    id: material.materialId,
    title: material.title,
    description: material.description,
    base_color: material.color,
    specular_color: shine >= 48 ? '#ffffff' : material.color,
    shineness: shine,
    opacity,
    translucency: Number((1 - opacity).toFixed(2)),
    refractive_index: index,
    startup_cost: startup,
  });
}

/** m³. Nothing printable is larger: such numbers come from clients that send cm³. */
const largestVolume = 1;

/**
 * Only the volume is given, so the part is priced as a cube [Assumption: soap-price]. `modelVolume` is in m³,
 * or in cm³ if the operator serves clients that send it so [Assumption: soap-volume].
 */
const getModelPrice: Operation = async (context, parts) => {
  await needSession(context, parts);
  const sent = parts.number('modelVolume');
  const materialId = parts.number('materialId');
  const volume = sent === null ? null : context.soapVolume === 'cm3' ? sent * 1e-6 : sent;
  if (volume === null || volume < 0 || volume > largestVolume) {
    const unit = context.soapVolume === 'cm3' ? 'centimetres' : 'metres (1 cubic centimetre is 0.000001)';
    throw new Fault(
      400,
      'volume',
      `modelVolume must be the volume in cubic ${unit}, at most one cubic metre.`,
    );
  }
  const material = materials.get(materialId ?? -1);
  if (!material) throw new Fault(404, 'material', `Material ${materialId ?? ''} does not exist.`);
  const side = Math.cbrt(volume);
  const cents = centsInMaterial(material, {
    volume,
    area: 6 * side * side,
    size: [side, side, side],
  });
  return soapAnswer(
    'getModelPrice',
    struct('SvcModelPriceReturn', 'SvcModelPrice', types.modelPrice, {
      price: dollars(cents),
      includes_tax: false,
      includes_shipping: false,
      currency,
    }),
  );
};

/** Answers the model id, or `failed` for a refusal (compatibility: SOAP) [Assumption: soap-submit-answer]. */
const submitModel: Operation = async (context, parts) => {
  const accountId = await needSession(context, parts);
  const model = parts.struct('model');
  const modelId = model === null ? null : await saveModel(context, accountId, model);
  return soapAnswer('submitModel', typed('response', 'xsd:string', modelId ?? 'failed'));
};

/**
 * `file_uri` is never fetched: the service calls no address that a client names. `template_id`,
 * `availability` and `has_color` have no effect, since the spec does not say what they mean
 * [Assumption: soap-fields].
 */
async function saveModel(
  context: ServiceContext,
  accountId: number,
  model: SoapParts,
): Promise<number | null> {
  const bytes = decodeFile(model.text('file') ?? '');
  const fileName = nameOf(model);
  const scale = model.number('scale') ?? 1;
  if (bytes === null || bytes.length === 0 || fileName === null || scale <= 0) return null;
  if (bytes.length > context.maxUploadBytes) return null;
  const viewState = model.text('view_state');
  const markup = model.number('markup') ?? 0;
  const only = model
    .list('materials')
    .map(Number)
    .filter((id) => materials.has(id));
  const markupCents = markup > 0 && markup <= 1_000_000 ? Math.round(markup * 100) : 0;
  const settings = Object.fromEntries(
    [...materials.keys()].map((id) => [
      id,
      { markupCents, isActive: only.length === 0 || only.includes(id) },
    ]),
  );
  const fields = {
    title: (model.text('title') ?? titleFromFileName(fileName)).slice(0, 200),
    description: (model.text('desc') ?? '').slice(0, 20_000),
    tags: (model.text('tags') ?? '')
      .slice(0, 20_000)
      .split(',')
      .map((tag) => tag.trim().slice(0, 100))
      .filter(Boolean)
      .slice(0, 100),
    // [Assumption: soap-view-state] 0 view only, 1 for sale, 2 hidden; without it the model is hidden, as in
    // the JSON interface.
    isPublic: viewState === '0' || viewState === '1',
    isForSale: viewState === '1',
    materials: settings,
  };
  // Received only now: whatever is wrong with the message has been found, so that nothing of the file is left
  // over.
  const sink = context.uploads.receive(context.maxUploadBytes, 'raw');
  sink.write(bytes);
  const made = await context.models.create(
    accountId,
    await sink.end(),
    { fileName, uploadScale: scale },
    fields,
  );
  return made.model.model_id;
}

/** `filename` may be a path or lack its extension, which `modeltype` gives; VRML files end in wrl. */
function nameOf(model: SoapParts): string | null {
  const sent = model.text('filename') ?? model.text('title') ?? 'model';
  const type = (model.text('modeltype') ?? '').toLowerCase();
  for (const name of [sent, `${sent}.${type === 'vrml' ? 'wrl' : type}`]) {
    try {
      return readFileName(name);
    } catch {
      // The extension of the type is tried next.
    }
  }
  return null;
}

/** Decodes base64, applied once or twice. Null if it is neither. */
function decodeFile(text: string): Buffer | null {
  const once = decodeBase64(Buffer.from(text, 'latin1'));
  if (once === null) return null;
  const mayBeEncodedTwice =
    once.length >= 16 &&
    /^[A-Za-z0-9+/\r\n]+={0,2}$/.test(once.toString('latin1', 0, 4096).trimEnd()) &&
    /^[A-Za-z0-9+/=\s]*$/.test(once.toString('latin1'));
  return mayBeEncodedTwice ? (decodeBase64(once) ?? once) : once;
}

export const operations: Readonly<Record<string, Operation>> = {
  login,
  getPrinters,
  submitModel,
  getModelPrice,
};
