import { CalendarDays, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/inputs/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { Dialog, DialogClose } from '../../../ui/overlays/dialog.tsx'
import { Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '../../../ui/overlays/menu.tsx'
import { periodText } from '../data/report-format.ts'
import { countDays, DEFAULT_RANGE, isDay, type Period, ranges } from './period.ts'
import type { ReportContext } from './use-report-context.ts'

/** The API's limit. */
const MAX_DAYS = 1100

/** Selects the period of the report. */
export function RangePicker({ report: { period, range, today, change } }: { report: ReportContext }) {
  const { t } = useTranslation()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  return (
    <>
      <Menu
        className="min-w-52"
        trigger={
          <Button aria-label={t('reports.days', { period: periodText(period, today.slice(0, 4)) })}>
            <CalendarDays size={14} aria-hidden className="text-ink-3" />
            {periodText(period, today.slice(0, 4))}
            <ChevronDown size={14} aria-hidden className="text-ink-3" />
          </Button>
        }
      >
        <MenuRadioGroup
          value={range ?? ''}
          onValueChange={(next) =>
            change({
              range: next === '' || next === DEFAULT_RANGE ? undefined : next,
              from: undefined,
              to: undefined,
            })
          }
          options={ranges.map((one) => ({ value: one, label: t(`reports.range.${one}`) }))}
        />
        <MenuSeparator />
        <MenuItem onClick={() => setIsDialogOpen(true)}>{t('reports.range.custom')}</MenuItem>
      </Menu>
      <Dialog open={isDialogOpen} onOpenChange={setIsDialogOpen} title={t('reports.range.title')} size="sm">
        <CustomRangeForm
          period={period}
          today={today}
          onSubmit={({ from, to }) => {
            setIsDialogOpen(false)
            change({ from, to, range: undefined })
          }}
        />
      </Dialog>
    </>
  )
}

function CustomRangeForm({
  period,
  today,
  onSubmit,
}: {
  period: Period
  today: string
  onSubmit: (period: Period) => void
}) {
  const { t } = useTranslation()
  const [from, setFrom] = useState(period.from)
  const [to, setTo] = useState(period.to)
  const [refusal, setRefusal] = useState<string>()
  const submit = () => {
    if (!isDay(from) || !isDay(to)) setRefusal(t('reports.range.missing'))
    else if (from > to) setRefusal(t('reports.range.order'))
    else if (countDays({ from, to }) > MAX_DAYS) setRefusal(t('reports.range.most', { count: MAX_DAYS }))
    else onSubmit({ from, to })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="grid grid-cols-2 gap-3">
        <Field label={t('reports.range.from')}>
          <Input type="date" value={from} max={today} onChange={(event) => setFrom(event.target.value)} />
        </Field>
        <Field label={t('reports.range.to')} error={refusal}>
          <Input type="date" value={to} max={today} onChange={(event) => setTo(event.target.value)} />
        </Field>
      </div>
      <div className="mt-5 flex justify-end gap-2">
        <DialogClose render={<Button>{t('ui.cancel')}</Button>} />
        <Button type="submit" variant="primary">
          {t('reports.range.show')}
        </Button>
      </div>
    </form>
  )
}
