import { History } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ARROW_STOP } from './arrow-key-navigation.ts'

const examples = ['from', 'words', 'minus', 'state', 'files', 'number'] as const

/** Shown before a search: recent searches and examples. */
export function SearchStart({
  tooShort,
  recent,
  onChoose,
  onClear,
}: {
  tooShort: boolean
  recent: readonly string[]
  onChoose: (query: string) => void
  onClear: () => void
}) {
  const { t } = useTranslation()
  if (tooShort)
    return (
      <p role="status" className="px-3 py-8 text-center text-ink-3">
        {t('search.too_short')}
      </p>
    )
  return (
    <div className={`grid gap-8 py-6 ${recent.length > 0 ? 'lg:grid-cols-2' : ''}`}>
      {recent.length > 0 && (
        <section aria-labelledby="search-recent">
          <div className="flex items-center px-3 pb-1">
            <h2 id="search-recent" className="flex-1 text-xs font-medium text-ink-3">
              {t('search.recent')}
            </h2>
            <button
              type="button"
              onClick={onClear}
              className="rounded-sm px-1 text-xs text-ink-3 hover:text-ink"
            >
              {t('search.recent_clear')}
            </button>
          </div>
          {recent.map((query) => (
            <button
              key={query}
              type="button"
              onClick={() => onChoose(query)}
              className="flex h-9 w-full items-center gap-3 rounded-lg px-3 text-left transition-colors hover:bg-hover focus-visible:bg-selected"
              {...ARROW_STOP}
            >
              <History size={15} aria-hidden className="shrink-0 text-ink-3" />
              <span className="truncate">{query}</span>
            </button>
          ))}
        </section>
      )}
      <section aria-labelledby="search-examples">
        <h2 id="search-examples" className="px-3 pb-1 text-xs font-medium text-ink-3">
          {t('search.examples')}
        </h2>
        <dl className="grid items-baseline gap-x-4 gap-y-1 px-3 py-1.5 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-2">
          {examples.map((name) => (
            <div key={name} className="contents">
              <dt>
                <code className="rounded-md bg-hover px-1.5 py-0.5 font-mono text-xs whitespace-nowrap">
                  {t(`search.example.${name}`)}
                </code>
              </dt>
              <dd className="mb-2 text-ink-2 sm:mb-0">{t(`search.example.${name}.text`)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  )
}
