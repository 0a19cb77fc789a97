import { type Chaos, type RoundResult, runRound } from './round.ts'

export type Figures = { rounds: number; mails: number; faults: number; failed: string[] }

/** Every so many-th round reads in a process of its own, which takes a second longer. */
const processEvery = 8
const atOnce = 3

/** Rounds from one up to another, three at the same time; each failure names the seed and the round that bring it back. */
export async function runRounds(
  chaos: Chaos,
  from: number,
  to: number,
  onRound: (figures: Figures, round: number) => void = () => {},
): Promise<Figures> {
  const figures: Figures = { rounds: 0, mails: 0, faults: 0, failed: [] }
  let next = from
  const work = async () => {
    for (let round = next++; round <= to; round = next++) {
      const result = await attempt(chaos, round)
      figures.rounds += 1
      figures.mails += result.mails
      figures.faults += result.faults
      for (const wrong of result.wrong) figures.failed.push(`seed ${chaos.seed}, round ${round}: ${wrong}`)
      onRound(figures, round)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return figures
}

async function attempt(chaos: Chaos, round: number): Promise<RoundResult> {
  try {
    return await runRound(chaos, round, round % processEvery === 0)
  } catch (error) {
    return { mails: 0, faults: 0, wrong: [(error as Error).stack ?? String(error)] }
  }
}
