/** Random numbers that come again with the same seed (mulberry32). */
export type SeededRandom = {
  /** A whole number from `least` up to and including `most`. */
  between(min: number, max: number): number
  /** True this often, from 0 to 1. */
  chance(probability: number): boolean
  /** One of them; they must be some. */
  pick<T>(items: readonly T[]): T
}

export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    between,
    chance: (probability) => next() < probability,
    pick(of) {
      const chosen = of[between(0, of.length - 1)]
      if (chosen === undefined) throw new RangeError('There is nothing to choose from')
      return chosen
    },
  }
}
