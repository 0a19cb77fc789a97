import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { meQuery } from '../session/queries.ts'
import { type InboxParams, inboxOf } from './inbox-of.ts'

/** "My inbox", "All", a team's name; null outside the inboxes. */
export function useInboxTitle(params: InboxParams): string | null {
  const { t } = useTranslation()
  // Only reads what the route has loaded: the sign-in page must not ask who is signed in.
  const teams = useQuery({ ...meQuery, enabled: false }).data?.teams
  const list = inboxOf(params)
  if (!list) return null
  if (list.type === 'team') return teams?.find((team) => team.id === list.id)?.name ?? t('inbox.team')
  return t(`inbox.${list.type}`)
}
