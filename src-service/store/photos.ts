/** Photos of models. Their contents are stored beside the model files. */
import { type Store, writing } from './dialect.ts';
import { findOwn } from './models.ts';
import type { Row } from './schema.ts';
import type { StoredUpload, Uploads } from './uploads.ts';

export type PhotoRow = Row<'photo'>;
export type NewPhoto = Omit<PhotoRow, 'photo_id' | 'content_length' | 'md5' | 'sha256' | 'created_at'>;

export class Photos {
  readonly #store: Store;
  readonly #uploads: Uploads;
  readonly #clock: () => number;

  constructor(store: Store, uploads: Uploads, clock: () => number) {
    this.#store = store;
    this.#uploads = uploads;
    this.#clock = clock;
  }

  /** @returns the photo and the number of photos now; null if the model is no longer the account's own */
  async add(
    accountId: number,
    photo: NewPhoto,
    upload: StoredUpload,
  ): Promise<{ photo: PhotoRow; count: number } | null> {
    const added = await this.#uploads.keep(upload, () =>
      writing(this.#store, async (tx) => {
        if (!(await findOwn(tx, photo.model_id, accountId))) return null;
        const row = await tx
          .insertInto('photo')
          .values({
            ...photo,
            content_length: upload.length,
            md5: upload.md5,
            sha256: upload.sha256,
            created_at: this.#clock(),
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        const { count } = await tx
          .selectFrom('photo')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('model_id', '=', photo.model_id)
          .executeTakeFirstOrThrow();
        return { photo: row, count: Number(count) };
      }),
    );
    if (!added) await this.#uploads.release([upload.sha256]);
    return added;
  }

  list(modelId: number): Promise<PhotoRow[]> {
    return this.#store
      .selectFrom('photo')
      .selectAll()
      .where('model_id', '=', modelId)
      .orderBy('photo_id')
      .execute();
  }

  find(photoId: number): Promise<PhotoRow | undefined> {
    return this.#store.selectFrom('photo').selectAll().where('photo_id', '=', photoId).executeTakeFirst();
  }
}
