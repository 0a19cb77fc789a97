import type { AvailabilityStatus } from '@parley/contract/agents/agent'
import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use } from 'react'
import { agentsQuery } from './queries.ts'

type AvailabilityByAgent = ReadonlyMap<number, AvailabilityStatus>

// One subscription for all avatars of a long conversation.
const AvailabilityContext = createContext<AvailabilityByAgent>(new Map())

/** Provides every agent's availability. The list of agents is pushed when it changes. */
export function AvailabilityProvider({ children }: { children: ReactNode }) {
  const agents = useQuery(agentsQuery).data
  const availability: AvailabilityByAgent = new Map(
    agents?.map((agent) => [agent.id, agent.availability_status]),
  )
  return <AvailabilityContext value={availability}>{children}</AvailabilityContext>
}

/** Undefined for contacts, and while agents are loading. */
export const useAvailabilityOf = (id: number): AvailabilityStatus | undefined =>
  use(AvailabilityContext).get(id)
