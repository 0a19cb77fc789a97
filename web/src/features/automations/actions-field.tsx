import { type RuleActionType, ruleActionTypes } from '@parley/contract/automation-fields'
import { isIdActionType } from '@parley/contract/macro-actions'
import { CircleAlert, Plus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useField } from '../../admin/fields.tsx'
import type { EntityForm } from '../../admin/use-entity-form.ts'
import { ruleActionIcon } from '../../explanation/rule-action-words.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { Sortable } from '../../ui/sortable.tsx'
import { ActionRow } from './action-row.tsx'
import type { ActionFields, BodyFields, RuleFields } from './rule-fields.ts'
import { useRuleErrors } from './use-rule-errors.ts'

/** What the rule does, one after the other. */
export function ActionsField({ of }: { of: EntityForm<RuleFields> }) {
  const { t } = useTranslation()
  const { field } = useField({ of, name: 'rules' })
  const [body] = field.value as BodyFields[] // the field's own type
  const actions = body?.actions ?? []
  const wrong = useRuleErrors(of)
  const id = useId()
  const foot = useRef<HTMLDivElement>(null)
  const keys = useKeys(actions.length)
  if (!body) return null
  // Of two that set the same thing, one does nothing.
  const free = ruleActionTypes.filter(
    (type) => !(isOne(type) && actions.some((action) => action.type === type)),
  )
  const change = (next: ActionFields[], order: readonly number[]) => {
    keys.set(order)
    field.onChange([{ ...body, actions: next }])
  }
  const nameOf = (key: number) => {
    const action = actions[keys.shown.indexOf(key)]
    return action ? t(`automations.action.${action.type}`) : ''
  }
  const add = (type: RuleActionType) =>
    change([...actions, { type, value: type === 'send_csat' ? ['0'] : [] }], keys.withNew())
  const move = (key: number, to: number) => {
    const [from, place] = [keys.shown.indexOf(key), keys.shown.indexOf(to)]
    change(moved(actions, from, place), moved(keys.shown, from, place))
  }
  return (
    <div
      data-invalid={wrong.all_actions ? '' : undefined}
      aria-describedby={wrong.all_actions ? id : undefined}
      className="grid gap-3"
    >
      {actions.length === 0 && <p className="text-ink-3">{t('automations.actions.none')}</p>}
      {actions.length > 0 && (
        <Sortable ids={keys.shown} nameOf={nameOf} onMove={move}>
          <ol aria-label={t('automations.actions')} className="grid gap-2">
            {actions.map((action, at) => (
              <ActionRow
                key={keys.shown[at]}
                id={keys.shown[at] ?? 0}
                action={action}
                error={wrong.actions[at]}
                of={of}
                onChange={(value) => change(actions.with(at, { ...action, value }), keys.shown)}
                onRemove={() => {
                  foot.current?.querySelector('button')?.focus()
                  change(actions.toSpliced(at, 1), keys.shown.toSpliced(at, 1))
                }}
              />
            ))}
          </ol>
        </Sortable>
      )}
      <div ref={foot}>
        <Menu
          trigger={
            <Button type="button">
              <Plus size={14} aria-hidden />
              {t('macros.action.add')}
            </Button>
          }
        >
          {free.map((type) => {
            const Icon = ruleActionIcon(type)
            return (
              <MenuItem key={type} icon={<Icon size={16} aria-hidden />} onClick={() => add(type)}>
                {t(`automations.action.${type}`)}
              </MenuItem>
            )
          })}
        </Menu>
      </div>
      {wrong.all_actions && (
        <p id={id} role="alert" className="flex items-start gap-1.5 text-xs text-bad">
          <CircleAlert size={14} aria-hidden className="mt-px shrink-0" />
          {wrong.all_actions}
        </p>
      )}
    </div>
  )
}

const isOne = (type: RuleActionType) =>
  isIdActionType(type) || type === 'set_sla' || type === 'set_tags' || type === 'send_csat'

function moved<Item>(all: readonly Item[], from: number, to: number): Item[] {
  const item = all[from]
  return item === undefined ? [...all] : all.toSpliced(from, 1).toSpliced(to, 0, item)
}

let last = 0

/** Actions have no names of their own, and yet are told apart while they move: an editor goes along with its text. */
function useKeys(length: number) {
  const [keys, set] = useState<readonly number[]>(() => fresh(length))
  // What is discarded or comes from elsewhere has other actions.
  if (keys.length !== length) set(fresh(length))
  return { shown: keys, set, withNew: () => [...keys, ++last] }
}

const fresh = (length: number) => Array.from({ length }, () => ++last)
