import { useRemembered } from '../../lib/remembered.ts'
import { snoozeDuration, snoozePresets } from '../../lib/snooze-presets.ts'
import type { AfterSend } from './sending.ts'

/** What the send button does beside sending: nothing, resolve, or snooze for so many minutes. */
export type SendChoice = 'send' | 'resolve' | number

/** The way chosen last, remembered in this browser. */
export function useSendChoice(): [SendChoice, (choice: SendChoice) => void] {
  const [kept, keep] = useRemembered('composer.send', 'send')
  return [readChoice(kept), (choice) => keep(String(choice))]
}

export function readChoice(kept: string): SendChoice {
  if (kept === 'resolve') return kept
  return snoozePresets.find((minutes) => String(minutes) === kept) ?? 'send'
}

export function afterOf(choice: SendChoice): AfterSend {
  if (choice === 'send') return null
  return choice === 'resolve'
    ? { status: 'Resolved' }
    : { status: 'Snoozed', snoozed_until: snoozeDuration(choice) }
}
