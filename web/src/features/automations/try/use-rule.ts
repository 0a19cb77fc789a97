import { useWatch } from 'react-hook-form'
import type { EntityForm } from '../../../admin/use-entity-form.ts'
import type { RuleFields } from '../rule-fields.ts'

/** The rule as it stands in the form, and as a text that is another one once anything of it has changed. */
export function useRule(of: EntityForm<RuleFields>): { rule: RuleFields; print: string } {
  const rule = useWatch({ control: of.form.control }) as RuleFields // all fields have values from the start
  return { rule, print: JSON.stringify(rule) }
}
