/** Models as answers show them (spec: Resources > Model; Resources > Model material entry). */
import { type CatalogueMaterial, categories, materials, restrictionsOf } from '../catalogue/catalogue.ts';
import { suggest } from '../http/suggestions.ts';
import { centsInMaterial, dollars, whyTooLargeOrSmall } from '../pricing/price-in-material.ts';
import {
  type MaterialSetting,
  readCategories,
  readMaterialSettings,
  readTags,
} from '../store/json-columns.ts';
import { type Measured, type ModelFileRow, type ModelRow, measuredOf } from '../store/models.ts';

/** Why a measured model cannot be printed in a material, as a sentence; null if it can. */
export function whyNotPrintable(material: CatalogueMaterial, measured: Measured): string | null {
  if (measured.state === 'processing')
    return 'The model is still being measured. Try again in a few seconds.';
  if (measured.state === 'unreadable') return measured.reason;
  const failing = measured.file.findings.find((finding) => finding.severity === 'fail');
  if (failing) return failing.message;
  if (!measured.file.watertight) return 'The model is not watertight.';
  if (measured.part.volume <= 0) return 'The model encloses no volume.';
  if (material.singleShell && measured.file.shells > 1) {
    return (
      `The model has ${measured.file.shells} separate parts, and ${material.title} is fired as one ` +
      'connected part.'
    );
  }
  return whyTooLargeOrSmall(material, measured.part.size);
}

/** `yes` if the model can be printed in at least one material [Assumption: printable-values]. */
function printableOf(measured: Measured): 'yes' | 'no' | 'processing' {
  if (measured.state === 'processing') return 'processing';
  return [...materials.values()].some((material) => whyNotPrintable(material, measured) === null)
    ? 'yes'
    : 'no';
}

/** The price of the model in a material in cents, without markup; 0 if it is not known (yet). */
export const basePriceCents = (material: CatalogueMaterial, measured: Measured): number =>
  measured.state === 'measured' ? centsInMaterial(material, measured.part) : 0;

/** A price that the owner set is never below the base price [Assumption: material-price]. */
const markupOf = (setting: MaterialSetting | undefined, base: number): number =>
  setting?.priceCents === undefined
    ? (setting?.markupCents ?? 0)
    : base > 0
      ? Math.max(0, setting.priceCents - base)
      : 0;

export function unitPriceCents(
  material: CatalogueMaterial,
  measured: Measured,
  setting: MaterialSetting | undefined,
): number {
  const base = basePriceCents(material, measured);
  return base > 0 ? base + markupOf(setting, base) : 0;
}

function materialEntries(model: ModelRow, measured: Measured, extended: boolean): Record<string, unknown> {
  const settings = readMaterialSettings(model.materials_json);
  const entry = (material: CatalogueMaterial): Record<string, unknown> => {
    const setting = settings[material.materialId];
    const plain = {
      id: material.materialId,
      materialId: material.materialId,
      markup: dollars(markupOf(setting, basePriceCents(material, measured))),
      isActive: setting?.isActive === false ? 0 : 1,
      price: dollars(unitPriceCents(material, measured, setting)),
    };
    if (!extended) return plain;
    const why = whyNotPrintable(material, measured);
    return {
      ...plain,
      name: material.title,
      basePrice: dollars(basePriceCents(material, measured)),
      isPrintable: why === null ? 1 : 0,
      // Later clients know these (compatibility: Answers).
      rejections:
        why === null || measured.state === 'processing'
          ? []
          : [{ reasonTitle: 'Not printable', comment: why, pictureUrl: '' }],
      restrictions: restrictionsOf(material) ?? {},
    };
  };
  return Object.fromEntries(
    [...materials.values()].map((material) => [material.materialId, entry(material)]),
  );
}

export interface ModelViewOptions {
  readonly baseUrl: string;
  /** Includes name, basePrice, isPrintable and restrictions. */
  readonly extended: boolean;
  /** Includes the keys, which only the owner sees. */
  readonly owned: boolean;
}

/** By address, as the interface says, and by name, as existing clients read them. */
const byNameAndAddress = (urls: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(urls).flatMap(([name, address]) => [
      [name, { address }],
      [address, { address }],
    ]),
  );

/** The fields in every answer about a model. */
export function viewModel(model: ModelRow, file: ModelFileRow, options: ModelViewOptions) {
  const measured = measuredOf(file);
  const { baseUrl, owned } = options;
  const page = `${baseUrl}/model/${model.model_id}`;
  return {
    modelId: model.model_id,
    modelVersion: file.version,
    title: model.title,
    description: model.description,
    isPublic: model.is_public,
    isClaimable: model.is_claimable,
    isForSale: model.is_for_sale,
    isDownloadable: model.is_downloadable,
    materials: materialEntries(model, measured, options.extended),
    secretKey: owned ? model.secret_key : '',
    claimKey: owned ? model.claim_key : '',
    defaultMaterialId: defaultMaterialIdOf(model, file),
    categories: Object.fromEntries(
      readCategories(model.categories_json).flatMap((categoryId) => {
        const category = categories.get(categoryId);
        return category ? [[categoryId, category]] : [];
      }),
    ),
    tags: readTags(model.tags_json).join(','),
    // [Assumption: url-names]
    urls: byNameAndAddress({
      publicProductUrl: page,
      ...(owned && { editModelUrl: `${page}/edit`, privateProductUrl: `${page}?key=${model.secret_key}` }),
    }),
    spin: model.spin,
    printable: printableOf(measured),
  };
}

/** As set, else the first that can print it, else the first at all [Assumption: default-material]. */
export function defaultMaterialIdOf(model: ModelRow, file: ModelFileRow): number {
  if (model.default_material_id !== null) return model.default_material_id;
  const measured = measuredOf(file);
  const all = [...materials.values()];
  const printable = all.find((material) => whyNotPrintable(material, measured) === null);
  return (printable ?? all[0])?.materialId ?? 0;
}

export const viewFile = (file: ModelFileRow) => ({
  fileName: file.file_name,
  contentLength: file.content_length,
  fileMd5Checksum: file.md5,
});

/** A member of `materials` in the answer to an upload (spec: Resources > Model). */
export const addModelPhoto = (baseUrl: string, modelId: number) =>
  suggest(baseUrl, 'POST', `/models/${modelId}/photos/v1`);
