import { useFormState } from 'react-hook-form'
import type { EntityForm } from '../../admin/form/use-entity-form.ts'
import type { RuleFields } from './rule-fields.ts'

/** What is wrong with each condition, by group, and with each action; and with either as a whole. */
export type RuleErrors = {
  groups: (string | undefined)[][]
  groupsError: string | undefined
  actions: (string | undefined)[]
  actionsError: string | undefined
}

export function useRuleErrors(form: EntityForm<RuleFields>): RuleErrors {
  // Reads the library's state, which changes in place.
  'use no memo'
  const { errors } = useFormState({ control: form.methods.control, name: 'rules' })
  const body = errors.rules?.[0]
  return {
    groups: [0, 1].map((at) => firstMessages(body?.groups?.[at]?.rules)),
    groupsError: body?.groups?.message ?? body?.groups?.root?.message,
    actions: firstMessages(body?.actions),
    actionsError: body?.actions?.message ?? body?.actions?.root?.message,
  }
}

/** The first complaint about each element. */
const firstMessages = (errors: unknown): (string | undefined)[] =>
  Array.isArray(errors) ? errors.map((one) => findMessage(one)) : []

/** Its own, or that of a part of it such as `value.0`. */
function findMessage(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  if ('message' in error && typeof error.message === 'string') return error.message
  for (const [name, part] of Object.entries(error)) {
    // The library's way to the control.
    if (name === 'ref') continue
    const found = findMessage(part)
    if (found) return found
  }
  return undefined
}
