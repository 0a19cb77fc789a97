import {
  BackupRetention,
  type BackupScheduleSettings,
  getBackupSchedule,
  type SystemBackups,
  updateBackupSchedule,
} from '@parley/contract/system/system-backups'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { NumberField, SelectField, TextField, useFieldValue } from '../../../forms/fields/fields.tsx'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { type EntityForm, useEntityForm } from '../../../forms/use-entity-form.ts'
import { formatSchedule, frequencies, parseSchedule, weekdayName } from './backup-schedule.ts'

const Fields = z.object({
  frequency: z.enum(frequencies),
  time: z.string().regex(/^\d\d:\d\d$/),
  weekday: z.number(),
  cron: z.string().trim().min(1),
  ...BackupRetention.shape,
})
type Values = z.infer<typeof Fields>

const fieldsOf = ({ schedule, retention }: BackupScheduleSettings): Values => ({
  ...parseSchedule(schedule),
  ...retention,
})

const weekdays = [1, 2, 3, 4, 5, 6, 0]

/** When backups are made, and how many are kept. What the environment says is shown and can't be changed. */
export function BackupScheduleDialog({
  settings,
  isSetByEnvironment,
  onClose,
}: {
  settings: BackupScheduleSettings
  isSetByEnvironment: SystemBackups['is_set_by_environment']
  onClose: () => void
}) {
  const { t } = useTranslation()
  const form = useEntityForm({
    schema: Fields,
    values: fieldsOf(settings),
    fetchCurrent: () => call(getBackupSchedule),
    fieldsOf,
    draftKey: 'system-backups',
    invalidateKey: queryKeys.systemBackups,
    successMessage: t('system.backup.saved'),
    save: ({ days, weeks, months, ...schedule }, attempt) =>
      call(updateBackupSchedule, {
        body: {
          ...(!isSetByEnvironment.schedule && { schedule: formatSchedule(schedule) }),
          ...(!isSetByEnvironment.retention && { retention: { days, weeks, months } }),
        },
        ...attempt,
      }),
    onSaved: onClose,
  })
  return (
    <FormDialog form={form} title={t('system.backup.edit')} submitLabel={t('form.save')} onClose={onClose}>
      <ScheduleFields form={form} isReadOnly={isSetByEnvironment.schedule} />
      <fieldset>
        <legend className="mb-1 font-medium">{t('system.backup.keep')}</legend>
        <div className="grid grid-cols-3 gap-3">
          {(['days', 'weeks', 'months'] as const).map((name) => (
            <NumberField
              key={name}
              form={form}
              name={name}
              label={t(`system.backup.keep.${name}`)}
              disabled={isSetByEnvironment.retention}
            />
          ))}
        </div>
        <p className="mt-1 text-xs text-ink-3">
          {isSetByEnvironment.retention
            ? t('system.backup.set_by', { variable: 'PARLEY_BACKUP_KEEP' })
            : t('system.backup.keep.help')}
        </p>
      </fieldset>
    </FormDialog>
  )
}

function ScheduleFields({ form, isReadOnly }: { form: EntityForm<Values>; isReadOnly: boolean }) {
  const { t } = useTranslation()
  const frequency = useFieldValue(form, 'frequency')
  const isTimed = frequency === 'daily' || frequency === 'weekly'
  return (
    <>
      <SelectField
        form={form}
        name="frequency"
        label={t('system.backup.frequency')}
        disabled={isReadOnly}
        options={frequencies.map((value) => ({ value, label: t(`system.backup.frequency.${value}`) }))}
        {...(isReadOnly && { help: t('system.backup.set_by', { variable: 'PARLEY_BACKUP_SCHEDULE' }) })}
      />
      {frequency === 'weekly' && (
        <SelectField
          form={form}
          name="weekday"
          label={t('system.backup.weekday')}
          disabled={isReadOnly}
          options={weekdays.map((value) => ({ value, label: weekdayName(value) }))}
        />
      )}
      {isTimed && (
        <TextField
          form={form}
          name="time"
          type="time"
          label={t('system.backup.time')}
          disabled={isReadOnly}
        />
      )}
      {frequency === 'custom' && (
        <TextField
          form={form}
          name="cron"
          label={t('system.backup.cron')}
          help={t('system.backup.cron.help')}
          disabled={isReadOnly}
        />
      )}
    </>
  )
}
