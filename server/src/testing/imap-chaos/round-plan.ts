import { seededRandom } from '../seeded-random.ts'
import type { Fault } from './imap-proxy.ts'

/** What happens to a mailbox while it is being read. */
export type Step =
  | { kind: 'deliver'; mails: number[] }
  | { kind: 'expunge'; from_end: number }
  | { kind: 'save' | 'toggle' | 'cut' | 'sigterm' | 'sigkill' }

/** One round, fully determined by its number and the seed. */
export type Plan = {
  /** Whether a separate process reads the mailbox, which can be killed. */
  in_process: boolean
  /** The sizes in bytes of the initial emails. */
  first: number[]
  faults: Fault[]
  steps: { wait_ms: number; step: Step }[]
}

const commands = ['LOGIN', 'AUTHENTICATE', 'LIST', 'EXAMINE', 'UID SEARCH', 'UID FETCH', 'IDLE', 'DONE']

export function planRound(seed: number, round: number, in_process: boolean): Plan {
  const d = seededRandom(seed * 1_000_003 + round)
  const sizes = (max: number) =>
    Array.from({ length: d.between(1, max) }, () =>
      d.chance(0.1) ? d.between(20_000, 90_000) : d.between(50, 3_000),
    )
  const fault = (): Fault => ({
    // Most faults are triggered where email is listed and fetched.
    command: d.chance(0.6) ? d.pick(['UID SEARCH', 'UID FETCH']) : d.chance(0.1) ? null : d.pick(commands),
    nth: d.pick([1, 1, 2, 2, 2, 3, 4]),
    after_bytes: d.pick([null, 'response', d.between(0, 200), d.between(0, 30_000)] as const),
    action: d.pick(['end', 'reset', 'delay']),
    ms: d.between(20, 400),
  })
  const step = (): Step => {
    const kinds = ['deliver', 'deliver', 'deliver', 'cut', 'save', 'toggle', 'expunge'] as const
    const kind = d.pick(in_process ? ([...kinds, 'sigterm', 'sigkill', 'sigkill'] as const) : kinds)
    if (kind === 'deliver') return { kind: kind, mails: sizes(12) }
    return kind === 'expunge' ? { kind: kind, from_end: d.between(0, 5) } : { kind: kind }
  }
  return {
    in_process,
    first: sizes(60),
    faults: Array.from({ length: d.between(2, 6) }, fault),
    steps: Array.from({ length: d.between(2, 5) }, () => ({ wait_ms: d.between(0, 250), step: step() })),
  }
}
