import { getAgent, updateAgent } from '@parley/contract/agents'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { bodyOf } from './agent-fields.ts'

/** Lets an agent in again, or no longer, and changes nothing else of them: what the list knows may be old. */
export async function setEnabled(agent_id: number, enabled: boolean): Promise<void> {
  const params = { id: String(agent_id) }
  const agent = await call(getAgent, { params })
  await call(updateAgent, { params, body: { ...bodyOf(agent), enabled } })
}

export function useEnable() {
  const cache = useQueryClient()
  return async (agent_id: number) => {
    await setEnabled(agent_id, true)
    await cache.invalidateQueries({ queryKey: keys.agents })
  }
}
