import type { Conversation } from '@parley/contract/conversations/conversations'
import { getSurveyRefusal, listSurveys, type Survey } from '@parley/contract/conversations/csat'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Star } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { RelativeTime } from '../../format/date-time.tsx'
import { CollapsibleSection } from '../../ui/layout/collapsible-section.tsx'

const surveysQuery = (uuid: string) =>
  queryOptions({
    queryKey: queryKeys.surveys(uuid),
    queryFn: ({ signal }) => call(listSurveys, { params: { uuid }, signal }),
  })

const refusalQuery = ({ uuid, version }: Conversation) =>
  queryOptions({
    queryKey: [...queryKeys.surveys(uuid), 'refusal', version],
    queryFn: ({ signal }) => call(getSurveyRefusal, { params: { uuid }, signal }),
    placeholderData: keepPreviousData,
    // Decided ten seconds after the conversation is resolved.
    refetchInterval: ({ state }) => (state.dataUpdateCount < 2 ? 12_000 : false),
  })

/** The conversation's satisfaction ratings, or why no survey was sent. Renders nothing if there is neither. */
export function SurveySection({ conversation: c }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const surveys = useQuery(surveysQuery(c.uuid)).data ?? []
  const isClosed = c.status_category === 'closed'
  const refusal = useQuery({ ...refusalQuery(c), enabled: isClosed }).data?.reason
  const reason = isClosed && refusal
  if (surveys.length === 0 && !reason) return null
  return (
    <CollapsibleSection storageKey="side.csat" title={t('csat.title')}>
      {reason && <p className="mb-3 text-ink-3 last:mb-0">{t('csat.not_asked', { reason })}</p>}
      <ul className="space-y-3 empty:hidden">
        {surveys.map((survey) => (
          <li key={survey.id}>
            {survey.rating === null ? (
              <PendingSurvey survey={survey} />
            ) : (
              <AnsweredSurvey survey={survey} rating={survey.rating} />
            )}
          </li>
        ))}
      </ul>
    </CollapsibleSection>
  )
}

function PendingSurvey({ survey }: { survey: Survey }) {
  const { t } = useTranslation()
  return (
    <p className="text-ink-3">
      {t('csat.asked')} · <RelativeTime at={survey.sent_at} className="tabular-nums" />
    </p>
  )
}

function AnsweredSurvey({ survey, rating }: { survey: Survey; rating: number }) {
  const { t } = useTranslation()
  const who = [survey.agent, survey.team].filter(Boolean).join(' · ')
  return (
    <>
      <p className="flex min-h-6 items-center gap-2">
        <Stars rating={rating} />
        <span className="min-w-0 flex-1 truncate font-medium">
          {t(`csat.page.rating.${rating}`)}
          <span className="sr-only"> {t('csat.of_five', { rating })}</span>
        </span>
        <RelativeTime
          at={survey.changed_at ?? survey.answered_at ?? survey.sent_at}
          className="shrink-0 text-xs text-ink-3 tabular-nums"
        />
      </p>
      {survey.comment && (
        <p dir="auto" className="mt-1 whitespace-pre-wrap text-ink-2 wrap-anywhere">
          {survey.comment}
        </p>
      )}
      {(who || survey.changed_at) && (
        <p className="mt-1 text-xs text-ink-3">
          {who && t('csat.for', { who })}
          {who && survey.changed_at && ' · '}
          {survey.changed_at && t('csat.changed')}
        </p>
      )}
    </>
  )
}

function Stars({ rating }: { rating: number }) {
  return (
    <span aria-hidden className="flex gap-0.5">
      {[1, 2, 3, 4, 5].map((value) => (
        <Star
          key={value}
          size={14}
          className={clsx(value <= rating ? 'fill-current text-dot-away' : 'text-line-field')}
        />
      ))}
    </span>
  )
}
