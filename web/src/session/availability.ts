import type { AvailabilityStatus } from '@parley/contract/agents/agent'

export const IDLE_MS = 4 * 60_000
export const CHECK_MS = 30_000

/** Idle for four minutes, activity again, and the two switches of the user menu. */
export type AvailabilityEvent = 'idle' | 'activity' | 'away_on' | 'away_off' | 'reassign_on' | 'reassign_off'

const manualTransitions = {
  away_on: 'away_manual',
  away_off: 'online',
  reassign_on: 'away_and_reassigning',
  // After turning off reassigning, the agent is still away.
  reassign_off: 'away_manual',
} as const satisfies Partial<Record<AvailabilityEvent, AvailabilityStatus>>

// biome-ignore format: read as a table
const transitions: Record<AvailabilityStatus, Record<AvailabilityEvent, AvailabilityStatus>> = {
  online:               { ...manualTransitions, idle: 'away',                 activity: 'online' },
  away:                 { ...manualTransitions, idle: 'away',                 activity: 'online' },
  offline:              { ...manualTransitions, idle: 'offline',              activity: 'online' },
  // A manual status only changes manually.
  away_manual:          { ...manualTransitions, idle: 'away_manual',          activity: 'away_manual' },
  away_and_reassigning: { ...manualTransitions, idle: 'away_and_reassigning', activity: 'away_and_reassigning' },
}

/** The status after an event (spec section 4); unchanged if the event has no effect. */
export const nextAvailability = (status: AvailabilityStatus, event: AvailabilityEvent): AvailabilityStatus =>
  transitions[status][event]

export const isManual = (status: AvailabilityStatus): boolean =>
  status === 'away_manual' || status === 'away_and_reassigning'

export const availabilityDot = (status: AvailabilityStatus): 'online' | 'away' | 'offline' =>
  status === 'online' || status === 'offline' ? status : 'away'
