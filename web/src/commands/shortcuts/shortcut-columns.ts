type Group<Line> = readonly [name: string, lines: readonly Line[]]

/** Heading and gap of a group, in lines. */
const HEADING = 1.5

/** Two columns as equal as groups that stay whole allow, each in the order of the groups, the first of all on the left. */
export function splitIntoColumns<Line>(groups: readonly Group<Line>[]): [Group<Line>[], Group<Line>[]] {
  const heights = groups.map(([, lines]) => lines.length + HEADING)
  const half = heights.reduce((sum, height) => sum + height, 0) / 2
  let best = { off: Number.POSITIVE_INFINITY, left: 1 }
  // One bit says of a group that it stands on the left. There are some eight groups.
  for (let left = 1; left < 2 ** groups.length; left += 2) {
    const height = heights.reduce((sum, one, n) => sum + (left & (1 << n) ? one : 0), 0)
    if (Math.abs(height - half) < best.off) best = { off: Math.abs(height - half), left }
  }
  const isLeft = (n: number) => (best.left & (1 << n)) !== 0
  return [groups.filter((_, n) => isLeft(n)), groups.filter((_, n) => !isLeft(n))]
}
