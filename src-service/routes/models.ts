/** Models: create, list, read, info, update, delete (spec: Endpoints > Models). Versions: `model-files.ts` */

import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  deletedModelSchema,
  modelFieldsSchema,
  modelInfoSchema,
  modelListSchema,
  modelSchema,
  modelsPerPage,
  uploadedModelSchema,
  uploadFieldsSchema,
} from '../../src-shared/api/models.ts';
import { callerOf, type RegisterRoutes, type ServiceContext } from '../context.ts';
import { missingField, notFound } from '../fault.ts';
import { readFields } from '../http/fields.ts';
import { modelSuggestions, suggest } from '../http/suggestions.ts';
import { described } from '../openapi/description.ts';
import { type ModelFileRow, type ModelRow, measuredOf } from '../store/models.ts';
import type { StoredUpload } from '../store/uploads.ts';
import { sendWithFileData } from './file-data.ts';
import {
  changeOf,
  findOwnModel,
  findVisibleModel,
  readFileName,
  requireConsent,
  titleFromFileName,
  withOldNames,
} from './model-rules.ts';
import { addModelPhoto, viewFile, viewModel } from './model-view.ts';

/** The file in the descriptions of upload routes. */
export const encodedFile = { file: z.string().describe('The file as base64') };

type ById = { Params: { modelId: string }; Querystring: Record<string, unknown> };

/** The file in the body. @throws Fault 400 if there is none */
export function uploadOf(request: FastifyRequest): StoredUpload {
  if (!request.upload || request.upload.length === 0) throw missingField('file');
  return request.upload;
}

export async function latestFile(context: ServiceContext, model: ModelRow): Promise<ModelFileRow> {
  const file = await context.models.findFile(model.model_id, model.latest_version);
  if (!file) throw new Error(`Model ${model.model_id} has no file.`);
  return file;
}

export const registerModels: RegisterRoutes = (app, context) => {
  const { models, baseUrl } = context;

  const upload = {
    summary: 'Upload a model',
    body: uploadFieldsSchema.extend(encodedFile),
    answer: uploadedModelSchema,
  };
  app.post('/models/v1', { config: { body: 'upload', describes: upload } }, async (request) => {
    const sent = readFields(uploadFieldsSchema, withOldNames(request.body));
    const upload = uploadOf(request);
    requireConsent(sent);
    const fileName = readFileName(sent.fileName);
    // An empty title counts as missing (spec: Resources > Model).
    const title = sent.title?.trim() || titleFromFileName(fileName);
    const fields = { ...sent, title };
    const change = changeOf(fields, null, { state: 'processing' });
    const made = await models.create(
      callerOf(request).accountId,
      upload,
      { fileName, uploadScale: fields.uploadScale ?? null },
      { ...change, title },
    );
    await models.waitMeasured(made.model.model_id, 0, context.measureWaitMs);
    const file = await latestFile(context, made.model);
    const view = viewModel(made.model, file, { baseUrl: baseUrl(), extended: false, owned: true });
    return {
      result: 'success',
      ...view,
      ...viewFile(file),
      materials: { ...view.materials, addModelPhoto: addModelPhoto(baseUrl(), view.modelId) },
      nextActionSuggestions: modelSuggestions(baseUrl(), view.modelId, view.modelVersion),
    };
  });

  app.get<{ Querystring: Record<string, unknown> }>(
    '/models/v1',
    described('The models of the account, 36 on a page', modelListSchema, { query: ['page'] }),
    async (request) => {
      const asked = Number(request.query['page']);
      const page = Number.isInteger(asked) && asked > 0 && asked < 1e9 ? asked : 1;
      const before = await context.staleBefore(request);
      const rows = await models.list(callerOf(request).accountId, page, modelsPerPage, before);
      return {
        result: 'success',
        models: rows.map((row) => ({
          modelId: row.model_id,
          modelVersion: row.latest_version,
          title: row.title,
        })),
        nextActionSuggestions: { uploadModel: suggest(baseUrl(), 'POST', '/models/v1') },
      };
    },
  );

  const show = async (request: FastifyRequest<ById>) => {
    const { model, access } = await findVisibleModel(
      context,
      callerOf(request),
      request.params.modelId,
      request.query['key'],
    );
    const file = await latestFile(context, model);
    const owned = access === 'owner';
    const answer = {
      result: 'success',
      ...viewModel(model, file, { baseUrl: baseUrl(), extended: true, owned }),
      nextActionSuggestions: owned ? modelSuggestions(baseUrl(), model.model_id, file.version) : {},
    };
    return { model, file, owned, answer };
  };
  app.get<ById>(
    '/models/:modelId/v1',
    described('A model with its file', modelSchema, { query: ['key'] }),
    async (request, reply) => {
      const { model, file, owned, answer: info } = await show(request);
      const answer = { ...info, ...viewFile(file) };
      // Others get the data only if the model may be downloaded [Assumption: download-flag].
      if (!owned && model.is_downloadable === 0) return { ...answer, fileData: null };
      return sendWithFileData(reply, answer, context.uploads.files, file.sha256);
    },
  );

  app.get<ById>(
    '/models/:modelId/info/v1',
    described('A model without its file', modelInfoSchema, { query: ['key'] }),
    async (request) => (await show(request)).answer,
  );

  const updateInfo = async (request: FastifyRequest<ById>) => {
    const found = await findOwnModel(context, callerOf(request), request.params.modelId);
    const fields = readFields(modelFieldsSchema, request.body ?? {});
    const changed = await models.update(found.model_id, found.account_id, (now, file) =>
      changeOf(fields, now, measuredOf(file)),
    );
    if (!changed) throw notFound('Model', found.model_id);
    const { model, file } = changed;
    return {
      result: 'success',
      ...viewModel(model, file, { baseUrl: baseUrl(), extended: false, owned: true }),
      nextActionSuggestions: modelSuggestions(baseUrl(), model.model_id, file.version),
    };
  };
  app.put<ById>(
    '/models/:modelId/info/v1',
    described('Change a model', modelInfoSchema, { body: modelFieldsSchema }),
    updateInfo,
  );
  // Spellings of old clients (compatibility: Paths).
  app.put<ById>('/models/:modelId/v1', updateInfo);
  app.post<ById>('/models/:modelId/info/v1', updateInfo);

  app.delete<ById>(
    '/models/:modelId/v1',
    described('Delete a model', deletedModelSchema),
    async (request) => {
      const model = await findOwnModel(context, callerOf(request), request.params.modelId);
      if (!(await models.remove(model.model_id, model.account_id))) throw notFound('Model', model.model_id);
      return {
        result: 'success',
        modelId: model.model_id,
        nextActionSuggestions: { uploadModel: suggest(baseUrl(), 'POST', '/models/v1') },
      };
    },
  );
};
