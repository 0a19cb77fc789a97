import type { ConversationSummary } from '@parley/contract/conversations/conversations'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/inputs/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { Dialog, DialogClose } from '../../../ui/overlays/dialog.tsx'
import { snoozeRefusal } from '../conversation-changes.ts'
import { DEFAULT_TIME, parseDateTimeInput, toDateInputValue } from './snooze-times.ts'

/** Picks a custom snooze time. */
export function SnoozeDialog({
  conversation,
  open,
  onOpenChange,
  onSnooze,
}: {
  conversation: ConversationSummary
  open: boolean
  onOpenChange: (open: boolean) => void
  onSnooze: (until: Date) => void
}) {
  const { t } = useTranslation()
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('snooze.custom.title')} size="sm">
      <SnoozeForm
        conversation={conversation}
        onSnooze={(until) => {
          onOpenChange(false)
          onSnooze(until)
        }}
      />
    </Dialog>
  )
}

function SnoozeForm({
  conversation,
  onSnooze,
}: {
  conversation: ConversationSummary
  onSnooze: (until: Date) => void
}) {
  const { t } = useTranslation()
  const [now] = useState(() => new Date())
  const [date, setDate] = useState(() => toDateInputValue(new Date(now.getTime() + 24 * 3_600_000)))
  const [time, setTime] = useState(DEFAULT_TIME)
  const [refusal, setRefusal] = useState<string | null>(null)

  const submit = () => {
    const until = parseDateTimeInput(date, time)
    const reason = snoozeRefusal(conversation, until, new Date())
    setRefusal(reason)
    if (until && reason === null) onSnooze(until)
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
        <Field label={t('snooze.custom.date')}>
          <Input
            type="date"
            value={date}
            min={toDateInputValue(now)}
            onChange={(e) => setDate(e.target.value)}
          />
        </Field>
        <Field label={t('snooze.custom.time')}>
          <Input type="time" value={time} onChange={(e) => setTime(e.target.value)} />
        </Field>
      </div>
      {refusal && (
        <p role="alert" className="mt-2 text-xs text-bad">
          {refusal}
        </p>
      )}
      <div className="mt-5 flex justify-end gap-2">
        <DialogClose render={<Button>{t('ui.cancel')}</Button>} />
        <Button type="submit" variant="primary">
          {t('snooze.custom.submit')}
        </Button>
      </div>
    </form>
  )
}
