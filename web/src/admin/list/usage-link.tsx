import type { FilterNode } from '@parley/contract/shared/filters'
import type { Usage } from '@parley/contract/shared/usage-count'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { may } from '../../session/permissions.ts'
import { useMe } from '../../session/use-me.ts'

/** The list of all conversations, narrowed. */
export type UsageSearch = { status: string; filters?: FilterNode[] }

/** How many conversations have something; leads to them for whoever may see the list of all. */
export function UsageLink({
  name,
  usage,
  search,
}: {
  name: string
  /** None yet: it is counted apart from the list, which need not wait. */
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
