import type { UserCompact } from '@parley/contract/agents/agent'
import type { PresenceActivity } from '@parley/contract/shared/server-events'
import { useQuery } from '@tanstack/react-query'
import { usePresentAgents } from '../../../realtime/presence.ts'
import { agentsQuery } from '../../../session/queries.ts'
import { useMe } from '../../../session/use-me.ts'

export type Colleague = { agent: UserCompact; activity: PresenceActivity }

/** The other agents who have the conversation open, those who write first. */
export function useColleagues(uuid: string): Colleague[] {
  const me = useMe()
  const agents = useQuery(agentsQuery).data
  return usePresentAgents(uuid)
    .flatMap(({ id, activity }) => {
      const agent = agents?.find((one) => one.id === id)
      return agent && id !== me.id ? [{ agent, activity }] : []
    })
    .toSorted((a, b) => Number(a.activity === 'viewing') - Number(b.activity === 'viewing'))
}

/** The other agents who have a draft in the conversation and aren't writing in it now. */
export function useDraftAuthors(uuid: string, drafting: readonly number[]): UserCompact[] {
  const me = useMe()
  const agents = useQuery({ ...agentsQuery, enabled: drafting.length > 0 }).data
  const present = usePresentAgents(uuid)
  return drafting.flatMap((id) => {
    const agent = agents?.find((one) => one.id === id)
    const isWriting = present.some((one) => one.id === id && one.activity !== 'viewing')
    return agent && id !== me.id && !isWriting ? [agent] : []
  })
}
