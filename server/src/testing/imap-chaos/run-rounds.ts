import { type ChaosDeps, type RoundResult, runRound } from './run-round.ts'

export type Totals = { rounds: number; mails: number; faults: number; failed: string[] }

/** Every n-th round uses a separate process, which takes a second longer. */
const processReaderEvery = 8
const concurrency = 3

/** Runs a range of rounds, three at a time. Each failure names the seed and round that reproduce it. */
export async function runRounds(
  chaos: ChaosDeps,
  from: number,
  to: number,
  onRound: (totals: Totals, round: number) => void = () => {},
): Promise<Totals> {
  const totals: Totals = { rounds: 0, mails: 0, faults: 0, failed: [] }
  let next = from
  const work = async () => {
    for (let round = next++; round <= to; round = next++) {
      const result = await tryRound(chaos, round)
      totals.rounds += 1
      totals.mails += result.mails
      totals.faults += result.faults
      for (const failure of result.failures)
        totals.failed.push(`seed ${chaos.seed}, round ${round}: ${failure}`)
      onRound(totals, round)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return totals
}

async function tryRound(chaos: ChaosDeps, round: number): Promise<RoundResult> {
  try {
    return await runRound(chaos, round, round % processReaderEvery === 0)
  } catch (error) {
    return { mails: 0, faults: 0, failures: [(error as Error).stack ?? String(error)] }
  }
}
