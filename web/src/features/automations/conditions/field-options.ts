import {
  type RuleFieldKind,
  type RuleFieldName,
  type RuleFieldType,
  type RuleOperator,
  type RuleType,
  ruleAttributeFieldKinds,
  ruleField,
  ruleFields,
  ruleOperatorsByKind,
} from '@parley/contract/automations/automation-fields'
import type { CustomAttribute } from '@parley/contract/custom-attributes/custom-attributes'
import { takesValue } from '../../../explanation/condition-text.ts'
import type { ConditionFields } from '../rule-fields.ts'

/** A field that a condition can check. */
export type FieldOption = {
  /** Field type and field, joined. */
  id: string
  kind: RuleFieldKind
  field: string
  field_type: RuleFieldType
  /** The kind of entity whose ids are the values. */
  source?: NonNullable<ReturnType<typeof ruleField>['reference_data']>
  /** The allowed values, if they are fixed. */
  values?: readonly string[]
}

const fieldOptionId = ({ field, field_type }: Pick<ConditionFields, 'field' | 'field_type'>) =>
  `${field_type} ${field}`

/** The fields that a type of rule can check in this workspace. */
export function listFieldOptions(type: RuleType, attributes: readonly CustomAttribute[]): FieldOption[] {
  const builtInFields = (Object.keys(ruleFields) as RuleFieldName[]).flatMap((field): FieldOption[] => {
    const { kind, reference_data: source, values, rule_types: types } = ruleField(field)
    if (types && !types.includes(type)) return []
    const field_type = 'conversation'
    return [
      {
        id: fieldOptionId({ field, field_type }),
        kind,
        field,
        field_type,
        ...(source && { source }),
        ...(values && { values }),
      },
    ]
  }) // Object.keys forgets the keys' type
  const attributeFields = attributes.map(({ key, applies_to, data_type, values }): FieldOption => {
    const field_type = applies_to === 'contact' ? 'contact_custom_attribute' : 'conversation_custom_attribute'
    return {
      id: fieldOptionId({ field: key, field_type }),
      kind: ruleAttributeFieldKinds[data_type],
      field: key,
      field_type,
      ...(data_type === 'list' && { values }),
    }
  })
  return [...builtInFields, ...attributeFields]
}

export const findFieldOption = (
  all: readonly FieldOption[],
  condition: ConditionFields,
): FieldOption | undefined => all.find(({ id }) => id === fieldOptionId(condition))

export const newCondition = (): ConditionFields => ({
  field: '',
  field_type: 'conversation',
  operator: 'equals',
  value: '',
  case_sensitive_match: false,
})

/** Changing the field resets operator and value. */
export function withField(condition: ConditionFields, option: FieldOption): ConditionFields {
  if (fieldOptionId(condition) === option.id) return condition
  const [first] = ruleOperatorsByKind[option.kind]
  const operator: RuleOperator = option.kind === 'text' && !option.values ? 'contains' : first
  return { ...newCondition(), field: option.field, field_type: option.field_type, operator }
}

export const withOperator = (condition: ConditionFields, operator: RuleOperator): ConditionFields => ({
  ...condition,
  operator,
  value: takesValue(operator) ? condition.value : '',
})

/** Splits a comma-separated list of ids or words. */
export const splitList = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
