import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useDraftExcerpts } from '../../../api/drafts.ts'
import { agentsQuery } from '../../../session/queries.ts'
import { useMe } from '../../../session/use-me.ts'

/** What rows show besides their conversation. Subscribing in every row would take longer than rendering it. */
export function useRowData() {
  const { t } = useTranslation()
  const agentId = useMe().id
  const agents = useQuery(agentsQuery).data
  const drafts = useDraftExcerpts()
  const pathname = useLocation({ select: (location) => location.pathname })
  const search = useLocation({ select: (location) => location.searchStr })
  const agentById = new Map(agents?.map((agent) => [agent.id, agent]))
  return { t, agentId, agentById, drafts, pathname, search }
}
