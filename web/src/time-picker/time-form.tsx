import { offsetAt } from '@parley/contract/business-hours/time-zone-offset'
import { clsx } from 'clsx'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBufferedText } from '../commands/keystroke-buffer/use-buffered-text.ts'
import { parseTimePhrase } from '../lib/time-phrases/parse-time-phrase.ts'
import { toInstant } from '../lib/time-phrases/wall-time.ts'
import { useMe } from '../session/use-me.ts'
import { Button } from '../ui/inputs/button.tsx'
import { Field } from '../ui/inputs/field.tsx'
import { Input } from '../ui/inputs/input.tsx'
import { DialogClose } from '../ui/overlays/dialog.tsx'
import { DEFAULT_TIME } from './default-time.ts'
import { formatTime } from './format-time.ts'
import { readTypedTime } from './time-phrase-text.ts'
import { timeZoneOf } from './time-zone.ts'

/** A time in words, or as a date and a time; both show the same. Times are in the agent's own zone. */
export function TimeForm({
  submitLabel,
  presets = [],
  start,
  refusalOf,
  onPick,
  children,
}: {
  submitLabel: string
  /** Catalogue keys and the phrases that they stand for. */
  presets?: readonly { label: string; phrase: string }[]
  /** Suggested at first; tomorrow noon without it. */
  start?: Date | undefined
  /** Why this time can't be chosen, or null. */
  refusalOf: (at: Date | null, now: Date) => string | null
  onPick: (at: Date) => void
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const time_zone = timeZoneOf(useMe())
  const [now] = useState(() => new Date())
  function phraseTime(text: string): Date {
    const result = parseTimePhrase(text, { now, time_zone, locale: 'en-GB' })
    return result.kind === 'time' ? result.at : now
  }
  const [phrase, setPhrase] = useState('')
  const [fields, setFields] = useState(() =>
    toFields(start ?? phraseTime(`tomorrow ${DEFAULT_TIME}`), time_zone),
  )
  const [refusal, setRefusal] = useState<string | null>(null)
  const textId = useId()

  const type = (text: string) => {
    setPhrase(text)
    setRefusal(null)
    const at = readTypedTime(text, now, time_zone, t)?.at
    if (at) setFields(toFields(at, time_zone))
  }
  const edit = (change: Partial<typeof fields>) => {
    setPhrase('')
    setFields({ ...fields, ...change })
  }
  const typed = readTypedTime(phrase, now, time_zone, t)
  const submit = (text: string) => {
    const current = new Date()
    const time = readTypedTime(text, current, time_zone, t)
    const at = time ? (time.at ?? null) : fromFields(fields, time_zone)
    const reason = time && !at ? time.text : refusalOf(at, current)
    setRefusal(reason)
    if (at && reason === null) onPick(at)
  }
  useBufferedText((text, enter) => {
    type(text)
    if (enter) submit(text)
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit(phrase)
      }}
    >
      {presets.length > 0 && (
        <div className="mb-4 grid gap-0.5">
          {presets.map(({ label, phrase: preset }) => {
            const at = phraseTime(preset)
            return (
              <button
                key={label}
                type="button"
                onClick={() => onPick(at)}
                className="flex h-8 items-center justify-between gap-4 rounded-md px-2.5 text-left transition-colors hover:bg-hover"
              >
                {t(label)}
                <span className="text-ink-3 tabular-nums">{formatTime(at, now, time_zone)}</span>
              </button>
            )
          })}
        </div>
      )}
      <Field label={t('time_phrase.label')}>
        <Input
          autoFocus
          value={phrase}
          autoComplete="off"
          placeholder={t('time_phrase.placeholder')}
          aria-describedby={textId}
          onChange={(event) => type(event.target.value)}
        />
      </Field>
      <p
        id={textId}
        aria-live="polite"
        className={clsx('mt-1.5 min-h-5 text-xs', typed && !typed.at ? 'text-ink-3' : 'font-medium text-ink')}
      >
        {typed?.text}
      </p>
      <div className="mt-2 grid grid-cols-2 gap-3">
        <Field label={t('snooze.custom.date')}>
          <Input
            type="date"
            value={fields.date}
            min={toFields(now, time_zone).date}
            onChange={(event) => edit({ date: event.target.value })}
          />
        </Field>
        <Field label={t('snooze.custom.time')}>
          <Input type="time" value={fields.time} onChange={(event) => edit({ time: event.target.value })} />
        </Field>
      </div>
      {children}
      {refusal && (
        <p role="alert" className="mt-2 text-xs text-bad">
          {refusal}
        </p>
      )}
      <div className="mt-5 flex justify-end gap-2">
        <DialogClose render={<Button>{t('ui.cancel')}</Button>} />
        <Button type="submit" variant="primary">
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

function toFields(at: Date, time_zone: string): { date: string; time: string } {
  const local = new Date(at.getTime() + offsetAt(time_zone, at.getTime())).toISOString()
  return { date: local.slice(0, 10), time: local.slice(11, 16) }
}

/** Null when a field is empty or invalid. */
function fromFields({ date, time }: { date: string; time: string }, time_zone: string): Date | null {
  const day = Date.parse(`${date}T00:00:00Z`)
  const [hour, minute] = time.split(':').map(Number)
  if (Number.isNaN(day) || hour === undefined || minute === undefined || Number.isNaN(hour)) return null
  return new Date(toInstant(day, { hour, minute }, { time_zone, after: Date.now() }))
}
