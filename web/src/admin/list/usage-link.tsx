import type { FilterNode } from '@parley/contract/shared/filters'
import type { Usage } from '@parley/contract/shared/usage-count'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { may } from '../../session/permissions.ts'
import { useMe } from '../../session/use-me.ts'

/** Search parameters of the list of all conversations. */
export type UsageSearch = { status: string; filters?: FilterNode[] }

/** How many conversations use something. Links to them for agents who can see all conversations. */
export function UsageLink({
  name,
  usage,
  search,
}: {
  name: string
  /** Undefined while loading; the list doesn't wait for it. */
  usage: Usage | undefined
  search: UsageSearch
}) {
  const { t } = useTranslation()
  const me = useMe()
  if (!usage) return null
  const { conversations: count, conversations_is_minimum } = usage
  const text = t('usage.conversations', { count, more: conversations_is_minimum ? '+' : '' })
  if (count === 0 || !may(me, 'conversations:read_all'))
    return <span className="shrink-0 text-xs text-ink-3 tabular-nums">{text}</span>
  return (
    <Link
      to="/inboxes/$type"
      params={{ type: 'all' }}
      search={search}
      aria-label={t('usage.show', { words: text, name })}
      className="relative inline-flex min-h-6 shrink-0 items-center text-xs text-ink-2 tabular-nums underline-offset-2 hover:text-ink hover:underline"
    >
      {text}
    </Link>
  )
}
