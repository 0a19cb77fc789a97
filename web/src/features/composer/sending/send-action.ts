import { useStoredValue } from '../../../lib/browser/stored-value.ts'
import { snoozeDuration, snoozePresets } from '../../../lib/snooze-presets.ts'
import type { AfterSend } from './send-phase.ts'

/** What the send button does after sending: nothing, resolve, or snooze for this many minutes. */
export type SendAction = 'send' | 'resolve' | number

/** The last chosen action, remembered in this browser. */
export function useSendAction(): [SendAction, (choice: SendAction) => void] {
  const [stored, store] = useStoredValue('composer.send', 'send')
  return [parseSendAction(stored), (choice) => store(String(choice))]
}

export function parseSendAction(stored: string): SendAction {
  if (stored === 'resolve') return stored
  return snoozePresets.find((minutes) => String(minutes) === stored) ?? 'send'
}

export function toAfterSend(choice: SendAction): AfterSend {
  if (choice === 'send') return null
  return choice === 'resolve'
    ? { status: 'Resolved' }
    : { status: 'Snoozed', snoozed_until: snoozeDuration(choice) }
}
