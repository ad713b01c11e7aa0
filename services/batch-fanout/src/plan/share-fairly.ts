/**
 * Shares whole places max-min fairly: nobody gets more than they ask for, and what one leaves goes to those who ask for more.
 * Where there are fewer places than askers, the first ones get one each.
 */
export const shareFairly = (places: number, demands: readonly number[]): number[] => {
  const shares = demands.map(() => 0);
  const wanting = demands
    .map((demand, index) => ({ demand: Math.max(0, Math.floor(demand)), index }))
    .filter(({ demand }) => demand > 0)
    // What is left over goes to the last in this order: to the first of those who ask for most.
    .sort((one, other) => one.demand - other.demand || other.index - one.index);
  if (places <= wanting.length) {
    const first = wanting.map(({ index }) => index).sort((one, other) => one - other);
    for (const index of first.slice(0, Math.max(0, Math.floor(places)))) shares[index] = 1;
    return shares;
  }
  let left = Math.floor(places);
  wanting.forEach(({ demand, index }, rank) => {
    const share = Math.min(demand, Math.floor(left / (wanting.length - rank)));
    shares[index] = share;
    left -= share;
  });
  return shares;
};
