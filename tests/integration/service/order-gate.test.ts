/** Compares the order gate's verdicts with what the print service really does with the same parts. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { printers as catalogue } from '../../../src-service/catalogue/catalogue.ts';
import { materialListSchema } from '../../../src-shared/api/materials.ts';
import { printerListSchema } from '../../../src-shared/api/printers.ts';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { checkDeeper } from '../../../src-shared/geometry/checks/deep-check.ts';
import { priceGeometry } from '../../../src-shared/geometry/measure/price-geometry.ts';
import type { Mesh } from '../../../src-shared/geometry/mesh/mesh.ts';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import { assessPart, type GatePart } from '../../../src-shared/order-gate/assess-part.ts';
import { partFacts } from '../../../src-shared/order-gate/facts-of-checks.ts';
import { joinMeshes, makeBox, makeCube, moveMesh } from '../../fixtures/geometry/solids.ts';
import { openBoxStl } from '../../support/models.ts';
import { orderBody } from '../../support/order.ts';
import { startService, type TestService } from '../../support/service.ts';
import { upload } from '../../support/upload.ts';

let service: TestService;
beforeEach(async () => {
  service = await startService({ clock: () => Date.parse('2026-11-20T10:00:00Z'), productionSeed: 7 });
});
afterEach(() => service.close());

const stl = (mesh: Mesh): Buffer => Buffer.from(writeBinaryStl(mesh));
const cube = makeCube(20);
/** In mm. */
const parts: readonly (readonly [string, Buffer])[] = [
  ['a cube', stl(cube)],
  ['two cubes apart', stl(joinMeshes([cube, moveMesh(cube, [40, 0, 0])]))],
  ['two cubes that touch along an edge', stl(joinMeshes([cube, moveMesh(cube, [20, 20, 0])]))],
  ['an open box', Buffer.from(openBoxStl(20))],
  ['a long bar', stl(makeBox([0, 0, 0], [300, 20, 20]))],
  ['a speck', stl(makeBox([0, 0, 0], [1, 0.5, 0.5]))],
  ['a thin plate', stl(makeBox([0, 0, 0], [40, 40, 2]))],
  ['a small cube', stl(makeCube(8))],
];

async function checked(content: Buffer): Promise<GatePart> {
  const { mesh, measures, checks } = await analyseModel(content, 'part.stl');
  const { results, thickness } = await checkDeeper(mesh, { minWall: 0.7 });
  return {
    geometry: priceGeometry(measures, 1e-3),
    facts: partFacts({
      checks,
      thorough: { results, thickness },
      metresPerUnit: 1e-3,
      hasColours: false,
      possibleUnits: [],
    }),
  };
}

async function place(modelId: number, materialId: number): Promise<number | null> {
  const items = [{ modelId, materialId, quantity: 1 }];
  const body = orderBody(items, service.credentials.payment_verification_id);
  const answer = await service.call('POST', '/orders/v1', body);
  return answer.status === 200 ? (answer.body.orderId as number) : null;
}

async function passMonths(): Promise<void> {
  const { operator } = service.service;
  const url = await operator.listen(0);
  await fetch(`${url}/clock`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${operator.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ seconds: 60 * 86_400 }),
  });
  service.forgetToken();
}

it('What will be refused is refused, and what prints is made, in every material of the service.', async () => {
  const { materials } = materialListSchema.parse((await service.call('GET', '/materials/v1')).body);
  const { printers } = printerListSchema.parse((await service.call('GET', '/printers/v1')).body);
  const tried: { name: string; level: string; orderId: number | null }[] = [];
  for (const [name, content] of parts) {
    const part = await checked(content);
    const modelId = await upload(service, content, { fileName: 'part.stl' });
    for (const material of Object.values(materials)) {
      const printer = printers.find(({ printerId }) => printerId === material.printerId)!;
      // The local service's account gets walls by SOAP; the catalogue is their source.
      const minimumWall = catalogue.get(material.printerId)!.minimumWallCm / 100;
      const { level } = assessPart(part, { material, printer: { ...printer, minimumWall } });
      const orderId = await place(modelId, material.materialId);
      tried.push({ name: `${name} in ${material.title}`, level, orderId });
    }
  }
  await passMonths();
  const outcomes = await Promise.all(
    tried.map(async ({ name, level, orderId }) => {
      if (orderId === null) return { name, level, isMade: false };
      const { body } = await service.call('GET', `/orders/${orderId}/v1`);
      return { name, level, isMade: body.ordersStatus[orderId].status !== 'cancelled' };
    }),
  );
  const of = (level: string) => outcomes.filter((outcome) => outcome.level === level);
  expect(of('refused').filter(({ isMade }) => isMade)).toEqual([]);
  expect(of('prints').filter(({ isMade }) => !isMade)).toEqual([]);
  for (const level of ['refused', 'at-risk', 'prints']) expect(of(level).length).toBeGreaterThan(5);
});
