import type { AvailabilityStatus } from '@parley/contract/agents/agent'
import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use } from 'react'
import { agentsQuery } from './queries.ts'

type AgentPresence = ReadonlyMap<number, AvailabilityStatus>

// One subscription for all the avatars of a long conversation.
const PresenceContext = createContext<AgentPresence>(new Map())

/** Knows of every agent whether they are there. The list of agents is pushed when one of them comes or goes. */
export function PresenceProvider({ children }: { children: ReactNode }) {
  const agents = useQuery(agentsQuery).data
  const presence: AgentPresence = new Map(agents?.map((agent) => [agent.id, agent.availability_status]))
  return <PresenceContext value={presence}>{children}</PresenceContext>
}

/** Undefined for everybody who is no agent, and while the agents are not known. */
export const useAvailabilityOf = (id: number): AvailabilityStatus | undefined => use(PresenceContext).get(id)
