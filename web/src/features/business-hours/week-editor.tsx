import { MAX_SPANS, type Weekday, weekdays } from '@parley/contract/business-hours/business-hours'
import { clsx } from 'clsx'
import { CircleAlert, Copy, Plus, X } from 'lucide-react'
import { useId } from 'react'
import { type FieldError, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { EntityForm } from '../../forms/use-entity-form.ts'
import { IconButton } from '../../ui/inputs/icon-button.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import {
  dayName,
  daySpans,
  defaultSpan,
  type HoursFields,
  nextSpan,
  type Week,
  withDaySpans,
} from './hours-fields.ts'

/** The opening hours of each weekday, in one or more spans. */
export function WeekEditor({ form }: { form: EntityForm<HoursFields> }) {
  const { week, onChange, onBlur, refusal, dayErrors } = useWeek(form)
  return (
    <div>
      <ul className="divide-y border-y">
        {weekdays.map((day) => (
          <DayRow
            key={day}
            day={day}
            week={week}
            error={dayErrors[day]}
            onChange={onChange}
            onBlur={onBlur}
          />
        ))}
      </ul>
      {refusal && <HoursError text={refusal} />}
    </div>
  )
}

function useWeek(form: EntityForm<HoursFields>) {
  // Reads react-hook-form's state, which is mutated in place.
  'use no memo'
  const { field, fieldState } = useController({ control: form.methods.control, name: 'hours' })
  // An error of the whole week has a message; errors of days are nested under their names.
  const error = fieldState.error as (FieldError & Partial<Record<Weekday, FieldError>>) | undefined
  return {
    week: field.value ?? {},
    onChange: (week: Week) => field.onChange(week),
    onBlur: field.onBlur,
    refusal: error?.message,
    dayErrors: Object.fromEntries(weekdays.map((day) => [day, error?.[day]?.message])),
  }
}

function DayRow({
  day,
  week,
  error,
  onChange,
  onBlur,
}: {
  day: Weekday
  week: Week
  error: string | undefined
  onChange: (week: Week) => void
  onBlur: () => void
}) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const name = dayName(day, i18n.language)
  const spans = daySpans(week, day)
  const change = (next: typeof spans) => onChange(withDaySpans(week, day, next))
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 py-2">
      <span className="flex h-8 w-32 items-center gap-2.5 max-md:flex-1">
        <Switch
          label={t('hours.day.open', { day: name })}
          checked={spans.length > 0}
          onCheckedChange={(open) => change(open ? [defaultSpan] : [])}
        />
        <span className={spans.length > 0 ? 'font-medium' : 'text-ink-3'}>{name}</span>
      </span>
      <div
        className={clsx(
          'flex min-w-0 flex-col gap-2 md:flex-1',
          // On a phone there is no room for two times next to the weekday.
          spans.length > 0 && 'max-md:order-last max-md:basis-full',
        )}
      >
        {spans.length === 0 && (
          <span className="flex h-8 items-center text-ink-3">{t('hours.day.closed')}</span>
        )}
        {spans.map((span, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a span has no identity besides its index
          <div key={index} className="flex items-center gap-2">
            {(['open', 'close'] as const).map((edge) => (
              <Input
                key={edge}
                type="time"
                className="min-w-0 max-md:flex-1 md:w-30"
                aria-label={t(edge === 'open' ? 'hours.span.open' : 'hours.span.close', {
                  day: name,
                  number: index + 1,
                })}
                aria-invalid={Boolean(error)}
                aria-describedby={error ? id : undefined}
                value={span[edge]}
                onBlur={onBlur}
                onChange={(event) =>
                  change(
                    spans.map((current, i) =>
                      i === index ? { ...current, [edge]: event.target.value } : current,
                    ),
                  )
                }
              />
            ))}
            {spans.length > 1 && (
              <IconButton
                label={t('hours.span.remove', { day: name, number: index + 1 })}
                onClick={() => change(spans.filter((_, i) => i !== index))}
              >
                <X size={16} aria-hidden />
              </IconButton>
            )}
          </div>
        ))}
        {error && <HoursError id={id} text={error} />}
      </div>
      {spans.length > 0 && (
        <span className="flex h-8 items-center">
          <IconButton
            label={t('hours.span.add', { day: name })}
            disabled={spans.length >= MAX_SPANS}
            onClick={() => change([...spans, nextSpan(spans)])}
          >
            <Plus size={16} aria-hidden />
          </IconButton>
          <CopyMenu day={day} name={name} week={week} onChange={onChange} />
        </span>
      )}
    </li>
  )
}

/** Copies a day's hours to other days. */
function CopyMenu({
  day,
  name,
  week,
  onChange,
}: {
  day: Weekday
  name: string
  week: Week
  onChange: (week: Week) => void
}) {
  const { t, i18n } = useTranslation()
  const copyTo = (days: readonly Weekday[]) =>
    onChange(days.reduce((copied, target) => withDaySpans(copied, target, daySpans(week, day)), week))
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={t('hours.copy', { day: name })}>
          <Copy size={16} aria-hidden />
        </IconButton>
      }
    >
      <MenuItem onClick={() => copyTo(weekdays.slice(0, 5))}>{t('hours.copy.weekdays')}</MenuItem>
      <MenuItem onClick={() => copyTo(weekdays)}>{t('hours.copy.all')}</MenuItem>
      {weekdays
        .filter((other) => other !== day)
        .map((other) => (
          <MenuItem key={other} onClick={() => copyTo([other])}>
            {t('hours.copy.one', { day: dayName(other, i18n.language) })}
          </MenuItem>
        ))}
    </Menu>
  )
}

function HoursError({ id, text }: { id?: string; text: string }) {
  return (
    <p id={id} role="alert" className="mt-1.5 flex items-start gap-1.5 text-xs text-bad">
      <CircleAlert size={14} aria-hidden className="mt-px shrink-0" />
      {text}
    </p>
  )
}
