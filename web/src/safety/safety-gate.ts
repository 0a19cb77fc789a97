import { useDeferredValue, useMemo, useState } from 'react'
import { useMe } from '../session/use-me.ts'
import { checkMessage, type SafetyFinding, type SafetyInput } from './safety-checks.ts'

/** Stops a message once if something about it is worth a second look. */
export type SafetyGate = {
  /** Identifies the message. */
  message: string
  /** Ids of the findings for which sending was just stopped. */
  pendingIds: readonly string[]
  /**
   * Whether the message can be sent. The first time, findings stop it and are shown; the second time they are confirmed,
   * and never asked about again for this message.
   */
  confirm: () => boolean
  /** What `confirm` would stop the message for. A dialog that asks something else anyway can show it as well. */
  findNew: () => SafetyFinding[]
  /** Confirms what such a dialog has shown. */
  accept: (findings: readonly SafetyFinding[]) => void
}

/** Ids of confirmed findings, by message. They outlive the editor. */
const confirmedByMessage = new Map<string, ReadonlySet<string>>()

const isConfirmed = (message: string, { id }: SafetyFinding): boolean =>
  confirmedByMessage.get(message)?.has(id) === true

/** Whether the message was stopped because of this, so that sending it again confirms it. */
export const isAsking = (
  { pendingIds }: Pick<SafetyGate, 'pendingIds'>,
  { id, is_reported = false }: SafetyFinding,
): boolean => is_reported || pendingIds.includes(id)

/** The next message with this key is another one. */
export const forgetConfirmations = (message: string) => confirmedByMessage.delete(message)

/** `getInput` returns the message as it would be sent now. */
export function useSafetyGate(message: string, getInput: () => SafetyInput): SafetyGate {
  const [pendingIds, setPendingIds] = useState<readonly string[]>([])
  const muted = useMe().muted_checks
  const findOpen = () => checkMessage(getInput(), muted).filter((one) => !isConfirmed(message, one))
  const accept = (findings: readonly SafetyFinding[]) => {
    if (findings.length === 0) return
    const ids = findings.map(({ id }) => id)
    confirmedByMessage.set(message, new Set([...(confirmedByMessage.get(message) ?? []), ...ids]))
  }
  return {
    message,
    pendingIds,
    confirm: () => {
      const open = findOpen()
      const isAnswered = open.every((one) => isAsking({ pendingIds }, one))
      setPendingIds(isAnswered ? [] : open.map(({ id }) => id))
      if (isAnswered) accept(open)
      return isAnswered
    },
    findNew: () => findOpen().filter((one) => !isAsking({ pendingIds }, one)),
    accept,
  }
}

/**
 * The most important finding that its author has not confirmed, while writing; it never delays typing. `recipients` and
 * `replies` must be the same objects while nothing has changed.
 */
export function useOpenFinding(
  { message }: SafetyGate,
  { html, file_count, recipients, replies }: SafetyInput,
): SafetyFinding | null {
  const deferredHtml = useDeferredValue(html)
  const muted = useMe().muted_checks
  const findings = useMemo(
    () =>
      checkMessage(
        {
          html: deferredHtml,
          file_count,
          recipients: deferredHtml === '' ? null : recipients,
          replies: deferredHtml === '' ? null : replies,
        },
        muted,
      ),
    [deferredHtml, file_count, recipients, replies, muted],
  )
  return findings.find((one) => !isConfirmed(message, one)) ?? null
}
