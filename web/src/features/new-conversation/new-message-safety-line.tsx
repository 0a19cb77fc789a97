import { type MessageDraft, useDebouncedHtml, useDraftPart } from '../../editor/message/message-draft.ts'
import { isAsking, type SafetyGate, useOpenFinding } from '../../safety/safety-gate.ts'
import { SafetyLine } from '../../safety/safety-line.tsx'

/** What is worth a second look in the first message; its only recipient was just typed. */
export function NewMessageSafetyLine({
  draft,
  isUploading,
  gate,
  onSendAnyway,
}: {
  draft: MessageDraft
  isUploading: boolean
  gate: SafetyGate
  onSendAnyway: () => void
}) {
  const html = useDebouncedHtml(draft)
  const files = useDraftPart(draft, 'files')
  const finding = useOpenFinding(gate, {
    html,
    file_count: files.length + (isUploading ? 1 : 0),
    recipients: null,
    replies: null,
  })
  return (
    finding && <SafetyLine finding={finding} isAsking={isAsking(gate, finding)} onSendAnyway={onSendAnyway} />
  )
}
