import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take most of the suite's time: if one of them started last, it would run alone at the end. */
const longest = [
  'long/torture.test.ts',
  'long/simulation.test.ts',
  'integration/hosts/closing.test.ts',
  'integration/queue/real-service.test.ts',
  'integration/queue/changes.test.ts',
];

/**
 * The order in which files start. Vitest knows durations only from earlier runs, which a fresh checkout does not have.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((name) => moduleId.endsWith(name));
      return found < 0 ? longest.length : found;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
