import { calendarOf, listBusinessHours } from '@parley/contract/business-hours'
import { durationMs } from '@parley/contract/duration'
import { slaMetrics } from '@parley/contract/sla-metrics'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { entitiesQuery } from '../../admin/entities.ts'
import { LongTextField, TextField, useValue } from '../../admin/fields.tsx'
import { TimeZonePicker } from '../../admin/time-zone-picker.tsx'
import type { EntityForm } from '../../admin/use-entity-form.ts'
import { Field } from '../../ui/field.tsx'
import { PageSection } from '../../ui/page.tsx'
import { Select } from '../../ui/select.tsx'
import { DuePreview } from '../../working-time/due-preview.tsx'
import { useWorkspaceTime } from '../../working-time/use-workspace-time.ts'
import { DurationField } from './duration-field.tsx'
import { NoticesEditor } from './notices-editor.tsx'
import { Simulation } from './simulation.tsx'
import { metricKeys, type SlaFields, targetOf } from './sla-fields.ts'

/** The fields of a policy, new or not. */
export function SlaSections({ of, isNew = false }: { of: EntityForm<SlaFields>; isNew?: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <PageSection title={t('sla.identity')} help={t('sla.identity.help')}>
        <div className="flex flex-col gap-4">
          <TextField of={of} name="name" label={t('sla.name')} autoFocus={isNew} />
          <LongTextField of={of} name="description" label={t('sla.description')} />
        </div>
      </PageSection>
      <PageSection title={t('sla.targets')} help={t('sla.targets.help')}>
        <div className="flex flex-col gap-4">
          {slaMetrics.map((metric) => (
            <DurationField
              key={metric}
              of={of}
              name={targetOf[metric]}
              label={t(metricKeys[metric])}
              help={t(`${metricKeys[metric]}.help`)}
              placeholder={t('sla.not_promised')}
            />
          ))}
        </div>
      </PageSection>
      <PageSection title={t('sla.preview')} help={t('sla.preview.help')}>
        <TargetsPreview of={of} />
      </PageSection>
      <PageSection title={t('sla.simulation')} help={t('sla.simulation.help')}>
        <Simulation of={of} />
      </PageSection>
      <PageSection title={t('sla.notices')} help={t('sla.notices.help')}>
        <NoticesEditor of={of} />
      </PageSection>
    </>
  )
}

function TargetsPreview({ of }: { of: EntityForm<SlaFields> }) {
  const { t } = useTranslation()
  const workspace = useWorkspaceTime()
  const all = useQuery(entitiesQuery('business-hours', listBusinessHours)).data ?? []
  const [hoursID, setHours] = useState<number | null>(null)
  const [zone, setZone] = useState<string | null>(null)
  const hours = all.find(({ id }) => id === (hoursID ?? workspace.hours_id)) ?? all[0]
  const first = useValue(of, 'first_response_time')
  const next = useValue(of, 'next_response_time')
  const resolution = useValue(of, 'resolution_time')
  const written = { first_response: first, next_response: next, resolution }
  const promises = slaMetrics.flatMap((metric) => {
    const milliseconds = durationMs(written[metric] ?? '')
    return milliseconds === null ? [] : [{ label: t(metricKeys[metric]), milliseconds }]
  })
  const time_zone = zone ?? workspace.time_zone
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 md:grid-cols-2">
        <Field label={t('sla.preview.hours')}>
          <Select
            value={hours?.id ?? null}
            options={all.map(({ id, name }) => ({ value: id, label: name }))}
            placeholder={t('sla.preview.no_hours')}
            onValueChange={setHours}
          />
        </Field>
        <Field label={t('hours.preview.zone')}>
          <TimeZonePicker label={t('hours.preview.zone')} value={time_zone} onValueChange={setZone} />
        </Field>
      </div>
      {promises.length === 0 ? (
        <p className="text-ink-3">{t('sla.preview.nothing')}</p>
      ) : (
        <DuePreview calendar={hours ? calendarOf(hours, time_zone) : null} promises={promises} />
      )}
    </div>
  )
}
