import { medianOf, type Figures, type Subject } from './figures.js';

export interface Turns {
  readonly rounds: number;
  /** Pages of one subject in one round. */
  readonly pages: number;
}

/** Measures subjects in turns, from both ends so that none always follows the same one, and takes the median of the rounds. */
export const measureInTurns = async (
  subjects: readonly Subject[],
  { rounds, pages }: Turns,
): Promise<ReadonlyMap<string, Figures>> => {
  const measured = new Map<string, Figures[]>(subjects.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
      const figures = await subject.measure(pages);
      measured.get(subject.name)?.push(figures);
      console.log(`${subject.name}: ${figures.cpuMs.toFixed(1)} ms`);
    }
  }
  return new Map([...measured].map(([name, figures]) => [name, medianOf(figures)]));
};
