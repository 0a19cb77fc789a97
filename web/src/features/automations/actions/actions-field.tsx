import {
  type RuleActionType,
  ruleActionTypes,
  takesNoValue,
} from '@parley/contract/automations/automation-fields'
import { takesSingleId } from '@parley/contract/macros/macro-actions'
import { CircleAlert, Plus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ruleActionIcon } from '../../../explanation/rule-action-text.ts'
import { useField } from '../../../forms/fields/fields.tsx'
import type { EntityForm } from '../../../forms/use-entity-form.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Sortable } from '../../../ui/layout/sortable.tsx'
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx'
import type { ActionFields, BodyFields, RuleFields } from '../rule-fields.ts'
import { useRuleErrors } from '../use-rule-errors.ts'
import { ActionRow } from './action-row.tsx'

/** The rule's actions, in order. */
export function ActionsField({ form }: { form: EntityForm<RuleFields> }) {
  const { t } = useTranslation()
  const { field } = useField({ form, name: 'rules' })
  const [body] = field.value as BodyFields[] // the field's own type
  const actions = body?.actions ?? []
  const errors = useRuleErrors(form)
  const id = useId()
  const addButtonRef = useRef<HTMLDivElement>(null)
  const keys = useStableKeys(actions.length)
  if (!body) return null
  // Of two actions that set the same thing, one would have no effect.
  const availableTypes = ruleActionTypes.filter(
    (type) => !(isSingleton(type) && actions.some((action) => action.type === type)),
  )
  const change = (next: ActionFields[], order: readonly number[]) => {
    keys.set(order)
    field.onChange([{ ...body, actions: next }])
  }
  const nameOf = (key: number) => {
    const action = actions[keys.all.indexOf(key)]
    return action ? t(`automations.action.${action.type}`) : ''
  }
  const add = (type: RuleActionType) =>
    change([...actions, { type, value: takesNoValue(type) ? ['0'] : [] }], keys.withNew())
  const move = (key: number, to: number) => {
    const [from, target] = [keys.all.indexOf(key), keys.all.indexOf(to)]
    change(moveItem(actions, from, target), moveItem(keys.all, from, target))
  }
  return (
    <div
      data-invalid={errors.actionsError ? '' : undefined}
      aria-describedby={errors.actionsError ? id : undefined}
      className="grid gap-3"
    >
      {actions.length === 0 && <p className="text-ink-3">{t('automations.actions.none')}</p>}
      {actions.length > 0 && (
        <Sortable ids={keys.all} nameOf={nameOf} onMove={move}>
          <ol aria-label={t('automations.actions')} className="grid gap-2">
            {actions.map((action, index) => (
              <ActionRow
                key={keys.all[index]}
                id={keys.all[index] ?? 0}
                action={action}
                error={errors.actions[index]}
                form={form}
                onChange={(value) => change(actions.with(index, { ...action, value }), keys.all)}
                onRemove={() => {
                  addButtonRef.current?.querySelector('button')?.focus()
                  change(actions.toSpliced(index, 1), keys.all.toSpliced(index, 1))
                }}
              />
            ))}
          </ol>
        </Sortable>
      )}
      <div ref={addButtonRef}>
        <Menu
          trigger={
            <Button type="button">
              <Plus size={14} aria-hidden />
              {t('macros.action.add')}
            </Button>
          }
        >
          {availableTypes.map((type) => {
            const Icon = ruleActionIcon(type)
            return (
              <MenuItem key={type} icon={<Icon size={16} aria-hidden />} onClick={() => add(type)}>
                {t(`automations.action.${type}`)}
              </MenuItem>
            )
          })}
        </Menu>
      </div>
      {errors.actionsError && (
        <p id={id} role="alert" className="flex items-start gap-1.5 text-xs text-bad">
          <CircleAlert size={14} aria-hidden className="mt-px shrink-0" />
          {errors.actionsError}
        </p>
      )}
    </div>
  )
}

const isSingleton = (type: RuleActionType) =>
  takesSingleId(type) || type === 'set_sla' || type === 'set_tags' || takesNoValue(type)

function moveItem<Item>(all: readonly Item[], from: number, to: number): Item[] {
  const item = all[from]
  return item === undefined ? [...all] : all.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** Actions have no ids, but need stable keys while they move: an editor must keep its text. */
function useStableKeys(length: number) {
  const [keys, set] = useState<readonly number[]>(() => newKeys(length))
  // Discarded or reloaded values have different actions.
  if (keys.length !== length) set(newKeys(length))
  return { all: keys, set, withNew: () => [...keys, newKey()] }
}

let lastKey = 0
const newKey = () => ++lastKey
const newKeys = (length: number) => Array.from({ length }, newKey)
