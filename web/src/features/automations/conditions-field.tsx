import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Plus, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useField, useValue } from '../../admin/fields.tsx'
import type { EntityForm } from '../../admin/use-entity-form.ts'
import { customAttributesQuery } from '../../session/queries.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/select.tsx'
import { ConditionRow } from './condition-row.tsx'
import { askables, newCondition } from './conditions.ts'
import { type BodyFields, emptyGroup, type GroupFields, type RuleFields } from './rule-fields.ts'
import { useRuleErrors } from './use-rule-errors.ts'

/** Two groups of conditions: within each all or any must hold, and then both groups or either. */
export function ConditionsField({ of }: { of: EntityForm<RuleFields> }) {
  const { t } = useTranslation()
  const { field } = useField({ of, name: 'rules' })
  const [body] = field.value as BodyFields[] // the field's own type
  const wrong = useRuleErrors(of)
  const [asksSecond, setAsksSecond] = useState(false)
  const add = useRef<HTMLDivElement>(null)
  const id = useId()
  if (!body) return null
  const change = (part: Partial<BodyFields>) => field.onChange([{ ...body, ...part }])
  const setGroup = (at: number, group: GroupFields) => change({ groups: body.groups.with(at, group) })
  const [first = emptyGroup(), second = emptyGroup()] = body.groups
  const showsSecond = asksSecond || second.rules.length > 0
  const isBare = first.rules.length + second.rules.length === 0
  return (
    <div
      data-invalid={wrong.all_groups ? '' : undefined}
      aria-describedby={wrong.all_groups ? id : undefined}
      className="grid gap-3"
    >
      {isBare && (
        <p className="text-ink-3">
          {t(
            body.group_operator === 'AND' ? 'automations.conditions.none' : 'automations.conditions.none_or',
          )}
        </p>
      )}
      <Group
        of={of}
        number={1}
        group={first}
        errors={wrong.groups[0] ?? []}
        onChange={(group) => setGroup(0, group)}
      />
      {showsSecond ? (
        <>
          <div className="w-64 max-w-full">
            <Select
              label={t('automations.between')}
              value={body.group_operator}
              onValueChange={(group_operator) => change({ group_operator })}
              options={joiners.map((value) => ({ value, label: t(`automations.between.${value}`) }))}
            />
          </div>
          <Group
            of={of}
            number={2}
            group={second}
            errors={wrong.groups[1] ?? []}
            onChange={(group) => setGroup(1, group)}
            onRemove={() => {
              setAsksSecond(false)
              setGroup(1, emptyGroup())
              requestAnimationFrame(() => add.current?.querySelector('button')?.focus())
            }}
          />
        </>
      ) : (
        !isBare && (
          <div ref={add}>
            <Button size="sm" variant="ghost" className="px-2 text-ink-3" onClick={() => setAsksSecond(true)}>
              <Plus size={14} aria-hidden />
              {t('automations.group.add')}
            </Button>
          </div>
        )
      )}
      {wrong.all_groups && (
        <p id={id} role="alert" className="flex items-start gap-1.5 text-xs text-bad">
          <CircleAlert size={14} aria-hidden className="mt-px shrink-0" />
          {wrong.all_groups}
        </p>
      )}
    </div>
  )
}

const joiners = ['AND', 'OR'] as const

function Group({
  of,
  number,
  group,
  errors,
  onChange,
  onRemove,
}: {
  of: EntityForm<RuleFields>
  number: number
  group: GroupFields
  errors: readonly (string | undefined)[]
  onChange: (group: GroupFields) => void
  onRemove?: () => void
}) {
  const { t } = useTranslation()
  const type = useValue(of, 'type')
  const { data: attributes = [] } = useQuery(customAttributesQuery)
  const fields = askables(type, attributes)
  const foot = useRef<HTMLDivElement>(null)
  /** Where a condition was added last: it gets the focus. */
  const [newest, setNewest] = useState<number>()
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
              options={joiners.map((value) => ({ value, label: t(`automations.match.${value}`) }))}
            />
          </div>
          {onRemove && (
            <IconButton label={t('automations.group.remove')} onClick={onRemove} className="ml-auto">
              <X size={16} aria-hidden />
            </IconButton>
          )}
        </div>
      )}
      {rules.map((condition, at) => (
        <ConditionRow
          // Conditions have no names; their controls hold nothing of their own.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={at}
          condition={condition}
          fields={fields}
          attributes={attributes}
          error={errors[at]}
          autoFocus={at === newest}
          onChange={(next) => onChange({ ...group, rules: rules.with(at, next) })}
          onRemove={() => {
            // The row goes with its button; the focus stays in the group.
            foot.current?.querySelector('button')?.focus()
            setNewest(undefined)
            onChange({ ...group, rules: rules.toSpliced(at, 1) })
          }}
        />
      ))}
      <div ref={foot}>
        <Button
          size="sm"
          onClick={() => {
            setNewest(rules.length)
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
