import { readHolidays } from '@parley/contract/business-hours'
import { useMutation } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { calendarDate } from '../../format/time.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type Holidays, newDays } from './new-days.ts'

const mostBytes = 1_000_000

/** Reads a calendar file, shows what it would add, and adds what is chosen of it to the form, which is saved as ever. */
export function ImportDialog({
  known,
  onAdd,
  onClose,
}: {
  known: Holidays
  onAdd: (days: Holidays) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const picker = useRef<HTMLInputElement>(null)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const reading = useMutation({
    networkMode: 'always',
    mutationFn: async (file: File) => {
      if (file.size > mostBytes) throw new Error(t('hours.import.too_large'))
      return call(readHolidays, { body: { ics: await file.text() } })
    },
    onMutate: () => setLeft(new Set()),
  })
  const found = reading.data
  const days = found ? newDays(found.holidays, known) : []
  const chosen = days.filter(({ date }) => !left.has(date))
  const choose = (date: string, on: boolean) => {
    const next = new Set(left)
    if (on) next.delete(date)
    else next.add(date)
    setLeft(next)
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
            disabled={chosen.length === 0}
            onClick={() => {
              onAdd(chosen)
              onClose()
            }}
          >
            {t('hours.import.add', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <span>
          <Button onClick={() => picker.current?.click()} loading={reading.isPending}>
            <FileUp size={14} aria-hidden />
            {t(found ? 'hours.import.choose_other' : 'hours.import.choose')}
          </Button>
        </span>
        <input
          ref={picker}
          type="file"
          hidden
          aria-label={t('hours.import.choose')}
          accept=".ics,.ical,.ifb,text/calendar"
          onChange={(event) => {
            const file = event.target.files?.[0]
            if (file) reading.mutate(file)
            // The same file may be chosen again after it was corrected.
            event.target.value = ''
          }}
        />
        {reading.error && (
          <p role="alert" className="text-bad">
            {reading.error.message}
          </p>
        )}
        {found && (
          <div role="status" className="text-ink-2">
            <p>
              {t(days.length > 0 ? 'hours.import.found' : 'hours.import.empty', {
                count: days.length,
                from: calendarDate(found.from),
                until: calendarDate(found.until),
              })}
            </p>
            {found.holidays.length > days.length && (
              <p>{t('hours.import.known', { count: found.holidays.length - days.length })}</p>
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
                <Checkbox checked={!left.has(date)} onCheckedChange={(on) => choose(date, on)}>
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
        {found && found.skipped.length > 0 && (
          <details>
            <summary className="cursor-pointer text-ink-2">
              {t('hours.import.skipped')} ({found.skipped.length})
            </summary>
            <ul className="mt-1 max-h-40 overflow-y-auto text-xs text-ink-3">
              {found.skipped.map(({ name, reason }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list of one answer never changes, and names repeat
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
