import type { MailDelivery } from '@parley/contract/email/mail-deliveries'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { stateKeys } from './state-badge.tsx'

type State = MailDelivery['state']

/** Filters deliveries by state. */
export function StateFilter({
  states,
  value,
  counts,
  onChange,
}: {
  states: readonly State[]
  value: State | null
  counts: Record<State, number> | undefined
  onChange: (state: State | null) => void
}) {
  const { t } = useTranslation()
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{t('ledger.state')}</legend>
      {[null, ...states].map((state) => (
        <button
          key={state}
          type="button"
          aria-pressed={value === state}
          onClick={() => onChange(state)}
          className={clsx(
            'inline-flex h-7 items-center gap-1.5 rounded-md px-2.5 font-medium transition-colors',
            value === state ? 'bg-accent-subtle text-accent-text' : 'text-ink-2 hover:bg-hover',
          )}
        >
          {t(state ? stateKeys[state] : 'ledger.state.all')}
          {state && counts && counts[state] > 0 && (
            <span className="text-xs tabular-nums">{counts[state]}</span>
          )}
        </button>
      ))}
    </fieldset>
  )
}
