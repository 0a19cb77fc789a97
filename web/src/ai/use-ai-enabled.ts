import { useQuery } from '@tanstack/react-query'
import { may } from '../session/permissions.ts'
import { settingsQuery } from '../session/queries.ts'
import { useMe } from '../session/use-me.ts'

/** Whether AI is configured and this agent may use it. Otherwise no AI feature is shown. */
export function useAiEnabled(): boolean {
  const me = useMe()
  const { data } = useQuery(settingsQuery)
  return data?.['app.ai'] === true && may(me, 'messages:write')
}
