type Group<Line> = readonly [name: string, lines: readonly Line[]]

/** Height of a group's heading and gap, in lines. */
const HEADING = 1.5

/** Splits groups into two columns of similar height, keeping their order; the first group is on the left. */
export function splitIntoColumns<Line>(groups: readonly Group<Line>[]): [Group<Line>[], Group<Line>[]] {
  const heights = groups.map(([, lines]) => lines.length + HEADING)
  const half = heights.reduce((sum, height) => sum + height, 0) / 2
  let best = { imbalance: Number.POSITIVE_INFINITY, left: 1 }
  // Each bit puts one group on the left. There are about eight groups.
  for (let left = 1; left < 2 ** groups.length; left += 2) {
    const height = heights.reduce((sum, one, n) => sum + (left & (1 << n) ? one : 0), 0)
    if (Math.abs(height - half) < best.imbalance) best = { imbalance: Math.abs(height - half), left }
  }
  const isLeft = (n: number) => (best.left & (1 << n)) !== 0
  return [groups.filter((_, n) => isLeft(n)), groups.filter((_, n) => !isLeft(n))]
}
