import {
  type RuleFieldKind,
  type RuleFieldName,
  type RuleFieldType,
  type RuleOperator,
  type RuleType,
  ruleAttributeKinds,
  ruleField,
  ruleFields,
  ruleOperatorsOf,
} from '@parley/contract/automation-fields'
import type { CustomAttribute } from '@parley/contract/custom-attributes'
import { wantsValue } from '../../explanation/condition-words.ts'
import type { ConditionFields } from './rule-fields.ts'

/** Something that a condition can look at. */
export type Askable = {
  /** Field type and field, as one text. */
  id: string
  kind: RuleFieldKind
  field: string
  field_type: RuleFieldType
  /** Whose ids a choice holds. */
  of?: NonNullable<ReturnType<typeof ruleField>['of']>
  /** The only values that there are. */
  values?: readonly string[]
}

const idOf = ({ field, field_type }: Pick<ConditionFields, 'field' | 'field_type'>) =>
  `${field_type} ${field}`

/** What a rule of a type can look at in this workspace. */
export function askables(type: RuleType, attributes: readonly CustomAttribute[]): Askable[] {
  const own = (Object.keys(ruleFields) as RuleFieldName[]).flatMap((field): Askable[] => {
    const { kind, of, values, in: types } = ruleField(field)
    if (types && !types.includes(type)) return []
    const field_type = 'conversation'
    return [
      {
        id: idOf({ field, field_type }),
        kind,
        field,
        field_type,
        ...(of && { of }),
        ...(values && { values }),
      },
    ]
  }) // Object.keys forgets the keys' type
  const further = attributes.map(({ key, applies_to, data_type, values }): Askable => {
    const field_type = applies_to === 'contact' ? 'contact_custom_attribute' : 'conversation_custom_attribute'
    return {
      id: idOf({ field: key, field_type }),
      kind: ruleAttributeKinds[data_type],
      field: key,
      field_type,
      ...(data_type === 'list' && { values }),
    }
  })
  return [...own, ...further]
}

export const askableOf = (all: readonly Askable[], condition: ConditionFields): Askable | undefined =>
  all.find(({ id }) => id === idOf(condition))

export const newCondition = (): ConditionFields => ({
  field: '',
  field_type: 'conversation',
  operator: 'equals',
  value: '',
  case_sensitive_match: false,
})

/** Another field asks other questions: operator and value begin anew. */
export function withField(condition: ConditionFields, asked: Askable): ConditionFields {
  if (idOf(condition) === asked.id) return condition
  const [first] = ruleOperatorsOf[asked.kind]
  const operator: RuleOperator = asked.kind === 'text' && !asked.values ? 'contains' : first
  return { ...newCondition(), field: asked.field, field_type: asked.field_type, operator }
}

export const withOperator = (condition: ConditionFields, operator: RuleOperator): ConditionFields => ({
  ...condition,
  operator,
  value: wantsValue(operator) ? condition.value : '',
})

/** Ids or words of a list with commas. */
export const partsOf = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
