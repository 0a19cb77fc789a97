import {
  type AppliedActionType,
  appliedActionTypes,
  isAppliedActionType,
  takesSingleId,
} from '@parley/contract/macros/macro-actions'
import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { PickerButton } from '../../filters/picker-button.tsx'
import { fullName } from '../../format/names.ts'
import { useField } from '../../forms/fields/fields.tsx'
import type { EntityForm } from '../../forms/use-entity-form.ts'
import { actionIcon } from '../../macros/describe-action.ts'
import {
  agentsQuery,
  inboxesQuery,
  prioritiesQuery,
  statusesQuery,
  tagsQuery,
  teamsQuery,
} from '../../session/queries.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Combobox, type ComboboxItem, MultiCombobox } from '../../ui/inputs/combobox.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { IconButton } from '../../ui/inputs/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import type { ActionFields, MacroFields } from './macro-fields.ts'

/** Each kind of action at most once, in the fixed order in which they run. */
export function MacroActionsField({ form }: { form: EntityForm<MacroFields> }) {
  const { t } = useTranslation()
  const { field } = useField({ form, name: 'actions' })
  const errors = useActionErrors(form)
  const actions = field.value as ActionFields[] // the field's own type
  const unused = appliedActionTypes.filter((type) => !actions.some((action) => action.type === type))
  const change = (next: ActionFields[]) => {
    // A macro with an action needs no text.
    form.methods.clearErrors(['actions', 'message_content'])
    field.onChange([...next].sort((a, b) => actionOrder(a) - actionOrder(b)))
  }
  return (
    <div className="grid gap-4">
      {actions.length === 0 && <p className="text-ink-3">{t('macros.actions.none')}</p>}
      {actions.map((action, index) => (
        <ActionRow
          key={action.type}
          action={action}
          error={errors[index]}
          onChange={(value) => change(actions.map((one) => (one === action ? { ...one, value } : one)))}
          onRemove={() => change(actions.filter((one) => one !== action))}
        />
      ))}
      {unused.length > 0 && (
        <div>
          <Menu
            trigger={
              <Button type="button">
                <Plus size={14} aria-hidden />
                {t('macros.action.add')}
              </Button>
            }
          >
            {unused.map((type) => {
              const Icon = actionIcon(type)
              return (
                <MenuItem
                  key={type}
                  icon={<Icon size={16} aria-hidden />}
                  onClick={() => change([...actions, { type, value: [] }])}
                >
                  {t(`macros.action.${type}`)}
                </MenuItem>
              )
            })}
          </Menu>
        </div>
      )}
    </div>
  )
}

const actionOrder = ({ type }: ActionFields) =>
  isAppliedActionType(type) ? appliedActionTypes.indexOf(type) : appliedActionTypes.length

/** The error of each action. */
function useActionErrors(form: EntityForm<MacroFields>): (string | undefined)[] {
  // Reads the form library's state, which is mutable.
  'use no memo'
  const { errors } = useFormState({ control: form.methods.control, name: 'actions' })
  return Array.from(
    { length: errors.actions?.length ?? 0 },
    (_, place) => errors.actions?.[place]?.value?.message ?? errors.actions?.[place]?.type?.message,
  )
}

function ActionRow({
  action: { type, value },
  error,
  onChange,
  onRemove,
}: {
  action: ActionFields
  error: string | undefined
  onChange: (value: string[]) => void
  onRemove: () => void
}) {
  const { t } = useTranslation()
  const name = isAppliedActionType(type) ? t(`macros.action.${type}`) : type
  return (
    <Field
      label={name}
      error={error}
      help={t(isAppliedActionType(type) ? `macros.needs.${type}` : 'macros.action.other')}
    >
      <div className="flex items-center gap-2">
        {isAppliedActionType(type) && (
          <ActionValue type={type} name={name} value={value} onChange={onChange} />
        )}
        <IconButton label={t('macros.action.remove', { action: name })} onClick={onRemove}>
          <Trash2 size={16} aria-hidden />
        </IconButton>
      </div>
    </Field>
  )
}

function ActionValue({
  type,
  name,
  value,
  onChange,
}: {
  type: AppliedActionType
  name: string
  value: readonly string[]
  onChange: (value: string[]) => void
}) {
  const { t } = useTranslation()
  const items = useChoices(type)
  const labels = value.map(
    (one) => items.find((item) => item.value === one)?.label ?? t('macros.action.gone'),
  )
  const shared = {
    items,
    label: name,
    placeholder: t('macros.action.find'),
    empty: t('macros.action.none_found'),
    trigger: (
      <PickerButton filled={value.length > 0}>
        {value.length > 0 ? labels.join(', ') : t('macros.action.choose')}
      </PickerButton>
    ),
  }
  if (takesSingleId(type))
    return <Combobox {...shared} value={value[0] ?? null} onValueChange={(one) => onChange([one])} />
  return <MultiCombobox {...shared} values={value} onValuesChange={onChange} />
}

function useChoices(type: AppliedActionType): readonly ComboboxItem[] {
  const agents = useQuery(agentsQuery).data ?? []
  const teams = useQuery(teamsQuery).data ?? []
  const statuses = useQuery(statusesQuery).data ?? []
  const priorities = useQuery(prioritiesQuery).data ?? []
  const tags = useQuery(tagsQuery).data ?? []
  const inboxes = useQuery(inboxesQuery).data ?? []
  switch (type) {
    case 'assign_user':
      return agents.map((agent) => ({ value: String(agent.id), label: fullName(agent) }))
    case 'assign_team':
      return byId(teams)
    case 'set_status':
      // Snoozing needs a time, which a macro doesn't have.
      return byId(statuses.filter((status) => !(status.is_default && status.name === 'Snoozed')))
    case 'set_priority':
      return byId(priorities)
    case 'move_inbox':
      return byId(inboxes)
    default:
      return tags.map((tag) => ({ value: tag.name, label: tag.name }))
  }
}

const byId = (rows: readonly { id: number; name: string }[]) =>
  rows.map(({ id, name }) => ({ value: String(id), label: name }))
