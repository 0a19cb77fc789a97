import { maxListCount } from '@parley/contract/conversations/conversation-lists'
import { useTranslation } from 'react-i18next'

/**
 * The number of conversations in a list, at the end of its entry; nothing for an empty or uncounted list. `id`
 * identifies the text that describes the entry to screen readers: its accessible name stays the list's.
 */
export function ListCount({ count, id }: { count: number | null | undefined; id: string }) {
  const { t } = useTranslation()
  if (!count) return null
  const many = count >= maxListCount
  return (
    <span
      aria-hidden
      className="list-count min-w-5 shrink-0 text-right text-xs font-normal text-ink-3 tabular-nums in-aria-[current=page]:text-ink-2"
    >
      {many ? `${maxListCount - 1}+` : count}
      <span id={id} hidden>
        {many ? t('list.total.more', { count: maxListCount - 1 }) : t('list.total', { count })}
      </span>
    </span>
  )
}
