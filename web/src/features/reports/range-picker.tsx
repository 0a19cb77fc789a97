import { CalendarDays, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '../../ui/menu.tsx'
import { DEFAULT_RANGE, daysOf, isDay, type Period, ranges } from './period.ts'
import type { Scoped } from './use-scope.ts'
import { periodText } from './words.ts'

/** The contract's: more are no report any more. */
const MOST_DAYS = 1100

/** Which days the report is about. */
export function RangePicker({ scoped: { period, range, today, change } }: { scoped: Scoped }) {
  const { t } = useTranslation()
  const [choosing, setChoosing] = useState(false)
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
        <MenuItem onClick={() => setChoosing(true)}>{t('reports.range.custom')}</MenuItem>
      </Menu>
      <Dialog open={choosing} onOpenChange={setChoosing} title={t('reports.range.title')} size="sm">
        <DaysForm
          period={period}
          today={today}
          onChoose={({ from, to }) => {
            setChoosing(false)
            change({ from, to, range: undefined })
          }}
        />
      </Dialog>
    </>
  )
}

function DaysForm({
  period,
  today,
  onChoose,
}: {
  period: Period
  today: string
  onChoose: (period: Period) => void
}) {
  const { t } = useTranslation()
  const [from, setFrom] = useState(period.from)
  const [to, setTo] = useState(period.to)
  const [refusal, setRefusal] = useState<string>()
  const submit = () => {
    if (!isDay(from) || !isDay(to)) setRefusal(t('reports.range.missing'))
    else if (from > to) setRefusal(t('reports.range.order'))
    else if (daysOf({ from, to }) > MOST_DAYS) setRefusal(t('reports.range.most', { count: MOST_DAYS }))
    else onChoose({ from, to })
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
