/**
 * Models and their files in the database. Called by the model, photo, cart and order routes; knows no HTTP. A
 * file is removed only when no model version, photo or order refers to it.
 */
import { defined } from '../../src-shared/defined.ts';
import { metresPerUnit } from '../../src-shared/units/units.ts';
import type { FileGeometry } from '../measure/measured-file.ts';
import type { PartMeasures } from '../pricing/price-in-material.ts';
import { type Store, writing } from './dialect.ts';
import { type MaterialSetting, readMaterialSettings, readMeasuredFile } from './json-columns.ts';
import type { Measuring } from './measuring.ts';
import { Prepared } from './prepared.ts';
import type { Row } from './schema.ts';
import { randomHex, randomToken } from './secrets.ts';
import type { StoredUpload, Uploads } from './uploads.ts';

export type ModelRow = Row<'model'>;
export type ModelFileRow = Row<'model_file'>;

/** A SPIN is the sum of this and the model's id. */
const spinBase = 100_000_000;

export interface ModelChange {
  readonly title?: string;
  readonly description?: string;
  readonly isPublic?: boolean;
  readonly isClaimable?: boolean;
  readonly isForSale?: boolean;
  readonly isDownloadable?: boolean;
  readonly tags?: readonly string[];
  readonly materials?: Readonly<Record<string, MaterialSetting>>;
  readonly categories?: readonly number[];
  readonly defaultMaterialId?: number;
}

export interface NewFile {
  readonly fileName: string;
  readonly uploadScale: number | null;
}

/** The measures of a model version: known, not known yet, or why there are none. */
export type Measured =
  | { readonly state: 'processing' }
  | { readonly state: 'unreadable'; readonly reason: string }
  | { readonly state: 'measured'; readonly file: FileGeometry; readonly part: PartMeasures };

const findModel = new Prepared<ModelRow>((db) =>
  db.selectFrom('model').selectAll().where('model_id', '=', 0).where('deleted_at', 'is', null),
);
/** Reads the model in this transaction. Null: it was deleted, or it is not the account's own. */
export async function findOwn(tx: Store, modelId: number, accountId: number): Promise<ModelRow | null> {
  const model = (await findModel.run(tx, [modelId]))[0];
  return model?.account_id === accountId ? model : null;
}
const findModelFile = new Prepared<ModelFileRow>((db) =>
  db.selectFrom('model_file').selectAll().where('model_id', '=', 0).where('version', '=', 0),
);

export class Models {
  readonly #store: Store;
  readonly #uploads: Uploads;
  readonly #measuring: Measuring;
  readonly #clock: () => number;

  constructor(store: Store, uploads: Uploads, measuring: Measuring, clock: () => number) {
    this.#store = store;
    this.#uploads = uploads;
    this.#measuring = measuring;
    this.#clock = clock;
  }

  async create(
    accountId: number,
    upload: StoredUpload,
    file: NewFile,
    change: ModelChange & { readonly title: string },
  ): Promise<{ model: ModelRow; file: ModelFileRow }> {
    const made = await this.#uploads.keep(upload, () =>
      writing(this.#store, async (tx) => {
        const { model_id } = await tx
          .insertInto('model')
          .values({
            ...{ ...emptyModel(this.#clock()), ...columnsOf(change) },
            title: change.title,
            account_id: accountId,
            claim_key: change.isClaimable ? randomHex(32) : '',
          })
          .returning('model_id')
          .executeTakeFirstOrThrow();
        // The SPIN consists of digits, because carts show it as a whole number (spec: Resources > Cart item).
        const model = await tx
          .updateTable('model')
          .set({ spin: String(spinBase + model_id) })
          .where('model_id', '=', model_id)
          .returningAll()
          .executeTakeFirstOrThrow();
        const row = this.#fileRow(model.model_id, 0, upload, file);
        await tx.insertInto('model_file').values(row).execute();
        await this.#measuring.enqueue(tx, row, upload);
        return { model, file: row };
      }),
    );
    this.#measuring.begin(made.file, upload);
    return made;
  }

  /** Null if the model is no longer the account's own. */
  async addVersion(model: ModelRow, upload: StoredUpload, file: NewFile): Promise<ModelFileRow | null> {
    const row = await this.#uploads.keep(upload, () =>
      writing(this.#store, async (tx) => {
        const own = await findOwn(tx, model.model_id, model.account_id);
        if (!own) return null;
        const made = this.#fileRow(own.model_id, own.latest_version + 1, upload, file);
        await tx
          .updateTable('model')
          .set({ latest_version: made.version })
          .where('model_id', '=', own.model_id)
          .execute();
        await tx.insertInto('model_file').values(made).execute();
        await this.#measuring.enqueue(tx, made, upload);
        return made;
      }),
    );
    if (row) this.#measuring.begin(row, upload);
    else await this.#uploads.release([upload.sha256]);
    return row;
  }

  /** Resolves when the version is measured, or after `ms`. */
  waitMeasured(modelId: number, version: number, ms: number): Promise<void> {
    return this.#measuring.wait(modelId, version, ms);
  }

  /** A model that was not deleted, whoever owns it. */
  async find(modelId: number, db: Store = this.#store): Promise<ModelRow | undefined> {
    return (await findModel.run(db, [modelId]))[0];
  }

  /** The model with this SPIN, whoever owns it. */
  findBySpin(spin: string): Promise<ModelRow | undefined> {
    return this.#store
      .selectFrom('model')
      .selectAll()
      .where('spin', '=', spin)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
  }

  async findFile(
    modelId: number,
    version: number,
    db: Store = this.#store,
  ): Promise<ModelFileRow | undefined> {
    return (await findModelFile.run(db, [modelId, version]))[0];
  }

  /** Newest first. `before` (epoch ms) leaves out later ones. */
  list(accountId: number, page: number, pageSize: number, before: number | null): Promise<ModelRow[]> {
    return this.#store
      .selectFrom('model')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('deleted_at', 'is', null)
      .where('created_at', '<=', before ?? Number.MAX_SAFE_INTEGER)
      .orderBy('model_id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute();
  }

  /**
   * Changes a model of the account. `decide` runs in the transaction that writes, on the model and its latest
   * file as they are then, so that no other change, claim or removal can come between. Null if the model is
   * no longer the account's own. Rejects with what `decide` throws.
   */
  update(
    modelId: number,
    accountId: number,
    decide: (model: ModelRow, file: ModelFileRow) => ModelChange,
  ): Promise<{ model: ModelRow; file: ModelFileRow } | null> {
    return writing(this.#store, async (tx) => {
      const own = await findOwn(tx, modelId, accountId);
      const file = own && (await this.findFile(modelId, own.latest_version, tx));
      if (!own || !file) return null;
      const change = decide(own, file);
      const claimKey =
        change.isClaimable === undefined
          ? own.claim_key
          : change.isClaimable
            ? own.claim_key || randomHex(32)
            : '';
      const model = await tx
        .updateTable('model')
        .set({ ...columnsOf(change, own), claim_key: claimKey })
        .where('model_id', '=', modelId)
        .returningAll()
        .executeTakeFirstOrThrow();
      return { model, file };
    });
  }

  /** Moves a claimable model into another account, once. False if somebody else was faster. */
  async claim(model: ModelRow, accountId: number): Promise<boolean> {
    const row = await this.#store
      .updateTable('model')
      .set({ account_id: accountId, is_claimable: 0, claim_key: '', secret_key: randomHex(32) })
      .where('model_id', '=', model.model_id)
      .where('claim_key', '=', model.claim_key)
      .where('is_claimable', '=', 1)
      .where('deleted_at', 'is', null)
      .returning('model_id')
      .executeTakeFirst();
    return row !== undefined;
  }

  /** False if the model is no longer the account's own. */
  async remove(modelId: number, accountId: number): Promise<boolean> {
    const contents = await writing(this.#store, async (tx) => {
      if (!(await findOwn(tx, modelId, accountId))) return null;
      await tx
        .updateTable('model')
        .set({ deleted_at: this.#clock() })
        .where('model_id', '=', modelId)
        .execute();
      await tx.deleteFrom('cart_item').where('model_id', '=', modelId).execute();
      const files = await tx
        .selectFrom('model_file')
        .select('sha256')
        .where('model_id', '=', modelId)
        .execute();
      const photos = await tx.selectFrom('photo').select('sha256').where('model_id', '=', modelId).execute();
      return new Set([...files, ...photos].map(({ sha256 }) => sha256));
    });
    await this.#uploads.release(contents ?? []);
    return contents !== null;
  }

  #fileRow(modelId: number, version: number, upload: StoredUpload, file: NewFile): ModelFileRow {
    return {
      model_id: modelId,
      version,
      file_name: file.fileName,
      content_length: upload.length,
      md5: upload.md5,
      sha256: upload.sha256,
      upload_scale: file.uploadScale,
      geometry_json: null,
      measure_tries: 0,
      created_at: this.#clock(),
    };
  }
}

/**
 * Metres per file unit: the one that was sent, or else the file's own, or else metres. The spec's default of
 * 1 applies to formats that carry no unit [Assumption: upload-unit-of-file].
 */
export const scaleOf = (file: ModelFileRow, geometry: FileGeometry): number =>
  file.upload_scale ?? metresPerUnit[geometry.unit as keyof typeof metresPerUnit] ?? 1;

export function measuredOf(file: ModelFileRow): Measured {
  if (file.geometry_json === null) return { state: 'processing' };
  const result = readMeasuredFile(file.geometry_json);
  if ('error' in result) return { state: 'unreadable', reason: result.error.message };
  const scale = scaleOf(file, result);
  return {
    state: 'measured',
    file: result,
    part: {
      volume: result.volume * scale ** 3,
      area: result.area * scale ** 2,
      size: [result.size[0] * scale, result.size[1] * scale, result.size[2] * scale],
    },
  };
}

const emptyModel = (now: number) => ({
  description: '',
  is_public: 0,
  is_claimable: 0,
  is_for_sale: 0,
  is_downloadable: 0,
  tags_json: '[]',
  materials_json: '{}',
  categories_json: '[]',
  default_material_id: null,
  secret_key: randomHex(32),
  claim_key: '',
  /** Replaced once the model has an id. */
  spin: randomToken(20),
  latest_version: 0,
  created_at: now,
  deleted_at: null,
});

/** Only the columns that the change names. Material settings are merged with those of the model. */
function columnsOf(change: ModelChange, model?: ModelRow): Partial<ModelRow> {
  return defined({
    title: change.title,
    description: change.description,
    is_public: bitOf(change.isPublic),
    is_claimable: bitOf(change.isClaimable),
    is_for_sale: bitOf(change.isForSale),
    is_downloadable: bitOf(change.isDownloadable),
    tags_json: jsonOf(change.tags),
    categories_json: jsonOf(change.categories),
    default_material_id: change.defaultMaterialId,
    materials_json: jsonOf(change.materials && mergedSettings(change.materials, model)),
  });
}

const bitOf = (value: boolean | undefined) => (value === undefined ? undefined : value ? 1 : 0);
const jsonOf = (value: unknown): string | undefined => JSON.stringify(value);

function mergedSettings(change: NonNullable<ModelChange['materials']>, model?: ModelRow) {
  const merged = model ? readMaterialSettings(model.materials_json) : {};
  for (const [id, setting] of Object.entries(change)) {
    const { markupCents: _, priceCents: __, ...others } = merged[id] ?? {};
    const setsPrice = setting.markupCents !== undefined || setting.priceCents !== undefined;
    merged[id] = { ...(setsPrice ? others : merged[id]), ...setting };
  }
  return merged;
}
