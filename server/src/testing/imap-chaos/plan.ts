import { dice } from '../dice.ts'
import type { Fault } from './proxy.ts'

/** What happens to a mailbox while it is read. */
export type Step =
  | { do: 'deliver'; mails: number[] }
  | { do: 'expunge'; from_end: number }
  | { do: 'save' | 'toggle' | 'cut' | 'sigterm' | 'sigkill' }

/** One round: everything follows from its number and the seed. */
export type Plan = {
  /** Whether a process of its own reads the mailbox, which SIGTERM and SIGKILL end. */
  in_process: boolean
  /** Bytes of each mail that is there at first. */
  first: number[]
  faults: Fault[]
  steps: { wait_ms: number; step: Step }[]
}

const commands = ['LOGIN', 'AUTHENTICATE', 'LIST', 'EXAMINE', 'UID SEARCH', 'UID FETCH', 'IDLE', 'DONE']

export function planRound(seed: number, round: number, in_process: boolean): Plan {
  const d = dice(seed * 1_000_003 + round)
  const sizes = (most: number) =>
    Array.from({ length: d.between(1, most) }, () =>
      d.chance(0.1) ? d.between(20_000, 90_000) : d.between(50, 3_000),
    )
  const fault = (): Fault => ({
    // Most of the time it strikes where mail is listed and fetched.
    command: d.chance(0.6) ? d.one(['UID SEARCH', 'UID FETCH']) : d.chance(0.1) ? null : d.one(commands),
    nth: d.one([1, 1, 2, 2, 2, 3, 4]),
    after_bytes: d.one([null, 'response', d.between(0, 200), d.between(0, 30_000)] as const),
    action: d.one(['end', 'reset', 'delay']),
    ms: d.between(20, 400),
  })
  const step = (): Step => {
    const kinds = ['deliver', 'deliver', 'deliver', 'cut', 'save', 'toggle', 'expunge'] as const
    const kind = d.one(in_process ? ([...kinds, 'sigterm', 'sigkill', 'sigkill'] as const) : kinds)
    if (kind === 'deliver') return { do: kind, mails: sizes(12) }
    return kind === 'expunge' ? { do: kind, from_end: d.between(0, 5) } : { do: kind }
  }
  return {
    in_process,
    first: sizes(60),
    faults: Array.from({ length: d.between(2, 6) }, fault),
    steps: Array.from({ length: d.between(2, 5) }, () => ({ wait_ms: d.between(0, 250), step: step() })),
  }
}
