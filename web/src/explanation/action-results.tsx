import type { RuleActionResult } from '@parley/contract/automations/automation-runs'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { outcomeText, ruleActionIcon, ruleActionText } from './rule-action-text.ts'

/** The actions of a rule in order, each with its outcome. */
export function ActionResults<Action extends RuleActionResult>({
  actions,
  outcomeOf,
  renderDetails,
}: {
  actions: readonly Action[]
  /** Replaces the text of the outcome. */
  outcomeOf?: (action: Action) => string
  /** Rendered under an action. */
  renderDetails?: (action: Action) => ReactNode
}) {
  const { t } = useTranslation()
  return (
    <ol className="grid gap-1.5">
      {actions.map((action, index) => {
        const Icon = ruleActionIcon(action.type)
        const isRefused = action.outcome === 'refused'
        return (
          // The same action may occur twice; the list never changes.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index} className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-2">
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
