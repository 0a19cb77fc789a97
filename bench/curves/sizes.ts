import type { DataSet } from '../seed/seed.ts'

/** A size of the benchmark, by the name that people type: 10k, 1m, 5m-narrow. */
export type Size = DataSet & { name: string }

const pattern = /^(\d{1,3})(k|m)(-narrow)?$/

/** @throws when it isn't a size */
function parseSize(name: string): Size {
  const [, number, unit, suffix] = pattern.exec(name) ?? []
  if (!number || Number(number) === 0)
    throw new Error(`There is no size ${name}. Sizes look like 10k, 1m or 5m-narrow`)
  return {
    name,
    conversations: Number(number) * (unit === 'm' ? 1_000_000 : 1000),
    narrow: suffix !== undefined,
  }
}

/** From a list such as `10k,100k,1m`: the smallest first, full ones before narrow ones. */
export const parseSizes = (names: string): Size[] =>
  [...new Set(names.split(','))]
    .map((name) => parseSize(name.trim().toLowerCase()))
    .toSorted((a, b) => Number(a.narrow) - Number(b.narrow) || a.conversations - b.conversations)
