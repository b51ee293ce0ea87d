/**
 * POST /shapejs/v1 (spec: Endpoints > Customized products): a new model of the caller's own from the product
 * with this SPIN, with text or a picture on it. Without parameters it is a plain copy.
 */

import { z } from 'zod';
import { longestCustomText } from '../../src-shared/api/customised.ts';
import { success } from '../../src-shared/api/envelope.ts';
import { id, text } from '../../src-shared/api/wire.ts';
import { callerOf, type RegisterRoutes } from '../context.ts';
import { firstUnknown } from '../customise/stroke-font.ts';
import { badField, Fault, missingField } from '../fault.ts';
import { readFields } from '../http/fields.ts';
import { modelSuggestions } from '../http/suggestions.ts';
import { decodeBase64 } from '../measure/base64-decoder.ts';
import { described } from '../openapi/description.ts';
import { measuredOf, scaleOf } from '../store/models.ts';
import { latestFile } from './models.ts';

const paramsSchema = z.object({
  text: text.nullish(),
  picture: z.string().nullish(),
  pictureName: text.nullish(),
});
const customSchema = z.object({
  spin: text.pipe(z.string().trim().min(1).max(100)),
  customParams: paramsSchema.nullish(),
  /** Some clients send this name (compatibility: Values). */
  customParam: paramsSchema.nullish(),
});

export const registerCustomised: RegisterRoutes = (app, context) => {
  const { config } = described('Make a customised product', success({ spin: text, modelId: id }), {
    body: customSchema.omit({ customParam: true }),
  });
  app.post('/shapejs/v1', { config: { ...config, bodyBytes: 24 * 1024 * 1024 } }, async (request) => {
    const { accountId } = callerOf(request);
    const fields = readFields(customSchema, request.body ?? {});
    const params = fields.customParams ?? fields.customParam ?? {};
    const customisation = { text: readText(params.text ?? ''), picture: readPicture(params) };
    const base = await context.models.findBySpin(fields.spin);
    const seen = base && (base.account_id === accountId || base.is_public === 1);
    if (!seen) throw badField('spin', `names product ${fields.spin}, which does not exist.`);
    const file = await latestFile(context, base);
    await context.models.waitMeasured(base.model_id, file.version, context.measureWaitMs);
    const measured = measuredOf(await latestFile(context, base));
    if (measured.state !== 'measured') {
      const { spin } = fields;
      const isProcessing = measured.state === 'processing';
      throw new Fault(
        400,
        'base',
        isProcessing ? unmeasuredBase(spin) : `The product ${spin} is unreadable.`,
      );
    }
    const scale = scaleOf(file, measured.file);
    const target = context.uploads.incomingPath();
    const made = await context.uploads.files.withPath(file.sha256, (path) =>
      context.measurer.customise({ ...customisation, path, fileName: file.file_name, scale, target }),
    );
    if ('error' in made) throw new Fault(400, made.error.code, made.error.message);
    const { model } = await context.models.create(
      accountId,
      { ...made, path: target },
      { fileName: `${base.title.replaceAll(/[\\/\p{Cc}]/gu, ' ').slice(0, 100)}.stl`, uploadScale: scale },
      { title: base.title, description: base.description },
    );
    await context.models.waitMeasured(model.model_id, 0, context.measureWaitMs);
    return {
      result: 'success',
      spin: model.spin,
      modelId: model.model_id,
      nextActionSuggestions: modelSuggestions(context.baseUrl(), model.model_id, 0),
    };
  });
};

/** Clients know this sentence, and send the same again (`src-shared/api/known-reasons.ts`). */
export const unmeasuredBase = (spin: string): string =>
  `The product ${spin} is still being measured. Try again soon.`;

function readText(sent: string): string | null {
  if (sent.trim() === '') return null;
  if (sent.length > longestCustomText)
    throw badField('customParams.text', `is longer than ${longestCustomText} characters.`);
  const unknown = firstUnknown(sent);
  if (unknown !== null)
    throw badField(
      'customParams.text',
      `has the character "${unknown}" (${codePointsOf(unknown)}), which cannot be drawn. ` +
        'Latin letters, digits and usual signs can.',
    );
  return sent;
}

/** Names what may be invisible. */
const codePointsOf = (text: string): string =>
  [...text].map((part) => `U+${part.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`).join(' ');

function readPicture(params: z.infer<typeof paramsSchema>): Uint8Array | null {
  if (!params.picture) return null;
  if (!params.pictureName) throw missingField('customParams.pictureName');
  const picture = decodeBase64(Buffer.from(params.picture, 'latin1'));
  if (picture === null)
    throw badField('customParams.picture', 'is not valid base64. Encode the whole picture as base64.');
  return picture;
}
