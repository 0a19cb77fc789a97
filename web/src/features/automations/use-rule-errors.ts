import { useFormState } from 'react-hook-form'
import type { EntityForm } from '../../forms/use-entity-form.ts'
import type { RuleFields } from './rule-fields.ts'

/** Errors of each condition, by group, and of each action; and of either as a whole. */
export type RuleErrors = {
  groups: (string | undefined)[][]
  groupsError: string | undefined
  actions: (string | undefined)[]
  actionsError: string | undefined
}

export function useRuleErrors(form: EntityForm<RuleFields>): RuleErrors {
  // Reads react-hook-form's state, which is mutated in place.
  'use no memo'
  const { errors } = useFormState({ control: form.methods.control, name: 'rules' })
  const body = errors.rules?.[0]
  return {
    groups: [0, 1].map((groupIndex) => firstMessages(body?.groups?.[groupIndex]?.rules)),
    groupsError: body?.groups?.message ?? body?.groups?.root?.message,
    actions: firstMessages(body?.actions),
    actionsError: body?.actions?.message ?? body?.actions?.root?.message,
  }
}

/** The first message of each element. */
const firstMessages = (errors: unknown): (string | undefined)[] =>
  Array.isArray(errors) ? errors.map((element) => findMessage(element)) : []

/** The error's own message, or that of a nested error such as `value.0`. */
function findMessage(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  if ('message' in error && typeof error.message === 'string') return error.message
  for (const [name, part] of Object.entries(error)) {
    // react-hook-form's reference to the control.
    if (name === 'ref') continue
    const nested = findMessage(part)
    if (nested) return nested
  }
  return undefined
}
