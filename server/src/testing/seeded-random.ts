/** Reproducible random numbers (mulberry32). */
export type SeededRandom = {
  /** An integer from `min` to `max`, inclusive. */
  between(min: number, max: number): number
  /** True with this probability, from 0 to 1. */
  chance(probability: number): boolean
  /** One of the items, which must not be empty. */
  pick<T>(items: readonly T[]): T
}

/** Property tests check the same examples each time. PARLEY_SEED chooses others. */
export const propertySeed = Number(process.env.PARLEY_SEED ?? 1)

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
    pick(items) {
      const chosen = items[between(0, items.length - 1)]
      if (chosen === undefined) throw new RangeError('Cannot pick from an empty list')
      return chosen
    },
  }
}
