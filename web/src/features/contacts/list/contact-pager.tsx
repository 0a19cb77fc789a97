import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ContactListKey, ContactPage } from '../../../api/contact-queries.ts'
import { readerLocale } from '../../../format/locale.ts'
import { IconButton } from '../../../ui/inputs/icon-button.tsx'

const PAGE_SIZE = 50

/** The range of contacts on the page, with previous and next buttons. */
export function ContactPager({
  list,
  page,
  onChange,
}: {
  list: ContactListKey
  page: ContactPage
  onChange: (choice: ContactListKey) => void
}) {
  const { t } = useTranslation()
  const number = (value: number) => new Intl.NumberFormat(readerLocale()).format(value)
  const first = (list.page - 1) * PAGE_SIZE + 1
  const isLast = list.page >= page.total_pages
  if (page.total_pages <= 1) return null
  return (
    <nav
      aria-label={t('contacts.pages')}
      className="flex h-11 shrink-0 items-center justify-end gap-1 border-t px-4 md:px-7"
    >
      <span className="mr-auto truncate text-xs text-ink-3 tabular-nums">
        {isLast && page.total_is_estimate
          ? t('contacts.pages.more')
          : t('contacts.pages.range', {
              first: number(first),
              last: number(first + page.results.length - 1),
              total: page.total_is_estimate ? `${number(page.total)}+` : number(page.total),
            })}
      </span>
      <IconButton
        label={t('contacts.pages.previous')}
        disabled={list.page <= 1}
        onClick={() => onChange({ ...list, page: list.page - 1 })}
      >
        <ChevronLeft size={16} aria-hidden />
      </IconButton>
      <IconButton
        label={t('contacts.pages.next')}
        disabled={isLast}
        onClick={() => onChange({ ...list, page: list.page + 1 })}
      >
        <ChevronRight size={16} aria-hidden />
      </IconButton>
    </nav>
  )
}
