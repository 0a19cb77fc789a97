import { sendTimeRefusal } from '@parley/contract/messages/scheduled-replies'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TimeDialog } from '../../../time-picker/time-dialog.tsx'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
import type { AfterSend } from '../sending/send-phase.ts'
import { lastSendTime } from './last-send-time.ts'

export const sendTimePresets = [
  { label: 'schedule.tomorrow_morning', phrase: 'tomorrow 9' },
  { label: 'schedule.tomorrow_afternoon', phrase: 'tomorrow 14:00' },
  { label: 'schedule.monday_morning', phrase: 'mon 9' },
] as const

/** Asks when a reply is sent, or until when its conversation is snoozed after sending it now. */
export function SendTimeDialog({
  asks,
  uuid,
  canSetStatus,
  resolves,
  onClose,
  onSend,
}: {
  asks: 'send' | 'snooze'
  uuid: string
  canSetStatus: boolean
  /** Whether the send button resolves. */
  resolves: boolean
  onClose: () => void
  onSend: (after: AfterSend) => void
}) {
  const { t } = useTranslation()
  const [holds, setHolds] = useState(true)
  const [resolvesLater, setResolvesLater] = useState(canSetStatus && resolves)
  const refusalOf = (at: Date | null, now: Date) =>
    at === null ? t('time_phrase.missing') : sendTimeRefusal(at, now)
  const onOpenChange = (open: boolean) => {
    if (!open) onClose()
  }
  if (asks === 'snooze')
    return (
      <TimeDialog
        title={t('composer.send_snooze')}
        submitLabel={t('composer.send_snooze')}
        open
        onOpenChange={onOpenChange}
        refusalOf={refusalOf}
        onPick={(at) => onSend({ status: 'Snoozed', snoozed_until: at.toISOString() })}
      />
    )
  return (
    <TimeDialog
      title={t('schedule.title')}
      submitLabel={t('schedule.submit')}
      presets={sendTimePresets}
      start={lastSendTime(uuid)}
      open
      onOpenChange={onOpenChange}
      refusalOf={refusalOf}
      onPick={(at) =>
        onSend({
          ...(resolvesLater && { status: 'Resolved' }),
          later: { send_at: at.toISOString(), hold_if_customer_replies: holds },
        })
      }
    >
      <div className="mt-4 grid gap-2">
        <Checkbox checked={holds} onCheckedChange={setHolds}>
          {t('schedule.hold')}
        </Checkbox>
        {canSetStatus && (
          <Checkbox checked={resolvesLater} onCheckedChange={setResolvesLater}>
            {t('schedule.resolve')}
          </Checkbox>
        )}
      </div>
    </TimeDialog>
  )
}
