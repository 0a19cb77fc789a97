import type { AnyView } from '@parley/contract/views/shared-views'
import { useQuery } from '@tanstack/react-query'
import type { InboxList } from '../../lib/inbox-list.ts'
import { may } from '../../session/permissions.ts'
import { viewsQuery } from '../../session/queries.ts'
import { useMe } from '../../session/use-me.ts'

/** The view that the list shows; null for other lists, or if it was deleted or is no longer shared. */
export function useOpenView(inbox: InboxList | null): {
  view: AnyView | null
  state: 'loading' | 'gone' | 'ok'
} {
  const isView = inbox?.type === 'view'
  const views = useQuery({ ...viewsQuery, enabled: may(useMe(), 'conversations:read') && isView })
  if (!isView) return { view: null, state: 'ok' }
  const view = views.data?.find(({ id }) => id === inbox.id) ?? null
  return { view, state: views.isLoading ? 'loading' : views.isSuccess && !view ? 'gone' : 'ok' }
}
