import { updateAgent } from '@parley/contract/agents'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'

/** Lets an agent in again, or no longer, and changes nothing else of them. */
export async function setEnabled(agent_id: number, enabled: boolean): Promise<void> {
  await call(updateAgent, { params: { id: String(agent_id) }, body: { enabled } })
}

export function useEnable() {
  const cache = useQueryClient()
  return async (agent_id: number) => {
    await setEnabled(agent_id, true)
    await cache.invalidateQueries({ queryKey: keys.agents })
  }
}
