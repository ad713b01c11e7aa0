/** A task that does what its text says, to meet the limits of a conversion thread. */
type ProbeTask = { readonly input: { readonly text: string } } | { readonly document: { readonly bytes: Uint8Array } };

const textOf = (task: ProbeTask): string =>
  'input' in task ? task.input.text : new TextDecoder().decode(task.document.bytes);

export default function probe(task: ProbeTask): { content: { markdown: string } } {
  const text = textOf(task);
  if (text.startsWith('spin')) for (;;);
  // As deaf as a loop, and leaves the processor to others.
  if (text.startsWith('stall')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (text.startsWith('hoard')) {
    const kept: number[][] = [];
    for (;;) kept.push(new Array<number>(100_000).fill(kept.length));
  }
  if (text === 'throw') throw new Error('task is broken');
  return { content: { markdown: text } };
}
