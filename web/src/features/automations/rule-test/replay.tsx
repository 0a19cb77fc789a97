import type { RuleReplay } from '@parley/contract/automations/automation-runs'
import { replayRule } from '@parley/contract/automations/automations'
import { History } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { triggerText } from '../../../explanation/condition-text.ts'
import { Reasons } from '../../../explanation/rule-reasons.tsx'
import { fullDateTime } from '../../../format/date-time.tsx'
import type { EntityForm } from '../../../forms/use-entity-form.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { ExpandableRow } from '../expandable-row.tsx'
import type { RuleFields } from '../rule-fields.ts'
import { ReplayDays } from './replay-days.tsx'
import { RuleTestError } from './rule-test-error.tsx'
import { useFormRule } from './use-form-rule.ts'

type ReplayRequest = { days: number; page: number }

/** Shows what the rule would have done on recorded events of the past days. Changes nothing. */
export function Replay({ form, id }: { form: EntityForm<RuleFields>; id?: number }) {
  const { t } = useTranslation()
  const { rule, fingerprint } = useFormRule(form)
  const [controller, setController] = useState<AbortController | null>(null)
  const [result, setResult] = useState<{ replay: RuleReplay; days: number; fingerprint: string } | null>(null)
  const replay = useApiMutation(
    async ({ days, page }: ReplayRequest) => {
      const newController = new AbortController()
      setController(newController)
      const answer = await call(replayRule, {
        signal: newController.signal,
        body: { rule, rule_id: id ?? null, days, page: String(page) },
      })
      return { answer, fingerprint }
    },
    {
      failure: 'inline',
      onSuccess: ({ answer, fingerprint: requestedFingerprint }, { days, page }) =>
        setResult((previous) => ({
          replay:
            page > 1 && previous
              ? { ...answer, results: [...previous.replay.results, ...answer.results] }
              : answer,
          days,
          fingerprint: requestedFingerprint,
        })),
    },
  )
  const cancelled = replay.error !== null && controller?.signal.aborted === true
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-2">
        {[7, 30].map((days) => (
          <Button key={days} disabled={replay.isPending} onClick={() => replay.mutate({ days, page: 1 })}>
            <History size={14} aria-hidden />
            {t('automations.replay.days', { count: days })}
          </Button>
        ))}
        {replay.isPending && (
          <>
            <span role="status" className="text-ink-3">
              {t('automations.replay.running')}
            </span>
            <Button variant="ghost" onClick={() => controller?.abort()}>
              {t('ui.cancel')}
            </Button>
          </>
        )}
      </div>
      {cancelled && <p className="text-ink-3">{t('automations.replay.cancelled')}</p>}
      {replay.error && !cancelled && <RuleTestError error={replay.error} />}
      {result && !replay.error && (
        <>
          {result.fingerprint !== fingerprint && <p className="text-warn">{t('automations.try.stale')}</p>}
          <ReplayResult
            replay={result.replay}
            busy={replay.isPending}
            onLoadMore={
              result.fingerprint === fingerprint && result.replay.page < result.replay.total_pages
                ? () => replay.mutate({ days: result.days, page: result.replay.page + 1 })
                : undefined
            }
          />
        </>
      )}
    </div>
  )
}

function ReplayResult({
  replay: { from, to, examined, matched, hidden, is_capped, days, results },
  busy,
  onLoadMore,
}: {
  replay: RuleReplay
  busy: boolean
  onLoadMore: (() => void) | undefined
}) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('automations.replay.result')} className="rounded-lg border">
      <div className="border-b px-3.5 py-3">
        <p role="status" className="font-semibold">
          {t('automations.replay.matched', { count: matched })}
        </p>
        <p className="text-ink-3">
          {t('automations.replay.examined', {
            count: examined,
            from: fullDateTime(from),
            to: fullDateTime(to),
          })}
        </p>
        {is_capped && <p className="mt-1 text-warn">{t('automations.replay.capped')}</p>}
        {days.length > 1 && matched > 0 && <ReplayDays days={days} />}
      </div>
      {results.length > 0 && (
        <ul aria-label={t('automations.replay.result')}>
          {results.map(({ at, occasion, reasons, conversation }) => (
            <ExpandableRow
              key={`${conversation.uuid} ${at} ${occasion}`}
              conversation={conversation}
              subtitle={`${fullDateTime(at)} · ${triggerText(occasion, t)}`}
            >
              <div className="pt-1 pb-3">
                <Reasons reasons={reasons} />
              </div>
            </ExpandableRow>
          ))}
        </ul>
      )}
      {hidden > 0 && <p className="px-3.5 py-2 text-ink-3">{t('automations.hidden', { count: hidden })}</p>}
      {onLoadMore && (
        <Button variant="ghost" className="m-2" loading={busy} onClick={onLoadMore}>
          {t('automations.replay.more')}
        </Button>
      )}
    </section>
  )
}
