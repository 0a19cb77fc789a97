import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { needsSendingNotice, type SendingInbox } from '../../sending-inbox/sending-inbox.ts'
import { QuotedHistoryDialog } from './recipients/quoted-history-dialog.tsx'
import { Recipients } from './recipients/recipients.tsx'
import type { RecipientState } from './recipients/use-recipients.ts'
import { SendFailure } from './send-failure.tsx'
import type { SendPhase } from './sending/send-phase.ts'
import type { Sending } from './sending/use-sending.ts'

// Only when the inbox has a problem.
const SendingNotice = lazyPart(() => import('../../sending-inbox/sending-notice.tsx'), 'SendingNotice')

/** Above the text: the tabs, the recipients, and anything that prevents sending. */
export function ComposerHeader({
  tabs,
  recipients,
  sendingInbox,
  sending,
  phase,
  onSend,
}: {
  tabs: ReactNode
  /** null for a note. */
  recipients: RecipientState | null
  sendingInbox: SendingInbox | null
  sending: Sending
  phase: SendPhase
  onSend: (shift: boolean) => void
}) {
  const { newParticipants, historyQuestion, answerHistoryQuestion, recipientError } = sending
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-3 px-1.5 pt-1.5">
        {tabs}
        {recipients && (
          <Recipients recipients={recipients} newParticipants={newParticipants} onSend={onSend} />
        )}
      </div>
      {historyQuestion && (
        <QuotedHistoryDialog
          newParticipants={historyQuestion.newParticipants}
          findings={historyQuestion.findings}
          onCancel={() => answerHistoryQuestion(null)}
          onAnswer={answerHistoryQuestion}
        />
      )}
      {needsSendingNotice(sendingInbox) && (
        <Suspense>
          <SendingNotice sendingInbox={sendingInbox} className="mx-2 mt-1.5" />
        </Suspense>
      )}
      {phase.kind === 'failed' && <SendFailure phase={phase} onRetry={sending.send} />}
      {recipientError && (
        <p role="alert" className="px-3.5 pt-1 text-xs text-bad">
          {recipientError}
        </p>
      )}
    </>
  )
}
