import { mostCounted } from '@parley/contract/conversation-lists'
import { useTranslation } from 'react-i18next'

/** How many conversations a list holds, at the end of its entry. An empty one says nothing, and so does one that was not counted. */
export function ListCount({ count }: { count: number | null | undefined }) {
  const { t } = useTranslation()
  if (!count) return null
  const many = count >= mostCounted
  return (
    <span className="list-count shrink-0 text-xs font-normal text-ink-3 tabular-nums in-aria-[current=page]:text-ink-2">
      <span aria-hidden>{many ? `${mostCounted - 1}+` : count}</span>
      <span className="sr-only">
        {many ? t('list.total.more', { count: mostCounted - 1 }) : t('list.total', { count })}
      </span>
    </span>
  )
}
