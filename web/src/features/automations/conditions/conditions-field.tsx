import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Plus, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useField, useFieldValue } from '../../../forms/fields/fields.tsx'
import type { EntityForm } from '../../../forms/use-entity-form.ts'
import { customAttributesQuery } from '../../../session/queries.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { IconButton } from '../../../ui/inputs/icon-button.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { type BodyFields, emptyGroup, type GroupFields, type RuleFields } from '../rule-fields.ts'
import { useRuleErrors } from '../use-rule-errors.ts'
import { ConditionRow } from './condition-row.tsx'
import { listFieldOptions, newCondition } from './field-options.ts'

/** Two groups of conditions: all or any within a group, and both or either of the groups. */
export function ConditionsField({ form }: { form: EntityForm<RuleFields> }) {
  const { t } = useTranslation()
  const { field } = useField({ form, name: 'rules' })
  const [body] = field.value as BodyFields[] // the field's own type
  const errors = useRuleErrors(form)
  const [isAddingGroup, setIsAddingGroup] = useState(false)
  const addGroupRef = useRef<HTMLDivElement>(null)
  const id = useId()
  if (!body) return null
  const change = (part: Partial<BodyFields>) => field.onChange([{ ...body, ...part }])
  const setGroup = (at: number, group: GroupFields) => change({ groups: body.groups.with(at, group) })
  const [first = emptyGroup(), second = emptyGroup()] = body.groups
  const showsSecondGroup = isAddingGroup || second.rules.length > 0
  const isEmpty = first.rules.length + second.rules.length === 0
  return (
    <div
      data-invalid={errors.groupsError ? '' : undefined}
      aria-describedby={errors.groupsError ? id : undefined}
      className="grid gap-3"
    >
      {isEmpty && (
        <p className="text-ink-3">
          {t(
            body.group_operator === 'AND' ? 'automations.conditions.none' : 'automations.conditions.none_or',
          )}
        </p>
      )}
      <ConditionGroup
        form={form}
        number={1}
        group={first}
        errors={errors.groups[0] ?? []}
        onChange={(group) => setGroup(0, group)}
      />
      {showsSecondGroup ? (
        <>
          <div className="w-64 max-w-full">
            <Select
              label={t('automations.between')}
              value={body.group_operator}
              onValueChange={(group_operator) => change({ group_operator })}
              options={logicalOperators.map((value) => ({ value, label: t(`automations.between.${value}`) }))}
            />
          </div>
          <ConditionGroup
            form={form}
            number={2}
            group={second}
            errors={errors.groups[1] ?? []}
            onChange={(group) => setGroup(1, group)}
            onRemove={() => {
              setIsAddingGroup(false)
              setGroup(1, emptyGroup())
              requestAnimationFrame(() => addGroupRef.current?.querySelector('button')?.focus())
            }}
          />
        </>
      ) : (
        !isEmpty && (
          <div ref={addGroupRef}>
            <Button
              size="sm"
              variant="ghost"
              className="px-2 text-ink-3"
              onClick={() => setIsAddingGroup(true)}
            >
              <Plus size={14} aria-hidden />
              {t('automations.group.add')}
            </Button>
          </div>
        )
      )}
      {errors.groupsError && (
        <p id={id} role="alert" className="flex items-start gap-1.5 text-xs text-bad">
          <CircleAlert size={14} aria-hidden className="mt-px shrink-0" />
          {errors.groupsError}
        </p>
      )}
    </div>
  )
}

const logicalOperators = ['AND', 'OR'] as const

function ConditionGroup({
  form,
  number,
  group,
  errors,
  onChange,
  onRemove,
}: {
  form: EntityForm<RuleFields>
  number: number
  group: GroupFields
  errors: readonly (string | undefined)[]
  onChange: (group: GroupFields) => void
  onRemove?: () => void
}) {
  const { t } = useTranslation()
  const type = useFieldValue(form, 'type')
  const { data: attributes = [] } = useQuery(customAttributesQuery)
  const fields = listFieldOptions(type, attributes)
  const addButtonRef = useRef<HTMLDivElement>(null)
  /** The index of the newly added condition, which gets the focus. */
  const [newestIndex, setNewestIndex] = useState<number>()
  const { rules } = group
  return (
    <fieldset className="grid min-w-0 gap-2 rounded-lg border bg-surface-sunk p-3">
      <legend className="sr-only">{t('automations.group.number', { number })}</legend>
      {(rules.length > 1 || onRemove) && (
        <div className="flex items-center gap-2">
          <div className="w-64 max-w-full">
            <Select
              label={t('automations.match')}
              value={group.logical_op}
              onValueChange={(logical_op) => onChange({ ...group, logical_op })}
              options={logicalOperators.map((value) => ({ value, label: t(`automations.match.${value}`) }))}
            />
          </div>
          {onRemove && (
            <IconButton label={t('automations.group.remove')} onClick={onRemove} className="ml-auto">
              <X size={16} aria-hidden />
            </IconButton>
          )}
        </div>
      )}
      {rules.map((condition, index) => (
        <ConditionRow
          // Conditions have no ids, and their controls no state of their own.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={index}
          condition={condition}
          fieldOptions={fields}
          attributes={attributes}
          error={errors[index]}
          autoFocus={index === newestIndex}
          onChange={(next) => onChange({ ...group, rules: rules.with(index, next) })}
          onRemove={() => {
            // The button is removed with its row; keep the focus in the group.
            addButtonRef.current?.querySelector('button')?.focus()
            setNewestIndex(undefined)
            onChange({ ...group, rules: rules.toSpliced(index, 1) })
          }}
        />
      ))}
      <div ref={addButtonRef}>
        <Button
          size="sm"
          onClick={() => {
            setNewestIndex(rules.length)
            onChange({ ...group, rules: [...rules, newCondition()] })
          }}
        >
          <Plus size={14} aria-hidden />
          {t('automations.condition.add')}
        </Button>
      </div>
    </fieldset>
  )
}
