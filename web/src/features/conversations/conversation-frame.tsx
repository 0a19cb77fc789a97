import type { Conversation } from '@parley/contract/conversations/conversations'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, EyeOff } from 'lucide-react'
import { Fragment, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { touchConversation } from '../../api/conversation-lru.ts'
import { conversationQuery } from '../../api/conversation-queries.ts'
import { useCommands } from '../../commands/command-registry.ts'
import { useReplayKeydowns } from '../../commands/keystroke-buffer/keydown-replay.ts'
import { useStoredFlag } from '../../lib/browser/stored-value.ts'
import { useMediaQuery } from '../../lib/browser/use-media-query.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { showTrail, useTrailTarget } from '../../lib/trail-target.ts'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { ErrorState } from '../../ui/display/error-state.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { Drawer } from '../../ui/overlays/drawer.tsx'
import { conversationCommands } from './conversation-commands.ts'
import { ConversationHeader } from './conversation-header.tsx'
import { ConversationSidePanel, type PanelSlots } from './conversation-side-panel.tsx'
import { LoadingFrame } from './loading-frame.tsx'
import { useAnnounceOpen } from './presence/use-announce-open.ts'
import { SnoozeDialog } from './snooze/snooze-dialog.tsx'
import { snoozeUntil } from './target/conversation-target.ts'
import { useConversation } from './use-conversation.ts'
import { useConversationActions } from './use-conversation-actions.ts'
import { useMarkSeen } from './use-mark-seen.ts'

// Rarely opened.
const TrashBanner = lazyPart(() => import('./trash/trash-banner.tsx'), 'TrashBanner')
const SpamSuggestion = lazyPart(() => import('./trash/spam-suggestion.tsx'), 'SpamSuggestion')
const MergedBanner = lazyPart(() => import('./merge/merged-banner.tsx'), 'MergedBanner')
const TrailDialog = lazyPart(() => import('./trail-dialog.tsx'), 'TrailDialog')

/**
 * One conversation with its header and side panel around `children` (messages and composer). `slots` are sections
 * from other features.
 */
export function ConversationFrame({
  uuid,
  settledUuid,
  listPath,
  slots,
  children,
}: {
  uuid: string
  /** The conversation of everything but the subject and the messages: for a moment the previous one (see `useSettled`). */
  settledUuid: string
  listPath: string
  slots: PanelSlots
  children: ReactNode
}) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const { data, error, refetch } = useConversation(uuid)
  const settled = useQuery({ ...conversationQuery(settledUuid), enabled: false }).data ?? data

  // The LRU list of conversations is kept beside the cache.
  useEffect(() => touchConversation(cache, uuid), [cache, uuid])

  if (data && settled)
    return (
      <LoadedFrame subjectOf={data} conversation={settled} listPath={listPath} slots={slots}>
        {children}
      </LoadedFrame>
    )
  if (!error) return <LoadingFrame />
  if (error instanceof ApiError && error.status === 404) return <ConversationNotFound listPath={listPath} />
  return (
    <ErrorState
      title={t('conversation.error')}
      message={error.message}
      reference={error instanceof ApiError ? error.request_id : null}
      onRetry={() => void refetch()}
    />
  )
}

function LoadedFrame({
  subjectOf,
  conversation,
  listPath,
  slots,
  children,
}: {
  subjectOf: Conversation
  conversation: Conversation
  listPath: string
  slots: PanelSlots
  children: ReactNode
}) {
  const { t } = useTranslation()
  const actions = useConversationActions(conversation, listPath)
  const { uuid } = conversation
  /** The conversation whose dialog is open: the frame stays when the next one is opened. */
  const [snoozing, setSnoozing] = useState<string | null>(null)
  const { frame, docked, open, toggle } = usePanel()
  const customSnooze = () => setSnoozing(uuid)
  useAnnounceOpen(uuid)
  useMarkSeen(uuid, conversation.unread_message_count)
  useCommands(conversationCommands(conversation, actions, { t, customSnooze, togglePanel: toggle }))
  useReplayKeydowns(uuid)

  const side = (
    <ConversationSidePanel
      key={uuid}
      conversation={conversation}
      actions={actions}
      listPath={listPath}
      slots={slots}
    />
  )
  return (
    <div ref={frame} className="flex h-full">
      <div className="flex min-w-0 flex-1 flex-col">
        <ConversationHeader
          subjectOf={subjectOf}
          conversation={conversation}
          actions={actions}
          listPath={listPath}
          panelOpen={open}
          onTogglePanel={toggle}
          onCustomSnooze={customSnooze}
        />
        {conversation.merged_into && (
          <Suspense>
            <MergedBanner conversation={conversation} listPath={listPath} />
          </Suspense>
        )}
        {conversation.trashed_at && (
          <Suspense>
            <TrashBanner conversation={conversation} actions={actions} />
          </Suspense>
        )}
        {conversation.spam_suggestion && !conversation.trashed_at && actions.can('mark_spam') && (
          <Suspense>
            <SpamSuggestion suggestion={conversation.spam_suggestion} actions={actions} />
          </Suspense>
        )}
        <div className="min-h-0 flex-1">{children}</div>
      </div>
      {docked ? (
        open && (
          <aside aria-label={t('side.title')} className="w-72 shrink-0 overflow-y-auto border-l">
            {side}
          </aside>
        )
      ) : (
        <Drawer
          open={open}
          onOpenChange={toggle}
          label={t('side.title')}
          className="overflow-y-auto bg-surface"
        >
          {side}
        </Drawer>
      )}
      <Fragment key={uuid}>
        <SnoozeDialog
          conversation={conversation}
          open={snoozing === uuid}
          onOpenChange={(open) => setSnoozing(open ? uuid : null)}
          onSnooze={(until) => actions.run(snoozeUntil(until))}
        />
        <TrailSlot uuid={uuid} />
      </Fragment>
    </div>
  )
}

function TrailSlot({ uuid }: { uuid: string }) {
  const trail = useTrailTarget()
  const open = trail?.uuid === uuid
  // Close the dialog when another conversation is opened.
  useEffect(() => () => showTrail(null), [])
  if (!open) return null
  return (
    <Suspense>
      <TrailDialog
        key={trail.message_id}
        uuid={uuid}
        messageId={trail.message_id}
        onClose={() => showTrail(null)}
        onShowAll={() => showTrail({ uuid, message_id: null })}
      />
    </Suspense>
  )
}

/** Minimum width for messages and panel side by side, in pixels. */
const MIN_WIDTH_FOR_PANEL = 700

/** Docked beside the messages where there is room, otherwise a drawer that starts closed. */
function usePanel() {
  const frame = useRef<HTMLDivElement>(null)
  const [hasRoom, setHasRoom] = useState(true)
  const docked = useMediaQuery('(min-width: 1024px)') && hasRoom
  // Only the browser knows the available width; measure before the first paint.
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => setHasRoom(element.clientWidth >= MIN_WIDTH_FOR_PANEL)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const [dockedOpen, setDockedOpen] = useStoredFlag('side.open', true)
  const [drawerOpen, setDrawerOpen] = useState(false)
  const open = docked ? dockedOpen : drawerOpen
  return { frame, docked, open, toggle: () => (docked ? setDockedOpen(!open) : setDrawerOpen(!open)) }
}

function ConversationNotFound({ listPath }: { listPath: string }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={EyeOff}
      title={t('conversation.not_here.title')}
      action={
        <Link to={listPath} search tabIndex={-1}>
          <Button>
            <ArrowLeft size={14} aria-hidden />
            {t('inbox.back')}
          </Button>
        </Link>
      }
    >
      {t('conversation.not_here.text')}
    </EmptyState>
  )
}
