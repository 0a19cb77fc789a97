import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { meQuery, viewsQuery } from '../../session/queries.ts'
import { type InboxParams, inboxFromParams } from './inbox-from-params.ts'

/** "My inbox", "All", or the name of a team or view; null outside the inboxes. */
export function useInboxTitle(params: InboxParams): string | null {
  const { t } = useTranslation()
  // Only reads loaded data: the sign-in page must not request the current agent.
  const teams = useQuery({ ...meQuery, enabled: false }).data?.teams
  const views = useQuery({ ...viewsQuery, enabled: false }).data
  const list = inboxFromParams(params)
  if (!list) return null
  if (list.type === 'team') return teams?.find((team) => team.id === list.id)?.name ?? t('inbox.team')
  if (list.type === 'view') return views?.find((view) => view.id === list.id)?.name ?? t('inbox.view')
  return t(`inbox.${list.type}`)
}
