import { type ChaosDeps, type RoundResult, runRound } from './run-round.ts'

export type Totals = { rounds: number; mails: number; faults: number; failed: string[] }

/** Every so many-th round reads in a process of its own, which takes a second longer. */
const processReaderEvery = 8
const concurrency = 3

/** Rounds from one up to another, three at the same time; each failure names the seed and the round that bring it back. */
export async function runRounds(
  chaos: ChaosDeps,
  from: number,
  to: number,
  onRound: (figures: Totals, round: number) => void = () => {},
): Promise<Totals> {
  const figures: Totals = { rounds: 0, mails: 0, faults: 0, failed: [] }
  let next = from
  const work = async () => {
    for (let round = next++; round <= to; round = next++) {
      const result = await tryRound(chaos, round)
      figures.rounds += 1
      figures.mails += result.mails
      figures.faults += result.faults
      for (const wrong of result.failures) figures.failed.push(`seed ${chaos.seed}, round ${round}: ${wrong}`)
      onRound(figures, round)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return figures
}

async function tryRound(chaos: ChaosDeps, round: number): Promise<RoundResult> {
  try {
    return await runRound(chaos, round, round % processReaderEvery === 0)
  } catch (error) {
    return { mails: 0, faults: 0, failures: [(error as Error).stack ?? String(error)] }
  }
}
