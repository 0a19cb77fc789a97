import type { RuleReplay } from '@parley/contract/automation-runs'
import { replayRule } from '@parley/contract/automations'
import { useMutation } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EntityForm } from '../../../admin/use-entity-form.ts'
import { call } from '../../../api/call.ts'
import { occasionWords } from '../../../explanation/condition-words.ts'
import { Reasons } from '../../../explanation/reasons.tsx'
import { fullDateTime } from '../../../format/time.tsx'
import { Button } from '../../../ui/button.tsx'
import { FoldRow } from '../fold-row.tsx'
import type { RuleFields } from '../rule-fields.ts'
import { Days } from './days.tsx'
import { Refused } from './refused.tsx'
import { useRule } from './use-rule.ts'

type Asked = { days: number; page: number }

/** Asks what the rule would have done in the last days, from what was recorded; nothing happens. */
export function Replay({ of, id }: { of: EntityForm<RuleFields>; id?: number }) {
  const { t } = useTranslation()
  const { rule, print } = useRule(of)
  const under_way = useRef<AbortController>(null)
  const [shown, setShown] = useState<{ replay: RuleReplay; days: number; print: string } | null>(null)
  const replay = useMutation({
    networkMode: 'always',
    mutationFn: async ({ days, page }: Asked) => {
      under_way.current = new AbortController()
      const answer = await call(replayRule, {
        signal: under_way.current.signal,
        body: { rule, rule_id: id ?? null, days, page: String(page) },
      })
      return { answer, print }
    },
    onSuccess: ({ answer, print: asked }, { days, page }) =>
      setShown((before) => ({
        replay:
          page > 1 && before ? { ...answer, results: [...before.replay.results, ...answer.results] } : answer,
        days,
        print: asked,
      })),
  })
  const cancelled = replay.error !== null && under_way.current?.signal.aborted === true
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
            <Button variant="ghost" onClick={() => under_way.current?.abort()}>
              {t('ui.cancel')}
            </Button>
          </>
        )}
      </div>
      {cancelled && <p className="text-ink-3">{t('automations.replay.cancelled')}</p>}
      {replay.error && !cancelled && <Refused error={replay.error} />}
      {shown && !replay.error && (
        <>
          {shown.print !== print && <p className="text-warn">{t('automations.try.stale')}</p>}
          <Result
            replay={shown.replay}
            busy={replay.isPending}
            onMore={
              shown.print === print && shown.replay.page < shown.replay.total_pages
                ? () => replay.mutate({ days: shown.days, page: shown.replay.page + 1 })
                : undefined
            }
          />
        </>
      )}
    </div>
  )
}

function Result({
  replay: { from, to, examined, matched, hidden, is_capped, days, results },
  busy,
  onMore,
}: {
  replay: RuleReplay
  busy: boolean
  onMore: (() => void) | undefined
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
        {days.length > 1 && matched > 0 && <Days days={days} />}
      </div>
      {results.length > 0 && (
        <ul aria-label={t('automations.replay.result')}>
          {results.map(({ at, occasion, reasons, conversation }) => (
            <FoldRow
              key={`${conversation.uuid} ${at} ${occasion}`}
              conversation={conversation}
              line={`${fullDateTime(at)} · ${occasionWords(occasion, t)}`}
            >
              <div className="pt-1 pb-3">
                <Reasons reasons={reasons} />
              </div>
            </FoldRow>
          ))}
        </ul>
      )}
      {hidden > 0 && <p className="px-3.5 py-2 text-ink-3">{t('automations.hidden', { count: hidden })}</p>}
      {onMore && (
        <Button variant="ghost" className="m-2" loading={busy} onClick={onMore}>
          {t('automations.replay.more')}
        </Button>
      )}
    </section>
  )
}
