import type { AvailabilityStatus } from '@parley/contract/people'

export const IDLE_MS = 4 * 60_000
export const CHECK_MS = 30_000

/** What the watch on mouse and keys changes the status to, or null to leave it. A manual choice is never touched. */
export function afterWatching(status: AvailabilityStatus, idleMs: number): AvailabilityStatus | null {
  if (status === 'online' && idleMs >= IDLE_MS) return 'away'
  if ((status === 'away' || status === 'offline') && idleMs < IDLE_MS) return 'online'
  return null
}

export const isManual = (status: AvailabilityStatus): boolean =>
  status === 'away_manual' || status === 'away_and_reassigning'

/** The away switch. */
export const withAway = (on: boolean): AvailabilityStatus => (on ? 'away_manual' : 'online')

/** The switch that also hands replies to others; switching it off leaves the person away. */
export const withReassigning = (on: boolean): AvailabilityStatus =>
  on ? 'away_and_reassigning' : 'away_manual'

export const dotOf = (status: AvailabilityStatus): 'online' | 'away' | 'offline' =>
  status === 'online' || status === 'offline' ? status : 'away'
