import { useWatch } from 'react-hook-form'
import type { EntityForm } from '../../../forms/use-entity-form.ts'
import type { RuleFields } from '../rule-fields.ts'

/** The rule's current form values, with a fingerprint that changes with any of them. */
export function useFormRule(form: EntityForm<RuleFields>): { rule: RuleFields; fingerprint: string } {
  const rule = useWatch({ control: form.methods.control }) as RuleFields // all fields have values from the start
  return { rule, fingerprint: JSON.stringify(rule) }
}
