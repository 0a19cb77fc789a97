import { BusinessHoursWrite, toCalendar } from '@parley/contract/business-hours/business-hours'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { LongTextField, SwitchField, TextField, useFieldValue } from '../../forms/fields/fields.tsx'
import { TimeZonePicker } from '../../forms/fields/time-zone-picker.tsx'
import type { EntityForm } from '../../forms/use-entity-form.ts'
import { Field } from '../../ui/inputs/field.tsx'
import { PageSection } from '../../ui/layout/page.tsx'
import { DuePreview } from '../../working-time/due-preview.tsx'
import { useWorkspaceTime } from '../../working-time/use-workspace-time.ts'
import { HolidaysEditor } from './holidays-editor.tsx'
import type { HoursFields } from './hours-fields.ts'
import { WeekEditor } from './week-editor.tsx'

/** The form sections of business hours. */
export function HoursSections({ form, isNew = false }: { form: EntityForm<HoursFields>; isNew?: boolean }) {
  const { t } = useTranslation()
  const always = useFieldValue(form, 'is_always_open')
  // Show errors even where the values no longer count, because they block saving.
  const hasErrors = useHasErrors(form)
  return (
    <>
      <PageSection title={t('hours.identity')} help={t('hours.identity.help')}>
        <div className="flex flex-col gap-4">
          <TextField form={form} name="name" label={t('hours.name')} autoFocus={isNew} />
          <LongTextField form={form} name="description" label={t('hours.description')} />
        </div>
      </PageSection>
      <PageSection title={t('hours.week')} help={t('hours.week.help')}>
        <div className="flex flex-col gap-4">
          <SwitchField
            form={form}
            name="is_always_open"
            label={t('hours.always')}
            help={t('hours.always.help')}
          />
          {(!always || hasErrors.hours) && <WeekEditor form={form} />}
        </div>
      </PageSection>
      {(!always || hasErrors.holidays) && (
        <PageSection title={t('hours.holidays')} help={t('hours.holidays.help')}>
          <HolidaysEditor form={form} />
        </PageSection>
      )}
      <PageSection title={t('hours.preview')} help={t('hours.preview.help')}>
        <HoursPreview form={form} />
      </PageSection>
    </>
  )
}

function useHasErrors(form: EntityForm<HoursFields>) {
  // Reads react-hook-form's state, which is mutated in place.
  'use no memo'
  const { errors } = form.methods.formState
  return { hours: Boolean(errors.hours), holidays: Boolean(errors.holidays) }
}

function HoursPreview({ form }: { form: EntityForm<HoursFields> }) {
  const { t } = useTranslation()
  const workspace = useWorkspaceTime()
  const [selectedZone, setSelectedZone] = useState<string | null>(null)
  const zone = selectedZone ?? workspace.time_zone
  const values = useWatch({ control: form.methods.control })
  // The name doesn't matter here and may still be empty.
  const parsed = BusinessHoursWrite.safeParse({ ...values, name: 'Preview' })
  return (
    <div className="flex flex-col gap-3">
      <Field label={t('hours.preview.zone')}>
        <TimeZonePicker label={t('hours.preview.zone')} value={zone} onValueChange={setSelectedZone} />
      </Field>
      <DuePreview
        calendar={parsed.success ? toCalendar(parsed.data, zone) : null}
        targets={[1, 4, 8, 24].map((hours) => ({
          label: t('due.hours', { count: hours }),
          milliseconds: hours * 3_600_000,
        }))}
      />
    </div>
  )
}
