/** The code of the error with which some work fails; `no error` if it succeeds. */
const none = 'no error';
const codeIn = (thrown: unknown): string => (thrown as { code: string }).code;

export const rejectionCode = (work: Promise<unknown>): Promise<string> => work.then(() => none, codeIn);

export function thrownCode(work: () => unknown): string {
  try {
    work();
    return none;
  } catch (thrown) {
    return codeIn(thrown);
  }
}
