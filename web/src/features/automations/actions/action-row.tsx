import { takesSingleId } from '@parley/contract/macros/macro-actions'
import { CircleAlert, X } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { TemplateEditor } from '../../../editor/template-editor.tsx'
import { ruleActionIcon } from '../../../explanation/rule-action-text.ts'
import type { EntityForm } from '../../../forms/use-entity-form.ts'
import { IconButton } from '../../../ui/inputs/icon-button.tsx'
import { useSortableRow } from '../../../ui/layout/sortable.tsx'
import { ReferencePicker } from '../reference-picker.tsx'
import type { ActionFields, RuleFields } from '../rule-fields.ts'
import type { ReferenceSource } from '../use-reference-options.ts'

const variables = [
  'contact.first_name',
  'contact.full_name',
  'contact.email',
  'conversation.reference_number',
  'conversation.subject',
  'site_name',
] as const

const actionSources: Partial<Record<ActionFields['type'], ReferenceSource>> = {
  assign_team: 'teams',
  assign_user: 'agents',
  set_status: 'settable_statuses',
  set_priority: 'priorities',
  set_sla: 'sla',
  move_inbox: 'inboxes',
  add_tags: 'tag_names',
  set_tags: 'tag_names',
  remove_tags: 'tag_names',
}

/** One action with its control. */
export function ActionRow({
  id,
  action: { type, value },
  error,
  form,
  onChange,
  onRemove,
}: {
  id: number
  action: ActionFields
  error: string | undefined
  form: EntityForm<RuleFields>
  onChange: (value: string[]) => void
  onRemove: () => void
}) {
  const { t } = useTranslation()
  const name = t(`automations.action.${type}`)
  const { row, handle } = useSortableRow(id, name)
  const errorId = useId()
  const Icon = ruleActionIcon(type)
  const source = actionSources[type]
  const hasMessage = type === 'send_reply' || type === 'send_private_note'
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
          {source && (
            <ReferencePicker
              source={source}
              multiple={!takesSingleId(type) && type !== 'set_sla'}
              label={name}
              values={value}
              invalid={Boolean(error)}
              describedBy={error ? errorId : undefined}
              onChange={onChange}
            />
          )}
          {!source && <span className="text-ink-3">{t(`automations.action.${type}.help`)}</span>}
        </div>
        <IconButton label={t('macros.action.remove', { action: name })} onClick={onRemove}>
          <X size={16} aria-hidden />
        </IconButton>
      </div>
      {hasMessage && (
        <div className="mt-2">
          <TemplateEditor
            value={value[0] ?? ''}
            onChange={(html) => onChange(html === '' ? [] : [html])}
            label={name}
            placeholder={t(`automations.action.${type}.placeholder`)}
            variables={variables}
            onSend={form.submit}
          />
        </div>
      )}
      {error && (
        <p id={errorId} role="alert" className="mt-1.5 flex items-start gap-1.5 text-xs text-bad">
          <CircleAlert size={14} aria-hidden className="mt-px shrink-0" />
          {error}
        </p>
      )}
    </li>
  )
}
