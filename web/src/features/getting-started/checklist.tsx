import { parseFromHeader } from '@parley/contract/email/from-header'
import { type GettingStarted, isSetupIncomplete } from '@parley/contract/settings/getting-started'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { may } from '../../session/permissions.ts'
import { inboxesQuery } from '../../session/queries.ts'
import { useMe } from '../../session/use-me.ts'
import { DismissButton, RestoreButton } from './dismissal.tsx'
import { StepLine } from './step-line.tsx'
import { essentialsFor, findNextStep, isDone, recommendedFor } from './steps.ts'
import { useKeepStep } from './use-keep-step.ts'

/** Setup progress: essential steps first, then recommended ones. */
export function Checklist({ progress }: { progress: GettingStarted }) {
  const { t } = useTranslation()
  const me = useMe()
  const inboxes = useQuery({ ...inboxesQuery, enabled: may(me, 'inboxes:manage') }).data
  // With several inboxes, we don't know which one works.
  const address = inboxes?.length === 1 && inboxes[0] ? parseFromHeader(inboxes[0].from).address : undefined
  const keepStep = useKeepStep(progress.kept)
  const essentials = essentialsFor(me, progress)
  const recommended = recommendedFor(me, progress)
  const steps = [...essentials, ...recommended]
  const next = findNextStep(steps)
  const doneCount = steps.filter(isDone).length
  return (
    <section aria-labelledby="getting-started">
      <header className="flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <h2 id="getting-started" className="text-xl font-semibold tracking-[-0.01em]">
            {t('start.title')}
          </h2>
          <p className="mt-0.5 text-ink-2">{t('start.lead')}</p>
        </div>
        {isSetupIncomplete(progress) && (progress.dismissed ? <RestoreButton /> : <DismissButton />)}
      </header>
      <div className="mt-5 flex items-center gap-3">
        <div aria-hidden className="h-1 flex-1 overflow-hidden rounded-full bg-press">
          <div
            className="h-full rounded-full bg-accent transition-[width]"
            style={{ width: `${(100 * doneCount) / steps.length}%` }}
          />
        </div>
        <p role="status" className="text-xs text-ink-3 tabular-nums">
          {t('start.progress', { done: doneCount, all: steps.length })}
        </p>
      </div>
      <ol className="mt-4 flex flex-col gap-2">
        {essentials.map((step, index) => (
          <StepLine
            key={step.name}
            step={step}
            number={index + 1}
            isNext={step.name === next}
            address={address}
            onKeep={keepStep}
          />
        ))}
      </ol>
      <h3 id="getting-started-recommended" className="mt-6 mb-2 text-xs font-medium text-ink-3">
        {t('start.recommended')}
      </h3>
      <ol aria-labelledby="getting-started-recommended" className="flex flex-col gap-2">
        {recommended.map((step, index) => (
          <StepLine
            key={step.name}
            step={step}
            number={essentials.length + index + 1}
            isNext={step.name === next}
            address={address}
            onKeep={keepStep}
          />
        ))}
      </ol>
    </section>
  )
}
