import { useParams } from '@tanstack/react-router'
import { MessagesSquare } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ConversationList } from '../features/conversations/conversation-list.tsx'
import { ConversationPane } from '../features/messages/conversation-pane.tsx'
import { inboxPath } from '../lib/inbox-list.ts'
import { useIsMobile } from '../lib/use-media.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { inboxOf } from './inbox-of.ts'
import { ListResizer } from './list-resizer.tsx'
import { useInboxTitle } from './use-inbox-title.ts'
import { useListWidth } from './use-list-width.ts'

/** The list on the left, the conversation that is open on the right; on a phone one of the two. */
export function InboxLayout() {
  const params = useParams({ strict: false })
  const mobile = useIsMobile()
  const title = useInboxTitle(params)
  const list = inboxOf(params)
  if (!list || !title) return null
  const { uuid } = params

  const rows = <ConversationList list={list} title={title} openUuid={uuid ?? null} />
  const pane = uuid && <ConversationPane key={uuid} uuid={uuid} listPath={inboxPath(list)} />
  if (mobile) return pane || rows
  return <TwoPanes left={rows} right={pane || <NothingOpen />} />
}

function TwoPanes({ left, right }: { left: React.ReactNode; right: React.ReactNode }) {
  const [width, setWidth] = useListWidth()
  const pane = useRef<HTMLDivElement>(null)
  return (
    <div className="flex h-full">
      <section
        ref={pane}
        // 450 px at 1730 px and above, 26 vw below, never under 340 px.
        style={{ width: width === null ? 'clamp(340px, 26.0116vw, 450px)' : `${width}px` }}
        className="max-w-[60%] shrink-0 overflow-hidden"
      >
        {left}
      </section>
      <ListResizer pane={pane} onWidth={setWidth} />
      <section className="min-w-0 flex-1 overflow-hidden">{right}</section>
    </div>
  )
}

function NothingOpen() {
  const { t } = useTranslation()
  return (
    <EmptyState icon={MessagesSquare} title={t('inbox.none_open.title')}>
      {t('inbox.none_open.text')}
    </EmptyState>
  )
}
