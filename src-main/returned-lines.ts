/**
 * Finds the lines that caused an order to buy nothing, as far as that is known: a failed upload belongs to
 * its lines; a refusal may name a model or an item. The spec does not show the shape of refusals
 * (spec: Errors), so the text is searched for the forms `items.2`, `items[2]` and `model 41`.
 */
import {
  finalStates,
  type Job,
  type OrderJob,
  type OrderLine,
  type Problem,
} from '../src-shared/jobs/job.ts';

/** One entry per line; null if nothing is known about it. */
export function lineProblems(order: OrderJob, jobs: readonly Job[]): (Problem | null)[] {
  const { lines } = order.payload;
  const uploadOf = ({ source }: OrderLine) =>
    'uploadJobId' in source ? jobs.find(({ id }) => id === source.uploadJobId) : undefined;
  const models = lines.map((line) => {
    if ('modelId' in line.source) return line.source.modelId;
    const upload = uploadOf(line);
    return upload?.kind === 'upload' ? (upload.result?.modelId ?? null) : null;
  });
  const said = order.problem?.message ?? '';
  const item = /\bitems?(?:\.|\[)(\d+)\b/i.exec(said)?.[1];
  const model = /\bmodel (?:no\. ?|#)?(\d+)\b/i.exec(said)?.[1];
  return lines.map((line, at) => {
    const upload = uploadOf(line);
    if (upload && finalStates.has(upload.state) && upload.state !== 'done') return upload.problem;
    if (item !== undefined) return Number(item) === at ? order.problem : null;
    if (model === undefined || models[at] !== Number(model)) return null;
    // The same model may occur in several materials, and the refusal means one of them.
    const rivals = lines.filter((_, other) => models[other] === models[at]);
    const isNamed = ({ materialTitle }: OrderLine) => said.includes(materialTitle);
    return isNamed(line) || !rivals.some(isNamed) ? order.problem : null;
  });
}
