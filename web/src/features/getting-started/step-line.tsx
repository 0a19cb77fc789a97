import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { StepName } from './steps.ts'

type Props = {
  step: { name: StepName; done: boolean; to: string | null }
  place: number
  /** The one to take now. */
  isNext: boolean
  /** Where customers write to, once there is an inbox. */
  address: string | undefined
  under: 'h2' | 'h3'
}

/** One step: what it is for and the way there, or that it is done. */
export function StepLine({ step, place, isNext, address, under: Heading }: Props) {
  const { t } = useTranslation()
  const { name, done, to } = step
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
          done && 'bg-good-subtle text-good',
          isNext && 'bg-accent text-accent-ink',
          !done && !isNext && 'bg-press text-ink-2',
        )}
      >
        {done ? <Check size={14} aria-label={t('start.step.done')} /> : place}
      </span>
      <div className="min-w-40 flex-1">
        <Heading className={clsx('font-semibold', done && 'text-ink-2')}>{t(`start.${name}.title`)}</Heading>
        <p className="mt-0.5 text-ink-2 [overflow-wrap:anywhere]">
          <Words step={step} address={address} />
        </p>
      </div>
      {!done && to && (
        <Link
          to={to}
          className={clsx(
            'inline-flex h-7.5 shrink-0 items-center rounded-md px-3 font-medium whitespace-nowrap transition-colors',
            isNext
              ? 'bg-accent text-accent-ink hover:bg-accent-hover'
              : 'border border-line-strong bg-surface text-ink hover:bg-hover',
          )}
        >
          {t(`start.${name}.action`)}
        </Link>
      )}
    </li>
  )
}

function Words({ step: { name, done }, address }: Pick<Props, 'step' | 'address'>) {
  const { t } = useTranslation()
  if (done) return t(name === 'inbox' && !address ? 'start.inbox.text' : `start.${name}.done`, { address })
  if (name !== 'conversation') return t(`start.${name}.text`)
  if (!address) return t('start.conversation.text_later')
  return (
    <>
      {t('start.conversation.text', { address })}{' '}
      <Link to="/admin/inboxes" className="font-medium text-accent-text hover:underline">
        {t('start.conversation.look')}
      </Link>
    </>
  )
}
