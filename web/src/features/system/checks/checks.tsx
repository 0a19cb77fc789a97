import { runChecks } from '@parley/contract/system/system-checks'
import type { CheckResult, Finding, FindingState } from '@parley/contract/system/system-findings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { RelativeTime } from '../../../format/date-time.tsx'
import { ErrorState } from '../../../ui/display/error-state.tsx'
import { Skeleton } from '../../../ui/display/skeleton.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { checksQuery } from '../system-queries.ts'
import { SystemSection } from '../system-section.tsx'

const icons = { ok: CircleCheck, warning: TriangleAlert, error: CircleX }
const tones = { ok: 'text-good', warning: 'text-warn', error: 'text-bad' }
const order: readonly FindingState[] = ['error', 'warning', 'ok']

/** What the checks of the installation found, problems first. They can be run again. */
export function Checks() {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const { data, error, refetch } = useQuery(checksQuery)
  const run = useApiMutation(() => call(runChecks), {
    onSuccess: (results) => {
      cache.setQueryData(queryKeys.systemChecks, results)
    },
  })
  const checkedAt = data?.map(({ checked_at }) => checked_at).toSorted()[0]
  return (
    <SystemSection
      title={t('system.checks')}
      aside={
        <span className="flex items-center gap-3">
          {checkedAt && !run.isPending && <RelativeTime at={checkedAt} className="text-xs text-ink-3" />}
          <Button size="sm" loading={run.isPending} onClick={() => run.mutate()}>
            {t('system.checks.run')}
          </Button>
        </span>
      }
    >
      {!data && error && (
        <ErrorState title={t('system.failed')} message={error.message} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton className="h-40 w-full" />}
      {data?.length === 0 && <p className="text-ink-3">{t('system.checks.none')}</p>}
      {data && data.length > 0 && (
        <ul className="divide-y rounded-sheet border">
          {byState(data).map((result) => (
            <CheckRow key={result.check} result={result} />
          ))}
        </ul>
      )}
    </SystemSection>
  )
}

const stateOf = ({ findings }: CheckResult): FindingState =>
  order.find((state) => findings.some((finding) => finding.state === state)) ?? 'ok'

const byState = (results: readonly CheckResult[]) =>
  results.toSorted((a, b) => order.indexOf(stateOf(a)) - order.indexOf(stateOf(b)))

function CheckRow({ result }: { result: CheckResult }) {
  const { t } = useTranslation()
  const state = stateOf(result)
  const Icon = icons[state]
  const problems = result.findings.filter((finding) => finding.state !== 'ok')
  const [first] = result.findings
  return (
    <li className="flex items-start gap-3 px-4 py-2.5">
      <Icon
        size={16}
        aria-label={t(`system.finding.${state}`)}
        className={`mt-0.5 shrink-0 ${tones[state]}`}
      />
      <div className="grid min-w-0 flex-1 gap-x-4 md:grid-cols-[12rem_minmax(0,1fr)]">
        <h3 className="font-medium">{t(`system.check.${result.check}`)}</h3>
        <div className="min-w-0 wrap-anywhere text-ink-2">
          {problems.length === 0 &&
            (result.findings.length === 1
              ? first?.message
              : t('system.findings.ok', { count: result.findings.length }))}
          {problems.map((finding) => (
            <FindingText key={`${finding.subject} ${finding.message}`} finding={finding} />
          ))}
        </div>
      </div>
    </li>
  )
}

function FindingText({ finding: { state, subject, message, advice } }: { finding: Finding }) {
  return (
    <div className="not-first:mt-2">
      <p>
        <span className={`font-medium ${tones[state]}`}>{subject ? `${subject}: ` : ''}</span>
        {message}
      </p>
      {advice && <p className="mt-0.5 text-ink">{advice}</p>}
    </div>
  )
}
