import { FileUp, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { TextField, useField } from '../../forms/fields/fields.tsx'
import type { EntityForm } from '../../forms/use-entity-form.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import { IconButton } from '../../ui/inputs/icon-button.tsx'
import { HolidayImportDialog } from './holiday-import-dialog.tsx'
import type { HoursFields } from './hours-fields.ts'

/** A list of holidays, each with a date and a name. */
export function HolidaysEditor({ form }: { form: EntityForm<HoursFields> }) {
  const { t } = useTranslation()
  const { fields, append, remove } = useFieldArray({ control: form.methods.control, name: 'holidays' })
  const { error } = useField({ form, name: 'holidays' })
  const [importing, setImporting] = useState(false)
  return (
    <div className="flex flex-col gap-3">
      {fields.map(({ id }, index) => (
        <div key={id} className="flex flex-wrap items-start gap-2">
          <TextField
            form={form}
            name={`holidays.${index}.date`}
            type="date"
            label={t('hours.holiday.date')}
            className="w-40"
          />
          <TextField
            form={form}
            name={`holidays.${index}.name`}
            label={t('hours.holiday.name')}
            className="min-w-40 flex-1"
          />
          <span className="flex h-8 items-center gap-2 max-md:w-full max-md:justify-between md:mt-6">
            <Yearly form={form} index={index} />
            <IconButton
              label={t('hours.holiday.remove', { number: index + 1 })}
              onClick={() => remove(index)}
            >
              <X size={16} aria-hidden />
            </IconButton>
          </span>
        </div>
      ))}
      {error && (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => append({ name: '', date: '' })}>
          <Plus size={14} aria-hidden />
          {t('hours.holiday.add')}
        </Button>
        <Button onClick={() => setImporting(true)}>
          <FileUp size={14} aria-hidden />
          {t('hours.import')}
        </Button>
      </div>
      {importing && (
        <HolidayImportDialog
          existing={form.methods.getValues('holidays') ?? []}
          onAdd={(days) => append(days, { shouldFocus: false })}
          onClose={() => setImporting(false)}
        />
      )}
    </div>
  )
}

function Yearly({ form, index }: { form: EntityForm<HoursFields>; index: number }) {
  const { t } = useTranslation()
  const { field } = useField({ form, name: `holidays.${index}.yearly` })
  return (
    <Checkbox checked={Boolean(field.value)} onCheckedChange={field.onChange}>
      {t('hours.holiday.yearly')}
    </Checkbox>
  )
}
