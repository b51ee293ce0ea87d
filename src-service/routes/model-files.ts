/** Versions of a model's file (spec: Endpoints > POST /models/<modelId>/files/v1). */
import { z } from 'zod';
import { success } from '../../src-shared/api/envelope.ts';
import { uploadFieldsSchema } from '../../src-shared/api/models.ts';
import { id, integer, text } from '../../src-shared/api/wire.ts';
import { callerOf, type RegisterRoutes } from '../context.ts';
import { notFound } from '../fault.ts';
import { readFields, readId } from '../http/fields.ts';
import { modelSuggestions } from '../http/suggestions.ts';
import { described } from '../openapi/description.ts';
import { sendWithFileData } from './file-data.ts';
import { findOwnModel, findVisibleModel, readFileName, requireConsent, withOldNames } from './model-rules.ts';
import { viewFile } from './model-view.ts';
import { encodedFile, uploadOf } from './models.ts';

const fieldsSchema = uploadFieldsSchema.pick({
  fileName: true,
  uploadScale: true,
  hasRightsToModel: true,
  acceptTermsAndConditions: true,
});

const versionFields = {
  modelId: id,
  modelVersion: integer,
  title: text,
  fileName: text,
  contentLength: integer,
  fileMd5Checksum: text,
};

export const registerModelFiles: RegisterRoutes = (app, context) => {
  const { baseUrl } = context;
  const newVersion = {
    summary: 'Upload a new version of the file',
    body: fieldsSchema.extend(encodedFile),
    answer: success(versionFields),
  };

  app.post<{ Params: { modelId: string } }>(
    '/models/:modelId/files/v1',
    { config: { body: 'upload', describes: newVersion } },
    async (request) => {
      const model = await findOwnModel(context, callerOf(request), request.params.modelId);
      const fields = readFields(fieldsSchema, withOldNames(request.body));
      const upload = uploadOf(request);
      requireConsent(fields);
      const file = await context.models.addVersion(model, upload, {
        fileName: readFileName(fields.fileName),
        uploadScale: fields.uploadScale ?? null,
      });
      if (!file) throw notFound('Model', model.model_id);
      await context.models.waitMeasured(model.model_id, file.version, context.measureWaitMs);
      return {
        result: 'success',
        modelId: model.model_id,
        modelVersion: file.version,
        title: model.title,
        ...viewFile(file),
        nextActionSuggestions: modelSuggestions(baseUrl(), model.model_id, file.version),
      };
    },
  );

  app.get<{ Params: { modelId: string; fileVersion: string }; Querystring: Record<string, unknown> }>(
    '/models/:modelId/files/:fileVersion/v1',
    described(
      'A version of the file; file=1 includes its data',
      success({ ...versionFields, fileData: z.string().nullable() }),
      { query: ['file', 'key'] },
    ),
    async (request, reply) => {
      const { model, access } = await findVisibleModel(
        context,
        callerOf(request),
        request.params.modelId,
        request.query['key'],
      );
      const version = readId(request.params.fileVersion, 'File version');
      const file = await context.models.findFile(model.model_id, version);
      if (!file) throw notFound('File version', version);
      const answer = {
        result: 'success',
        modelId: model.model_id,
        modelVersion: file.version,
        title: model.title,
        ...viewFile(file),
        nextActionSuggestions:
          access === 'owner' ? modelSuggestions(baseUrl(), model.model_id, file.version) : {},
      };
      const wanted = /^(1|true|yes)$/i.test(String(request.query['file'] ?? ''));
      const allowed = access === 'owner' || model.is_downloadable === 1;
      // Without the data, the field is present and null, as in recorded answers.
      if (!wanted || !allowed) return { ...answer, fileData: null };
      return sendWithFileData(reply, answer, context.uploads.files, file.sha256);
    },
  );
};
