import { useQuery } from '@tanstack/react-query'
import { may } from '../session/permissions.ts'
import { settingsQuery } from '../session/queries.ts'
import { useMe } from '../session/use-me.ts'

/** Whether a language model answers, and this agent may ask it. Without, nothing on the screen speaks of it. */
export function useAiEnabled(): boolean {
  const me = useMe()
  const { data } = useQuery(settingsQuery)
  return data?.['app.ai'] === true && may(me, 'messages:write')
}
