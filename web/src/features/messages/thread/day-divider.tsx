import { useTranslation } from 'react-i18next'
import { fullDate } from '../../../format/date-time.tsx'
import { formatterCache } from '../../../format/formatter-cache.ts'
import { readerLocale } from '../../../format/locale.ts'
import { useNow } from '../../../format/use-now.ts'
import { daysAgo } from './timeline.ts'

const day = { weekday: 'long', day: 'numeric', month: 'long' } as const
const dayOfThisYear = formatterCache((locale) => new Intl.DateTimeFormat(locale, day))
const dayOfAnotherYear = formatterCache(
  (locale) => new Intl.DateTimeFormat(locale, { ...day, year: 'numeric' }),
)

export function DayDivider({ at }: { at: string }) {
  const { t } = useTranslation()
  const now = useNow()
  const ago = daysAgo(at, now)
  const thisYear = new Date(at).getFullYear() === now.getFullYear()
  const name =
    ago === 0
      ? t('thread.today')
      : ago === 1
        ? t('thread.yesterday')
        : (thisYear ? dayOfThisYear : dayOfAnotherYear)(readerLocale()).format(new Date(at))
  return (
    <p
      title={fullDate(at)}
      className="my-2.5 flex items-center gap-3 text-xs font-medium text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
    >
      {name}
    </p>
  )
}
