/** POST /models/<modelId>/photos/v1 (spec: Resources > Photo), and pictures for the model pages */

import { readFile } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { success } from '../../src-shared/api/envelope.ts';
import { id, integer, optionalText, text } from '../../src-shared/api/wire.ts';
import { callerOf, type RegisterRoutes } from '../context.ts';
import { badField, Fault, notFound } from '../fault.ts';
import type { ByteRange } from '../files/file-store.ts';
import { readFields, readId } from '../http/fields.ts';
import { modelSuggestions } from '../http/suggestions.ts';
import { readImageSize } from '../images/image-size.ts';
import { sameSecret } from '../store/secrets.ts';
import { openContent } from './file-data.ts';
import { findOwnModel, materialNamed } from './model-rules.ts';
import { defaultMaterialIdOf } from './model-view.ts';
import { encodedFile, latestFile, uploadOf } from './models.ts';

const photoSchema = z.object({ title: optionalText, description: optionalText, materialId: id.nullish() });

const added = {
  summary: 'Add a photo: PNG, JPEG, WebP or GIF',
  body: photoSchema.extend(encodedFile),
  answer: success({
    contentLength: integer,
    fileMd5Checksum: text,
    modelId: id,
    title: text,
    description: text,
    width: integer,
    height: integer,
    materialId: id.nullable(),
    photoId: id,
    photoCount: integer,
  }),
};

/** Maximum bytes of a photo. */
const photoLimit = 16 * 1024 * 1024;
const mostPixels = 20_000;

export const registerPhotos: RegisterRoutes = (app, context) => {
  const addPhoto = async (request: FastifyRequest<{ Params: { modelId: string } }>) => {
    const model = await findOwnModel(context, callerOf(request), request.params.modelId);
    const fields = readFields(photoSchema, request.body);
    const upload = uploadOf(request);
    const materialId = fields.materialId ?? null;
    if (materialId !== null) materialNamed('materialId', materialId);
    const size = readImageSize(await readFile(upload.path));
    if (!size)
      throw badField('file', 'is no picture that can be read. Send a PNG, JPEG, WebP or GIF as base64.');
    if (size.width > mostPixels || size.height > mostPixels)
      throw badField('file', `measures more than ${mostPixels} pixels on one side.`);
    const stored = await context.photos.add(
      model.account_id,
      {
        model_id: model.model_id,
        material_id: materialId,
        title: fields.title.slice(0, 200),
        description: fields.description.slice(0, 20_000),
        width: size.width,
        height: size.height,
        media_type: size.mediaType,
      },
      upload,
    );
    if (!stored) throw notFound('Model', model.model_id);
    const { photo, count } = stored;
    return {
      result: 'success',
      contentLength: photo.content_length,
      fileMd5Checksum: photo.md5,
      modelId: photo.model_id,
      title: photo.title,
      description: photo.description,
      width: photo.width,
      height: photo.height,
      // [Assumption: photo-material]
      materialId: photo.material_id ?? defaultMaterialIdOf(model, await latestFile(context, model)),
      photoId: photo.photo_id,
      photoCount: count,
      nextActionSuggestions: modelSuggestions(context.baseUrl(), model.model_id, model.latest_version),
    };
  };
  const options = { config: { body: 'upload', bodyBytes: photoLimit } } as const;
  app.post<{ Params: { modelId: string } }>(
    '/models/:modelId/photos/v1',
    { config: { ...options.config, describes: added } },
    addPhoto,
  );
  // Old clients send photos here (compatibility: Paths).
  app.post<{ Params: { modelId: string } }>('/models/:modelId/v1', options, addPhoto);

  app.get<{ Params: { photoId: string }; Querystring: Record<string, unknown> }>(
    '/photos/:photoId',
    { config: { access: 'open' } },
    async (request, reply) => {
      const photoId = readId(request.params.photoId, 'Photo');
      const photo = await context.photos.find(photoId);
      const model = photo && (await context.models.find(photo.model_id));
      const key = request.query['key'];
      const seen =
        model && (model.is_public === 1 || (typeof key === 'string' && sameSecret(key, model.secret_key)));
      if (!photo || !seen) throw notFound('Photo', photoId);
      const range = readRange(request.headers.range, photo.content_length);
      const { stream } = await openContent(context.uploads.files, photo.sha256, range ?? undefined);
      const { first, last } = range ?? { first: 0, last: photo.content_length - 1 };
      return reply
        .status(range ? 206 : 200)
        .type(photo.media_type)
        .headers({
          'X-Content-Type-Options': 'nosniff',
          'Content-Security-Policy': "default-src 'none'",
          'Accept-Ranges': 'bytes',
          'Content-Length': last - first + 1,
          ...(range && { 'Content-Range': `bytes ${first}-${last}/${photo.content_length}` }),
        })
        .send(stream);
    },
  );
};

/** One range of bytes (RFC 9110 14.2); null: the whole file, also for unknown ranges. @throws Fault 416 */
function readRange(header: string | undefined, length: number): ByteRange | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  if (from !== '' && to !== '' && Number(from) > Number(to)) return null;
  const first = from === '' ? Math.max(0, length - Number(to)) : Number(from);
  if (first >= length)
    throw new Fault(416, 'range', `The file has ${length} bytes.`, {
      headers: { 'Content-Range': `bytes */${length}` },
    });
  return { first, last: from === '' || to === '' ? length - 1 : Math.min(Number(to), length - 1) };
}
