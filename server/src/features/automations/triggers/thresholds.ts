import { type HoursField, hoursFields } from '@parley/contract/automations/automation-fields'
import type { RuleBody } from '../rules/rule.ts'

/** A time that a rule waits for: this many hours after a base time. */
export type Threshold = { field: HoursField; hours: number }

const HOUR = 3_600_000

/** Without duplicates. "less than" never becomes true as time passes, so it is only checked when another threshold fires. */
export function thresholdsOf(body: Pick<RuleBody, 'groups'>): Threshold[] {
  const thresholds = new Map<string, Threshold>()
  for (const { rules } of body.groups)
    for (const { field, field_type, operator, value } of rules) {
      const name = hoursFields.find((one) => one === field)
      if (!name || field_type !== 'conversation') continue
      if (operator !== 'greater than' && operator !== 'equals') continue
      thresholds.set(`${name} ${Number(value)}`, { field: name, hours: Number(value) })
    }
  return [...thresholds.values()]
}

export const dueAt = (base: Date, hours: number): Date => new Date(base.getTime() + Math.round(hours * HOUR))
