import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take most of the time of the suite: started last, one of them would run alone at the end. */
const longest = [
  'integration/queue/torture.test.ts',
  'integration/queue/simulation.test.ts',
  'integration/hosts/closing.test.ts',
  'integration/queue/real-service.test.ts',
  'integration/queue/changes.test.ts',
];

/** The order in which files start. Vitest knows durations from earlier runs only, which a fresh checkout has not. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((name) => moduleId.endsWith(name));
      return found < 0 ? longest.length : found;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
