const leastRepetitions = 5

/** Repeats the work, unless that takes too long: then at least five times. */
export async function repeat(
  times: number,
  seconds: number,
  work: (n: number) => Promise<unknown>,
): Promise<void> {
  const until = performance.now() + seconds * 1000
  for (let n = 0; n < times && (n < leastRepetitions || performance.now() < until); n++) await work(n)
}
