import type { RuleActionResult } from '@parley/contract/automations/automation-runs'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { outcomeText, ruleActionIcon, ruleActionText } from './rule-action-text.ts'

/** The actions of a rule, in order, with what came of each. */
export function ActionResults<Action extends RuleActionResult>({
  actions,
  outcomeOf,
  renderDetails,
}: {
  actions: readonly Action[]
  /** In the outcome's place. */
  outcomeOf?: (action: Action) => string
  /** Under an action. */
  renderDetails?: (action: Action) => ReactNode
}) {
  const { t } = useTranslation()
  return (
    <ol className="grid gap-1.5">
      {actions.map((action, place) => {
        const Icon = ruleActionIcon(action.type)
        const isRefused = action.outcome === 'refused'
        return (
          // The same action may stand there twice; none of them moves.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={place} className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-2">
            <Icon size={14} aria-hidden className="mt-0.75 text-ink-3" />
            <div className="min-w-0 wrap-anywhere">
              <span dir="auto">{ruleActionText(action, t)}</span>
              <div className={`text-xs ${isRefused ? 'text-bad' : 'text-ink-3'}`}>
                {outcomeOf?.(action) ?? outcomeText(action, t)}
              </div>
              {renderDetails?.(action)}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
