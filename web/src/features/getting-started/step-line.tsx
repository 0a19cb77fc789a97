import type { SetupStep } from '@parley/contract/settings/getting-started'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/inputs/button.tsx'
import { isDone, type Step } from './steps.ts'

type Props = {
  step: Step
  number: number
  /** Whether this is the next step to take. */
  isNext: boolean
  /** The inbox's address, once there is one. */
  address: string | undefined
  onKeep: (name: SetupStep, keep: boolean) => Promise<void>
}

/** One step: what it is for and a link, or that it is done. */
export function StepLine({ step, number, isNext, address, onKeep }: Props) {
  const { t } = useTranslation()
  const { name, to, state } = step
  const isStepDone = isDone(step)
  return (
    <li
      aria-current={isNext ? 'step' : undefined}
      className={clsx(
        'flex flex-wrap items-center gap-x-3.5 gap-y-3 rounded-lg border px-4 py-3.5',
        isNext ? 'border-line-strong bg-surface' : 'bg-surface-sunk',
      )}
    >
      <span
        className={clsx(
          'grid size-6 shrink-0 place-items-center self-start rounded-full text-xs font-semibold tabular-nums',
          isStepDone && 'bg-good-subtle text-good',
          isNext && 'bg-accent text-accent-ink',
          !isStepDone && !isNext && 'bg-press text-ink-2',
        )}
      >
        {isStepDone ? <Check size={14} aria-label={t('start.step.done')} /> : number}
      </span>
      <div className="min-w-40 flex-1">
        <h3 className={clsx('font-semibold', isStepDone && 'text-ink-2')}>{t(`start.${name}.title`)}</h3>
        <p className="mt-0.5 text-ink-2 [overflow-wrap:anywhere]">
          <StepText step={step} address={address} />
        </p>
      </div>
      {!isStepDone && (to || step.canKeep) && (
        <span className="flex shrink-0 flex-wrap gap-2">
          {step.canKeep && (
            <Button
              variant="ghost"
              aria-label={t('start.keep_named', { step: t(`start.${name}.title`) })}
              onClick={() => void onKeep(name, true)}
            >
              {t('start.keep')}
            </Button>
          )}
          {to && (
            <Link
              to={to}
              className={clsx(
                'inline-flex h-7.5 items-center rounded-md px-3 font-medium whitespace-nowrap transition-colors',
                isNext
                  ? 'bg-accent text-accent-ink hover:bg-accent-hover'
                  : 'border border-line-strong bg-surface text-ink hover:bg-hover',
              )}
            >
              {t(state === 'begun' ? `start.${name}.action_begun` : `start.${name}.action`)}
            </Link>
          )}
        </span>
      )}
      {state === 'kept' && (
        <Button
          variant="ghost"
          aria-label={t('start.unkeep_named', { step: t(`start.${name}.title`) })}
          onClick={() => void onKeep(name, false)}
        >
          {t('start.unkeep')}
        </Button>
      )}
    </li>
  )
}

function StepText({ step: { name, state }, address }: Pick<Props, 'step' | 'address'>) {
  const { t } = useTranslation()
  if (state === 'kept') return t('start.kept')
  // Without permission for inboxes their addresses are unknown.
  const isNamed = address !== undefined
  if (name === 'conversation' && state !== 'done') {
    if (!isNamed) return t('start.conversation.text_later')
    return (
      <>
        {t('start.conversation.text', { address })}{' '}
        <Link to="/admin/inboxes" className="font-medium text-accent-text hover:underline">
          {t('start.conversation.look')}
        </Link>
      </>
    )
  }
  if (state === 'done') return t(`start.${name}.done`, { address: address ?? t('start.your_inbox') })
  return t(state === 'begun' ? `start.${name}.text_begun` : `start.${name}.text`, {
    address: address ?? t('start.your_inbox'),
  })
}
