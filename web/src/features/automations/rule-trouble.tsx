import { dismissRuleTrouble, listRuleTrouble } from '@parley/contract/automations/automations'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { RelativeTime } from '../../format/date-time.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { runsPath } from './automation-search.ts'
import { ConversationLink } from './conversation-link.tsx'

/** Errors of rules that could not run completely, until dismissed. */
export function RuleTrouble() {
  const { t } = useTranslation()
  const { data: troubles = [] } = useQuery({
    queryKey: queryKeys.ruleTrouble,
    queryFn: ({ signal }) => call(listRuleTrouble, { signal }),
  })
  const dismissal = useApiMutation(() => call(dismissRuleTrouble), { invalidateKey: queryKeys.ruleTrouble })
  if (troubles.length === 0) return null
  return (
    <section
      aria-label={t('automations.trouble')}
      className="mb-4 flex gap-2.5 rounded-lg border border-warn-line bg-warn-subtle px-3.5 py-3"
    >
      <TriangleAlert size={16} aria-hidden className="mt-0.5 text-warn" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-start justify-between gap-2">
          <p className="font-semibold">{t('automations.trouble')}</p>
          <Button size="sm" loading={dismissal.isPending} onClick={() => dismissal.mutate()}>
            {t('automations.trouble.dismiss')}
          </Button>
        </div>
        <ul className="mt-1 space-y-2">
          {troubles.map(({ rule_id, rule, message, count, last_at, conversations, hidden }) => (
            <li key={`${rule_id} ${rule} ${message}`} className="wrap-anywhere">
              <span className="font-medium">
                {rule_id === null ? rule : <Link to={runsPath(rule_id)}>{rule}</Link>}
              </span>
              : {message}.{' '}
              <span className="text-ink-3">
                {t('automations.trouble.times', { count })} · <RelativeTime at={last_at} />
              </span>
              <span className="flex flex-wrap gap-x-3">
                {conversations.map((conversation) => (
                  <ConversationLink key={conversation.uuid} conversation={conversation} short />
                ))}
                {hidden > 0 && (
                  <span className="text-ink-3">{t('automations.hidden', { count: hidden })}</span>
                )}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
