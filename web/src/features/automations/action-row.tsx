import { isIdActionType } from '@parley/contract/macro-actions'
import { CircleAlert, X } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { EntityForm } from '../../admin/use-entity-form.ts'
import { TemplateBox } from '../../editor/template-box.tsx'
import { ruleActionIcon } from '../../explanation/rule-action-words.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useSortableRow } from '../../ui/sortable.tsx'
import { Choice } from './choice.tsx'
import type { ActionFields, RuleFields } from './rule-fields.ts'
import type { ChoiceOf } from './use-choices.ts'

const variables = [
  'contact.first_name',
  'contact.full_name',
  'contact.email',
  'conversation.reference_number',
  'conversation.subject',
  'site_name',
] as const

const lists: Partial<Record<ActionFields['type'], ChoiceOf>> = {
  assign_team: 'teams',
  assign_user: 'agents',
  set_status: 'settable_statuses',
  set_priority: 'priorities',
  set_sla: 'sla',
  add_tags: 'tag_names',
  set_tags: 'tag_names',
  remove_tags: 'tag_names',
}

/** One action with the control for what it sets or says. */
export function ActionRow({
  id,
  action: { type, value },
  error,
  of,
  onChange,
  onRemove,
}: {
  id: number
  action: ActionFields
  error: string | undefined
  of: EntityForm<RuleFields>
  onChange: (value: string[]) => void
  onRemove: () => void
}) {
  const { t } = useTranslation()
  const name = t(`automations.action.${type}`)
  const { row, handle } = useSortableRow(id, name)
  const wrong = useId()
  const Icon = ruleActionIcon(type)
  const list = lists[type]
  const writes = type === 'send_reply' || type === 'send_private_note'
  return (
    <li
      {...row}
      data-invalid={error ? '' : undefined}
      className="relative min-w-0 rounded-lg border bg-surface p-2 pr-2 data-dragging:shadow-pop data-invalid:border-bad"
    >
      <div className="flex flex-wrap items-center gap-2 md:flex-nowrap">
        {handle}
        <Icon size={16} aria-hidden className="text-ink-3" />
        <span className="w-40 shrink-0 font-medium max-md:w-auto max-md:grow">{name}</span>
        <div className="min-w-0 flex-1 max-md:order-1 max-md:basis-full">
          {list && (
            <Choice
              of={list}
              many={!isIdActionType(type) && type !== 'set_sla'}
              label={name}
              values={value}
              invalid={Boolean(error)}
              describedBy={error ? wrong : undefined}
              onChange={onChange}
            />
          )}
          {!list && <span className="text-ink-3">{t(`automations.action.${type}.help`)}</span>}
        </div>
        <IconButton label={t('macros.action.remove', { action: name })} onClick={onRemove}>
          <X size={16} aria-hidden />
        </IconButton>
      </div>
      {writes && (
        <div className="mt-2">
          <TemplateBox
            value={value[0] ?? ''}
            onChange={(html) => onChange(html === '' ? [] : [html])}
            label={name}
            placeholder={t(`automations.action.${type}.placeholder`)}
            variables={variables}
            isLocked={() => of.saving}
            onSend={of.submit}
          />
        </div>
      )}
      {error && (
        <p id={wrong} role="alert" className="mt-1.5 flex items-start gap-1.5 text-xs text-bad">
          <CircleAlert size={14} aria-hidden className="mt-px shrink-0" />
          {error}
        </p>
      )}
    </li>
  )
}
