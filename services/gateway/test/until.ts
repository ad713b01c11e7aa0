/** Looks every few milliseconds until it is so; the time limit of the test is its only bound. */
export const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
};
