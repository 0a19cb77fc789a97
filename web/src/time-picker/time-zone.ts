import type { Agent } from '@parley/contract/agents/agent'

/** The zone in which an agent reads and types times: the one in their settings, else the browser's. */
export const timeZoneOf = ({ time_zone }: Pick<Agent, 'time_zone'>): string =>
  time_zone || new Intl.DateTimeFormat().resolvedOptions().timeZone
