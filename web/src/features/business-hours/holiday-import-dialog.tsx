import { readHolidays } from '@parley/contract/business-hours/business-hours'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { calendarDate } from '../../format/date-time.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { type Holidays, newHolidays } from './new-holidays.ts'

const MAX_BYTES = 1_000_000

/** Imports holidays from a calendar file: previews them and adds the selected ones to the form. */
export function HolidayImportDialog({
  existing,
  onAdd,
  onClose,
}: {
  existing: Holidays
  onAdd: (days: Holidays) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const fileInput = useRef<HTMLInputElement>(null)
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set())
  const upload = useApiMutation(
    async (file: File) => {
      if (file.size > MAX_BYTES) throw new Error(t('hours.import.too_large'))
      return call(readHolidays, { body: { ics: await file.text() } })
    },
    { failure: 'inline', onMutate: () => setExcluded(new Set()) },
  )
  const parsed = upload.data
  const days = parsed ? newHolidays(parsed.holidays, existing) : []
  const selected = days.filter(({ date }) => !excluded.has(date))
  const setIncluded = (date: string, on: boolean) => {
    const next = new Set(excluded)
    if (on) next.delete(date)
    else next.add(date)
    setExcluded(next)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('hours.import.title')}
      description={t('hours.import.lead')}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button
            variant="primary"
            disabled={selected.length === 0}
            onClick={() => {
              onAdd(selected)
              onClose()
            }}
          >
            {t('hours.import.add', { count: selected.length })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <span>
          <Button onClick={() => fileInput.current?.click()} loading={upload.isPending}>
            <FileUp size={14} aria-hidden />
            {t(parsed ? 'hours.import.choose_other' : 'hours.import.choose')}
          </Button>
        </span>
        <input
          ref={fileInput}
          type="file"
          hidden
          aria-label={t('hours.import.choose')}
          accept=".ics,.ical,.ifb,text/calendar"
          onChange={(event) => {
            const file = event.target.files?.[0]
            if (file) upload.mutate(file)
            // Allows choosing the same file again after it was corrected.
            event.target.value = ''
          }}
        />
        {upload.error && (
          <p role="alert" className="text-bad">
            {upload.error.message}
          </p>
        )}
        {parsed && (
          <div role="status" className="text-ink-2">
            <p>
              {t(days.length > 0 ? 'hours.import.found' : 'hours.import.empty', {
                count: days.length,
                from: calendarDate(parsed.from),
                until: calendarDate(parsed.until),
              })}
            </p>
            {parsed.holidays.length > days.length && (
              <p>{t('hours.import.known', { count: parsed.holidays.length - days.length })}</p>
            )}
          </div>
        )}
        {days.length > 0 && (
          <ul
            aria-label={t('hours.holidays')}
            className="max-h-72 divide-y overflow-y-auto rounded-lg border"
          >
            {days.map(({ date, name, yearly }) => (
              <li key={`${date} ${yearly}`} className="flex items-center gap-3 px-3 py-1.5">
                <Checkbox checked={!excluded.has(date)} onCheckedChange={(on) => setIncluded(date, on)}>
                  <span className="inline-block w-28 text-ink-2">{calendarDate(date)}</span> {name}
                </Checkbox>
                {yearly && (
                  <span className="ml-auto shrink-0">
                    <Badge>{t('hours.holiday.yearly')}</Badge>
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
        {parsed && parsed.skipped.length > 0 && (
          <details>
            <summary className="cursor-pointer text-ink-2">
              {t('hours.import.skipped')} ({parsed.skipped.length})
            </summary>
            <ul className="mt-1 max-h-40 overflow-y-auto text-xs text-ink-3">
              {parsed.skipped.map(({ name, reason }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a response never changes, and names repeat
                <li key={index}>
                  {name}: {t(`hours.import.${reason}`)}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </Dialog>
  )
}
