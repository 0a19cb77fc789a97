import type { CheckedCondition, RuleReasons } from '@parley/contract/automations/automation-runs'
import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { customAttributesQuery } from '../session/queries.ts'
import { conditionFieldText, conditionValueText, operatorText, takesValue } from './condition-text.ts'

type EvaluatedCondition = z.infer<typeof CheckedCondition>

/** Each condition of a rule with the value that was found, group by group. */
export function Reasons({ reasons }: { reasons: RuleReasons }) {
  const { t } = useTranslation()
  const groups = reasons.groups.filter(({ rules }) => rules.length > 0)
  if (groups.length === 0)
    return (
      <p className="text-ink-3">
        {t(reasons.matched ? 'automations.reasons.none' : 'automations.reasons.none_or')}
      </p>
    )
  return (
    <div className="grid gap-2">
      {groups.map((group, groupIndex) => (
        // Groups have no ids, and never move.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <section key={groupIndex} className="min-w-0">
          {groupIndex > 0 && (
            <p className="mb-2 text-xs font-medium text-ink-3">
              {t(`automations.between.${reasons.group_operator}`)}
            </p>
          )}
          {group.rules.length > 1 && (
            <p className="mb-1 text-xs text-ink-3">{t(`automations.match.${group.logical_op}`)}</p>
          )}
          <ul className="grid gap-1">
            {group.rules.map((condition, index) => (
              // As above.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <ConditionLine key={index} condition={condition} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function ConditionLine({ condition }: { condition: EvaluatedCondition }) {
  const { t } = useTranslation()
  const { data: attributes = [] } = useQuery(customAttributesQuery)
  const { holds, operator, actual, actual_text, value_text, field } = condition
  const Icon = holds ? Check : X
  const actualValue = actual_text ?? actual
  return (
    <li className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-2">
      <Icon size={14} aria-hidden className={`mt-0.75 ${holds ? 'text-good' : 'text-bad'}`} />
      <div className="min-w-0 wrap-anywhere">
        <span className="sr-only">
          {t(holds ? 'automations.reasons.holds' : 'automations.reasons.fails')}{' '}
        </span>
        <span className="font-medium">{conditionFieldText(condition, attributes, t)}</span>{' '}
        <span className="text-ink-2">{operatorText(operator, t)}</span>{' '}
        {takesValue(operator) && <span dir="auto">{conditionValueText(field, value_text, t)}</span>}
        <div className="text-xs text-ink-3">
          {actualValue === null || actualValue === ''
            ? t('automations.reasons.nothing')
            : t('automations.reasons.found', { found: truncate(conditionValueText(field, actualValue, t)) })}
        </div>
      </div>
    </li>
  )
}

/** The beginning of a long message is enough. */
const truncate = (text: string) => (text.length > 160 ? `${text.slice(0, 160)}…` : text)
