import type { ActivityLog } from '@parley/contract/activity-log/activity-log'
import { Link } from '@tanstack/react-router'
import { ArrowRight, ArrowUpRight, KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { clockTime, fullDate, fullDateTime } from '../../format/date-time.tsx'
import { activitySentence, targetPage, targetText } from './activity-text.ts'
import { type ChangeText, changeText } from './change-text.ts'

/** More changed fields than this are collapsed: a new entity lists all of them. */
const MAX_VISIBLE_CHANGES = 4
/** Long values, such as a body or a signature, are cut to this length. */
const MAX_VALUE_LENGTH = 160

/** Entries grouped by day. */
export function ActivityRows({ entries }: { entries: readonly ActivityLog[] }) {
  const days = Object.entries(Object.groupBy(entries, (entry) => fullDate(entry.created_at)))
  return days.map(([day, ofDay = []]) => (
    <section key={day} aria-label={day} className="mb-5">
      <h2 className="sticky top-0 z-10 border-b bg-surface py-1.5 text-xs font-medium text-ink-3">{day}</h2>
      <ol>
        {ofDay.map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  ))
}

function Row({ entry }: { entry: ActivityLog }) {
  const { t, i18n } = useTranslation()
  const changes = entry.changes.map((change) => changeText(change, { t, exists: i18n.exists.bind(i18n) }))
  const page = targetPage(entry)
  const [visibleChanges, hiddenChanges] = [
    changes.slice(0, MAX_VISIBLE_CHANGES),
    changes.slice(MAX_VISIBLE_CHANGES),
  ]
  return (
    <li className="flex gap-3 border-b py-2.5">
      <time
        dateTime={entry.created_at}
        title={fullDateTime(entry.created_at)}
        className="w-14 shrink-0 pt-px text-xs text-ink-3 tabular-nums"
      >
        {clockTime(entry.created_at)}
      </time>
      <div className="min-w-0 flex-1">
        <p className="break-words">
          {activitySentence(entry, t)}
          {entry.actor_kind === 'api_key' && (
            <span className="ml-2 inline-flex items-center gap-1 text-xs text-ink-3">
              <KeyRound size={12} aria-hidden />
              {t('activity.by_key')}
            </span>
          )}
          {page && (
            <Link
              to={page}
              aria-label={t('activity.open', { what: targetText(entry, t) })}
              title={t('activity.open', { what: targetText(entry, t) })}
              className="ml-1 inline-grid size-6 place-items-center rounded-md align-middle text-ink-3 hover:bg-hover hover:text-ink"
            >
              <ArrowUpRight size={14} aria-hidden />
            </Link>
          )}
          {entry.ip && <span className="ml-2 font-mono text-xs text-ink-3">{entry.ip}</span>}
        </p>
        <Changes changes={visibleChanges} />
        {hiddenChanges.length > 0 && (
          <details>
            <summary className="mt-1 w-fit cursor-pointer text-xs text-ink-3 hover:text-ink">
              {t('activity.more', { count: hiddenChanges.length })}
            </summary>
            <Changes changes={hiddenChanges} />
          </details>
        )}
      </div>
    </li>
  )
}

function Changes({ changes }: { changes: readonly ChangeText[] }) {
  const { t } = useTranslation()
  if (changes.length === 0) return null
  return (
    <dl className="mt-1 space-y-0.5 text-xs">
      {changes.map(({ field, before, after, hidden }) => (
        <div key={field} className="flex min-w-0 flex-wrap gap-x-2">
          <dt className="text-ink-3">{field}</dt>
          <dd className="flex min-w-0 flex-wrap items-center gap-x-1.5 break-all">
            {hidden ? (
              t('activity.hidden')
            ) : (
              <>
                {before !== null && <del className="text-ink-3">{truncate(before)}</del>}
                {before !== null && after !== null && (
                  <ArrowRight size={12} aria-hidden className="shrink-0 text-ink-3" />
                )}
                {after === null ? (
                  <span className="text-ink-3">{before === null ? '–' : t('activity.removed')}</span>
                ) : (
                  <ins className="no-underline">{truncate(after)}</ins>
                )}
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const truncate = (text: string): string =>
  text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text
