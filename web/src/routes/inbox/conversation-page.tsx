import type { Conversation } from '@parley/contract/conversations/conversations'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useAiEnabled } from '../../ai/use-ai-enabled.ts'
import { conversationQuery } from '../../api/conversation-queries.ts'
import { useSettled } from '../../commands/use-settled.ts'
import { Composer } from '../../features/composer/composer.tsx'
import { PanelNotes } from '../../features/contacts/notes/panel-notes.tsx'
import { ConversationFrame } from '../../features/conversations/conversation-frame.tsx'
import type { PanelSlots } from '../../features/conversations/conversation-side-panel.tsx'
import { ConversationAttributes } from '../../features/custom-attributes/values/conversation-attributes.tsx'
import { ConversationPane } from '../../features/messages/conversation-pane.tsx'
import { lazyPart } from '../../lib/lazy-part.ts'

// Only needed if a language model is configured.
const ConversationAi = lazyPart(() => import('../../features/ai/conversation-ai.tsx'), 'ConversationAi')
const ScheduledReplies = lazyPart(
  () => import('../../features/composer/scheduled/scheduled-replies.tsx'),
  'ScheduledReplies',
)
const SurveySection = lazyPart(() => import('../../features/csat/survey-section.tsx'), 'SurveySection')
const WaitingNote = lazyPart(() => import('../../features/assignment/waiting-note.tsx'), 'WaitingNote')

const slots: PanelSlots = {
  waiting: (conversation) => (
    <Suspense>
      <WaitingNote conversation={conversation} />
    </Suspense>
  ),
  surveys: (conversation) => (
    <Suspense>
      <SurveySection conversation={conversation} />
    </Suspense>
  ),
  attributes: (conversation) => <ConversationAttributes conversation={conversation} />,
  // Reset for another contact: an unfinished note is about this one.
  notes: ({ contact_id }) => <PanelNotes key={contact_id} contactId={contact_id} />,
}

const isReadOnly = (c: Conversation) => c.merged_into !== null || c.trashed_at !== null

/**
 * One conversation, composed from several features: header and side panel, messages, composer and panel sections. The page stays
 * mounted from one conversation to the next; `key` resets what belongs to one.
 */
export function ConversationPage({ uuid, listPath }: { uuid: string; listPath: string }) {
  const isAiOn = useAiEnabled()
  // The messages are painted first: everything around them follows, and shows the previous conversation until then.
  const settled = useSettled(uuid)
  // It is in the trash, or answered in the conversation that it was merged into.
  const isClosedToReplies = useQuery({ ...conversationQuery(settled), select: isReadOnly }).data ?? false
  return (
    <ConversationFrame uuid={uuid} settledUuid={settled} listPath={listPath} slots={slots}>
      <div className="flex h-full flex-col">
        {isAiOn && (
          <Suspense>
            <ConversationAi key={settled} uuid={settled} />
          </Suspense>
        )}
        <div className="min-h-0 flex-1">
          <ConversationPane
            uuid={uuid}
            end={
              <Suspense>
                <Scheduled uuid={uuid} />
              </Suspense>
            }
          >
            {!isClosedToReplies && <Composer uuid={settled} />}
          </ConversationPane>
        </div>
      </div>
    </ConversationFrame>
  )
}

/** Most conversations have none, and load nothing for it. */
function Scheduled({ uuid }: { uuid: string }) {
  const { data } = useQuery(conversationQuery(uuid))
  return data?.scheduled ? <ScheduledReplies uuid={uuid} /> : null
}
