import type { Rule } from '@parley/contract/automations/automation-rules'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../format/date-time.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { sortEvents } from './rule-fields.ts'

/** Events beyond this number are only counted. */
const MAX_EVENTS = 3

/** The rule's triggers, how often it ran and when it ran last. */
export function RuleSummary({ rule }: { rule: Rule }) {
  const { t } = useTranslation()
  const events = sortEvents(rule.events)
  const hiddenEvents = events.slice(MAX_EVENTS)
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-1.5 gap-y-1 py-0.5">
      {events.slice(0, MAX_EVENTS).map((event) => (
        <Badge key={event}>{t(`automations.event.${event}`)}</Badge>
      ))}
      {hiddenEvents.length > 0 && (
        <Badge>
          <span title={hiddenEvents.map((event) => t(`automations.event.${event}`)).join(', ')}>
            +{hiddenEvents.length}
          </span>
        </Badge>
      )}
      <span>
        {rule.matched_count === 0
          ? t('automations.facts.never')
          : t('automations.facts.ran', { count: rule.matched_count })}
        {rule.last_matched_at && (
          <>
            {' · '}
            <RelativeTime at={rule.last_matched_at} />
          </>
        )}
        {rule.description && ` · ${rule.description}`}
      </span>
    </span>
  )
}
