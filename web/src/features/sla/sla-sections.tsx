import { listBusinessHours, toCalendar } from '@parley/contract/business-hours/business-hours'
import { parseDurationMs } from '@parley/contract/shared/duration'
import { slaMetrics } from '@parley/contract/sla/sla-metrics'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { entitiesQuery } from '../../admin/entity-queries.ts'
import { LongTextField, TextField, useFieldValue } from '../../forms/fields/fields.tsx'
import { TimeZonePicker } from '../../forms/fields/time-zone-picker.tsx'
import type { EntityForm } from '../../forms/use-entity-form.ts'
import { Field } from '../../ui/inputs/field.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { PageSection } from '../../ui/layout/page.tsx'
import { DuePreview } from '../../working-time/due-preview.tsx'
import { useWorkspaceTime } from '../../working-time/use-workspace-time.ts'
import { DurationField } from './duration-field.tsx'
import { NoticesEditor } from './notices-editor.tsx'
import { metricKeys, type SlaFields, targetFields } from './sla-fields.ts'
import { SlaSimulator } from './sla-simulator.tsx'

/** The form sections of a policy. */
export function SlaSections({ form, isNew = false }: { form: EntityForm<SlaFields>; isNew?: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <PageSection title={t('sla.identity')} help={t('sla.identity.help')}>
        <div className="flex flex-col gap-4">
          <TextField form={form} name="name" label={t('sla.name')} autoFocus={isNew} />
          <LongTextField form={form} name="description" label={t('sla.description')} />
        </div>
      </PageSection>
      <PageSection title={t('sla.targets')} help={t('sla.targets.help')}>
        <div className="flex flex-col gap-4">
          {slaMetrics.map((metric) => (
            <DurationField
              key={metric}
              form={form}
              name={targetFields[metric]}
              label={t(metricKeys[metric])}
              help={t(`${metricKeys[metric]}.help`)}
              placeholder={t('sla.not_promised')}
            />
          ))}
        </div>
      </PageSection>
      <PageSection title={t('sla.preview')} help={t('sla.preview.help')}>
        <TargetsPreview form={form} />
      </PageSection>
      <PageSection title={t('sla.simulation')} help={t('sla.simulation.help')}>
        <SlaSimulator form={form} />
      </PageSection>
      <PageSection title={t('sla.notices')} help={t('sla.notices.help')}>
        <NoticesEditor form={form} />
      </PageSection>
    </>
  )
}

function TargetsPreview({ form }: { form: EntityForm<SlaFields> }) {
  const { t } = useTranslation()
  const workspace = useWorkspaceTime()
  const allHours = useQuery(entitiesQuery('business-hours', listBusinessHours)).data ?? []
  const [hoursID, setHours] = useState<number | null>(null)
  const [zone, setZone] = useState<string | null>(null)
  const hours = allHours.find(({ id }) => id === (hoursID ?? workspace.hours_id)) ?? allHours[0]
  const first = useFieldValue(form, 'first_response_time')
  const next = useFieldValue(form, 'next_response_time')
  const resolution = useFieldValue(form, 'resolution_time')
  const durations = { first_response: first, next_response: next, resolution }
  const targets = slaMetrics.flatMap((metric) => {
    const milliseconds = parseDurationMs(durations[metric] ?? '')
    return milliseconds === null ? [] : [{ label: t(metricKeys[metric]), milliseconds }]
  })
  const time_zone = zone ?? workspace.time_zone
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 md:grid-cols-2">
        <Field label={t('sla.preview.hours')}>
          <Select
            value={hours?.id ?? null}
            options={allHours.map(({ id, name }) => ({ value: id, label: name }))}
            placeholder={t('sla.preview.no_hours')}
            onValueChange={setHours}
          />
        </Field>
        <Field label={t('hours.preview.zone')}>
          <TimeZonePicker label={t('hours.preview.zone')} value={time_zone} onValueChange={setZone} />
        </Field>
      </div>
      {targets.length === 0 ? (
        <p className="text-ink-3">{t('sla.preview.nothing')}</p>
      ) : (
        <DuePreview calendar={hours ? toCalendar(hours, time_zone) : null} targets={targets} />
      )}
    </div>
  )
}
