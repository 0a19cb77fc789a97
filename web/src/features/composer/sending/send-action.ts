import { useStoredValue } from '../../../lib/browser/stored-value.ts'
import { snoozeDuration, snoozePresets } from '../../../lib/snooze-presets.ts'
import type { AfterSend } from './send-phase.ts'

/** What the send button does after sending: nothing, resolve, or snooze for this many minutes. */
export type SendAction = 'send' | 'resolve' | number

/** The last chosen action, remembered in this browser. */
export function useSendAction(): [SendAction, (choice: SendAction) => void] {
  const [kept, keep] = useStoredValue('composer.send', 'send')
  return [parseSendAction(kept), (choice) => keep(String(choice))]
}

export function parseSendAction(kept: string): SendAction {
  if (kept === 'resolve') return kept
  return snoozePresets.find((minutes) => String(minutes) === kept) ?? 'send'
}

export function toAfterSend(choice: SendAction): AfterSend {
  if (choice === 'send') return null
  return choice === 'resolve'
    ? { status: 'Resolved' }
    : { status: 'Snoozed', snoozed_until: snoozeDuration(choice) }
}
