/** A source of random numbers in [0, 1). */
export type Random = () => number

/** Mulberry32: the same seed gives the same numbers on every machine, at a few nanoseconds each. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const below = (random: Random, limit: number): number => Math.floor(random() * limit)

export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[below(random, items.length)]
  if (item === undefined) throw new Error('Cannot pick from an empty list')
  return item
}

/** An integer below `size`; k comes up in proportion to 1 / (k + 1) ^ exponent. */
export function zipf(size: number, exponent: number): (random: Random) => number {
  const sums = new Float64Array(size)
  let sum = 0
  for (let k = 0; k < size; k++) {
    sum += (k + 1) ** -exponent
    sums[k] = sum
  }
  return (random) => {
    const target = random() * sum
    let low = 0
    let high = size - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) > target) high = middle
      else low = middle + 1
    }
    return low
  }
}

/** Integers from 1 to `max` with a long tail and the given mean. The exponent is found by bisection. */
export function skewedCount(max: number, mean: number): (random: Random) => number {
  const meanOf = (exponent: number) => {
    let sum = 0
    let weighted = 0
    for (let n = 1; n <= max; n++) {
      sum += n ** -exponent
      weighted += n * n ** -exponent
    }
    return weighted / sum
  }
  let low = 0
  let high = 6
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (meanOf(middle) > mean) low = middle
    else high = middle
  }
  const draw = zipf(max, low)
  return (random) => draw(random) + 1
}

/** Log-normal with this median; `sigma` is the standard deviation of the logarithm. */
export const logNormal = (random: Random, median: number, sigma: number): number =>
  median * Math.exp(sigma * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()))

/** Exponential with this mean; most values are far smaller. */
export const exponential = (random: Random, mean: number): number => -mean * Math.log(1 - random())

/** Sixteen random bytes as a version 4 UUID. */
export function uuid(random: Random): string {
  const word = () =>
    Math.floor(random() * 4_294_967_296)
      .toString(16)
      .padStart(8, '0')
  const [a, b, c, d] = [word(), word(), word(), word()]
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(1, 4)}-${c.slice(4)}${d}`
}
