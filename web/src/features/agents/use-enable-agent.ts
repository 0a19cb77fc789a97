import { updateAgent } from '@parley/contract/agents/agents'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'

/** Enables or disables an agent and changes nothing else. */
export async function setAgentEnabled(agent_id: number, enabled: boolean): Promise<void> {
  await call(updateAgent, { params: { id: String(agent_id) }, body: { enabled } })
}

export function useEnableAgent() {
  const cache = useQueryClient()
  return async (agent_id: number) => {
    await setAgentEnabled(agent_id, true)
    await cache.invalidateQueries({ queryKey: queryKeys.agents })
  }
}
