import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../format/date-time.tsx'
import type { Problem } from './problems.ts'

/** What needs attention, or one line that says that nothing does. */
export function ProblemList({ problems }: { problems: readonly Problem[] }) {
  const { t } = useTranslation()
  if (problems.length === 0)
    return (
      <p role="status" className="flex items-center gap-2 rounded-sheet border px-4 py-3 font-medium">
        <CircleCheck size={17} aria-hidden className="shrink-0 text-good" />
        {t('system.fine')}
      </p>
    )
  return (
    <section aria-label={t('system.attention')}>
      <ul className="divide-y overflow-hidden rounded-sheet border">
        {problems.map((problem) => (
          <ProblemRow key={problem.key} problem={problem} />
        ))}
      </ul>
    </section>
  )
}

function ProblemRow({ problem: { title, subject, message, advice, tone, since } }: { problem: Problem }) {
  const { t, i18n } = useTranslation()
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <TriangleAlert
        size={17}
        aria-hidden
        className={`mt-0.5 shrink-0 ${tone === 'bad' ? 'text-bad' : 'text-warn'}`}
      />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold">
            {i18n.exists(title) ? t(title) : title.slice(title.lastIndexOf('.') + 1)}
          </span>
          {subject && <span className="text-ink-2">{subject}</span>}
          {since && <RelativeTime at={since} className="text-xs text-ink-3 md:ml-auto" />}
        </p>
        <p className="mt-0.5 text-ink-2">{message}</p>
        {advice && (
          <p className="mt-1">
            <span className="sr-only">{t('system.advice')}</span> {advice}
          </p>
        )}
      </div>
    </li>
  )
}
