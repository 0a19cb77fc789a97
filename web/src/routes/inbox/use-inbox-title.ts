import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { meQuery, viewsQuery } from '../../session/queries.ts'
import { type InboxParams, inboxFromParams } from './inbox-from-params.ts'

/** "My inbox", "All", a team's or a view's name; null outside the inboxes. */
export function useInboxTitle(params: InboxParams): string | null {
  const { t } = useTranslation()
  // Only reads what the route has loaded: the sign-in page must not ask who is signed in.
  const teams = useQuery({ ...meQuery, enabled: false }).data?.teams
  const views = useQuery({ ...viewsQuery, enabled: false }).data
  const list = inboxFromParams(params)
  if (!list) return null
  if (list.type === 'team') return teams?.find((team) => team.id === list.id)?.name ?? t('inbox.team')
  if (list.type === 'view') return views?.find((view) => view.id === list.id)?.name ?? t('inbox.view')
  return t(`inbox.${list.type}`)
}
