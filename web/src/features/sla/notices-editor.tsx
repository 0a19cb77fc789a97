import { ASSIGNED_TEAM, ASSIGNED_USER } from '@parley/contract/sla/sla-policies'
import { useQuery } from '@tanstack/react-query'
import { Bell, ChevronDown, Plus, TriangleAlert, X } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../format/names.ts'
import { FormField, SelectField, useFieldValue } from '../../forms/fields/fields.tsx'
import type { EntityForm } from '../../forms/use-entity-form.ts'
import { agentsQuery } from '../../session/queries.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { MultiCombobox } from '../../ui/inputs/combobox.tsx'
import { IconButton } from '../../ui/inputs/icon-button.tsx'
import { DurationField } from './duration-field.tsx'
import { metricKeys, metrics, newBreach, newWarning, type SlaFields } from './sla-fields.ts'

/** Who is notified before an SLA target is due, and when it is missed. */
export function NoticesEditor({ form }: { form: EntityForm<SlaFields> }) {
  const { t } = useTranslation()
  const { fields, append, remove } = useFieldArray({ control: form.methods.control, name: 'notifications' })
  return (
    <div className="flex flex-col gap-3">
      {fields.map(({ id }, index) => (
        <NoticeFieldset key={id} form={form} index={index} onRemove={() => remove(index)} />
      ))}
      <span className="flex flex-wrap gap-2">
        <Button onClick={() => append(newWarning)}>
          <Plus size={14} aria-hidden />
          {t('sla.notice.add_warning')}
        </Button>
        <Button onClick={() => append(newBreach)}>
          <Plus size={14} aria-hidden />
          {t('sla.notice.add_breach')}
        </Button>
      </span>
    </div>
  )
}

function NoticeFieldset({
  form,
  index,
  onRemove,
}: {
  form: EntityForm<SlaFields>
  index: number
  onRemove: () => void
}) {
  const { t } = useTranslation()
  const path = `notifications.${index}` as const
  const type = useFieldValue(form, `${path}.type`)
  const when = useFieldValue(form, `${path}.time_delay_type`)
  const name = t(type === 'warning' ? 'sla.notice.warning' : 'sla.notice.breach')
  const Icon = type === 'warning' ? Bell : TriangleAlert
  return (
    <fieldset className="rounded-lg border p-3">
      <legend className="sr-only">{t('sla.notice.number', { name, number: index + 1 })}</legend>
      <div className="mb-2 flex items-center gap-2">
        <Icon size={14} aria-hidden className="text-ink-3" />
        <span className="flex-1 font-medium">{name}</span>
        <IconButton label={t('sla.notice.remove', { name, number: index + 1 })} onClick={onRemove}>
          <X size={16} aria-hidden />
        </IconButton>
      </div>
      <div className="grid gap-3 md:grid-cols-2">
        <SelectField
          form={form}
          name={`${path}.metric`}
          label={t('sla.notice.metric')}
          options={metrics.map((value) => ({ value, label: t(metricKeys[value]) }))}
        />
        <Recipients form={form} name={`${path}.recipients`} />
        <SelectField
          form={form}
          name={`${path}.time_delay_type`}
          label={t('sla.notice.when')}
          options={(type === 'warning' ? (['before'] as const) : (['immediately', 'after'] as const))
            // Keeps values that an API client has set.
            .concat(when === undefined ? [] : ([when] as never[]))
            .filter((value, index, all) => all.indexOf(value) === index)
            .map((value) => ({ value, label: t(whenKeys[value]) }))}
        />
        {when !== 'immediately' && (
          <DurationField
            form={form}
            name={`${path}.time_delay`}
            label={t(when === 'before' ? 'sla.notice.long_before' : 'sla.notice.long_after')}
          />
        )}
      </div>
    </fieldset>
  )
}

const whenKeys = {
  before: 'sla.notice.before',
  immediately: 'sla.notice.immediately',
  after: 'sla.notice.after',
} as const

function Recipients({
  form,
  name,
}: {
  form: EntityForm<SlaFields>
  name: `notifications.${number}.recipients`
}) {
  const { t } = useTranslation()
  const agents = useQuery(agentsQuery).data ?? []
  const items = [
    { value: ASSIGNED_USER, label: t('sla.notice.assignee') },
    { value: ASSIGNED_TEAM, label: t('sla.notice.team') },
    ...agents.map((agent) => ({ value: String(agent.id), label: fullName(agent) })),
  ]
  return (
    <FormField form={form} name={name} label={t('sla.notice.recipients')}>
      {(field) => {
        const selected: readonly string[] = Array.isArray(field.value) ? field.value.map(String) : []
        const deletedRecipients = selected.filter((one) => !items.some(({ value }) => value === one))
        const all = [
          ...items,
          ...deletedRecipients.map((value) => ({ value, label: t('sla.notice.gone', { id: value }) })),
        ]
        const recipientNames = all.filter(({ value }) => selected.includes(value)).map(({ label }) => label)
        return (
          <MultiCombobox
            label={t('sla.notice.recipients')}
            placeholder={t('sla.notice.find')}
            empty={t('sla.notice.none')}
            items={all}
            values={selected}
            onValuesChange={field.onChange}
            trigger={
              <button
                type="button"
                ref={field.ref}
                onBlur={field.onBlur}
                className="field h-8 justify-between gap-2 px-2.5 text-left"
              >
                <span className="truncate">{recipientNames.join(', ') || t('sla.notice.choose')}</span>
                <ChevronDown size={14} aria-hidden className="shrink-0 text-ink-3" />
              </button>
            }
          />
        )
      }}
    </FormField>
  )
}
