/** A task that does what its text says, to meet the limits of a conversion thread. */
export default function probe({ input }: { input: { text: string } }): { content: { markdown: string } } {
  if (input.text === 'spin') for (;;);
  if (input.text === 'hoard') {
    const kept: number[][] = [];
    for (;;) kept.push(new Array<number>(100_000).fill(kept.length));
  }
  if (input.text === 'throw') throw new Error('task is broken');
  return { content: { markdown: input.text } };
}
