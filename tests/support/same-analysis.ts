/**
 * Checks that the fast core and the reference implementation agree: every count, finding and sum, to the bit.
 */
import { expect } from 'vitest';
import { analyseModel } from '../../src-shared/geometry/analyse-model.ts';
import type { AnalysedModel } from '../../src-shared/geometry/geometry.ts';
import { CodedError } from '../../src-shared/result.ts';
import { analysePlainly } from '../oracle/analyse.ts';

/** The analysis, or the error that both agree on. */
export async function expectSameAnalysis(
  bytes: Uint8Array,
  name: string,
  hint = name,
): Promise<AnalysedModel | CodedError> {
  const [fast, plain] = await Promise.all([
    outcome(analyseModel(bytes, name, { sharpEdges: true })),
    outcome(analysePlainly(bytes, name, { sharpEdges: true })),
  ]);
  if (fast instanceof CodedError || plain instanceof CodedError) {
    expect(asText(fast), hint).toEqual(asText(plain));
    return fast;
  }
  const others = { mesh: null, measures: null, sharpEdges: null };
  expect({ ...fast, ...others }, hint).toEqual({ ...plain, ...others });
  expectSameNumbers(fast, plain, hint);
  return fast;
}

function expectSameNumbers(fast: AnalysedModel, plain: AnalysedModel, hint: string): void {
  expect(fast.mesh.positions.constructor, hint).toBe(plain.mesh.positions.constructor);
  // Buffers compare much faster than arrays.
  expect(bytesOf(fast.mesh.positions).equals(bytesOf(plain.mesh.positions)), `${hint}: positions`).toBe(true);
  expect(bytesOf(fast.mesh.indices).equals(bytesOf(plain.mesh.indices)), `${hint}: indices`).toBe(true);
  expect(fast.measures, hint).toEqual(plain.measures);
  const [edges, plainEdges] = [inOrder(fast.sharpEdges!), inOrder(plain.sharpEdges!)];
  expect(bytesOf(edges).equals(bytesOf(plainEdges)), `${hint}: sharp edges`).toBe(true);
  const [paint, plainPaint] = [fast.mesh.colours, plain.mesh.colours];
  expect(paint?.corners.length, `${hint}: colours`).toBe(plainPaint?.corners.length);
  if (paint && plainPaint)
    expect(bytesOf(paint.corners).equals(bytesOf(plainPaint.corners)), `${hint}: colours`).toBe(true);
}

/** Pairs of vertex numbers, the lower first; each edge once. */
function inOrder(edges: Uint32Array): Float64Array {
  const keys = Float64Array.from(
    { length: edges.length / 2 },
    (_, i) => edges[i * 2]! * 2 ** 26 + edges[i * 2 + 1]!,
  );
  return keys.sort();
}

const bytesOf = ({
  buffer,
  byteOffset,
  byteLength,
}: Float32Array | Float64Array | Uint32Array | Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

const outcome = (analysis: Promise<AnalysedModel>): Promise<AnalysedModel | CodedError> =>
  analysis.catch((thrown: unknown) => {
    if (thrown instanceof CodedError) return thrown;
    throw thrown;
  });

const asText = (value: AnalysedModel | CodedError): string =>
  value instanceof CodedError ? `${value.code}: ${value.message}` : 'a model';
