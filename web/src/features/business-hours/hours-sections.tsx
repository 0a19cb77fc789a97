import { BusinessHoursWrite, calendarOf } from '@parley/contract/business-hours'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { LongTextField, SwitchField, TextField, useValue } from '../../admin/fields.tsx'
import { TimeZonePicker } from '../../admin/time-zone-picker.tsx'
import type { EntityForm } from '../../admin/use-entity-form.ts'
import { Field } from '../../ui/field.tsx'
import { PageSection } from '../../ui/page.tsx'
import { DuePreview } from '../../working-time/due-preview.tsx'
import { useWorkspaceTime } from '../../working-time/use-workspace-time.ts'
import { HolidaysEditor } from './holidays-editor.tsx'
import type { HoursFields } from './hours-fields.ts'
import { WeekEditor } from './week-editor.tsx'

/** The fields of business hours, new or not. */
export function HoursSections({ of, isNew = false }: { of: EntityForm<HoursFields>; isNew?: boolean }) {
  const { t } = useTranslation()
  const always = useValue(of, 'is_always_open')
  // What is wrong is shown even where it no longer counts: it keeps the form from being saved.
  const refused = useIsRefused(of)
  return (
    <>
      <PageSection title={t('hours.identity')} help={t('hours.identity.help')}>
        <div className="flex flex-col gap-4">
          <TextField of={of} name="name" label={t('hours.name')} autoFocus={isNew} />
          <LongTextField of={of} name="description" label={t('hours.description')} />
        </div>
      </PageSection>
      <PageSection title={t('hours.week')} help={t('hours.week.help')}>
        <div className="flex flex-col gap-4">
          <SwitchField
            of={of}
            name="is_always_open"
            label={t('hours.always')}
            help={t('hours.always.help')}
          />
          {(!always || refused.hours) && <WeekEditor of={of} />}
        </div>
      </PageSection>
      {(!always || refused.holidays) && (
        <PageSection title={t('hours.holidays')} help={t('hours.holidays.help')}>
          <HolidaysEditor of={of} />
        </PageSection>
      )}
      <PageSection title={t('hours.preview')} help={t('hours.preview.help')}>
        <HoursPreview of={of} />
      </PageSection>
    </>
  )
}

function useIsRefused(of: EntityForm<HoursFields>) {
  // Reads the library's state, which changes in place.
  'use no memo'
  const { errors } = of.form.formState
  return { hours: Boolean(errors.hours), holidays: Boolean(errors.holidays) }
}

function HoursPreview({ of }: { of: EntityForm<HoursFields> }) {
  const { t } = useTranslation()
  const workspace = useWorkspaceTime()
  const [chosen, setChosen] = useState<string | null>(null)
  const zone = chosen ?? workspace.time_zone
  const values = useWatch({ control: of.form.control })
  // The name does not matter here, and may still be missing.
  const parsed = BusinessHoursWrite.safeParse({ ...values, name: 'Preview' })
  return (
    <div className="flex flex-col gap-3">
      <Field label={t('hours.preview.zone')}>
        <TimeZonePicker label={t('hours.preview.zone')} value={zone} onValueChange={setChosen} />
      </Field>
      <DuePreview
        calendar={parsed.success ? calendarOf(parsed.data, zone) : null}
        promises={[1, 4, 8, 24].map((hours) => ({
          label: t('due.hours', { count: hours }),
          milliseconds: hours * 3_600_000,
        }))}
      />
    </div>
  )
}
