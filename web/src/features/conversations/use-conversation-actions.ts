import { bulkPermissions } from '@parley/contract/conversations/bulk-actions'
import { markUnread } from '@parley/contract/conversations/conversation-verbs'
import type { Conversation } from '@parley/contract/conversations/conversations'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { callForEventId } from '../../api/call.ts'
import { copyText } from '../../lib/browser/copy-text.ts'
import { leaveConversation } from '../../lib/leave-conversation.ts'
import { showFailure } from '../../lib/toast.ts'
import { may } from '../../session/permissions.ts'
import { useMe } from '../../session/use-me.ts'
import { logAction } from '../../undo/action-log.ts'
import { changeBy, resolveRefusal } from './conversation-changes.ts'
import { setReading } from './currently-reading.ts'
import { type TargetAction, useTargetChoices } from './target/conversation-target.ts'
import { isFinishing } from './target/describe-target-action.ts'
import { useOptimisticChange } from './use-optimistic-change.ts'

/** What can be done in the trash. */
const trashActions: ReadonlySet<TargetAction['type']> = new Set([
  ...(['trash', 'restore', 'mark_spam', 'mark_not_spam', 'mark_unread'] as const),
])

/** All actions for an open conversation, shared by buttons, pickers, menus and commands. */
export function useConversationActions(c: Conversation, listPath: string) {
  const { t } = useTranslation()
  const me = useMe()
  const navigate = useNavigate()
  const change = useOptimisticChange(c.uuid)
  const choices = useTargetChoices()
  /** Why the agent can't do this, or null. */
  const refusalOf = (type: TargetAction['type']): string | null => {
    if (c.merged_into) return t('merges.refused', { number: c.merged_into.reference_number })
    if (c.trashed_at && !trashActions.has(type)) return t('trash.refused')
    const permission = bulkPermissions[type]
    return permission === null || may(me, permission) ? null : t('conversation.forbidden')
  }
  const leaveUnread = () => {
    // An open conversation would be marked as read again, so go back to the list.
    setReading(null)
    void navigate({ to: listPath, search: true })
    const event_id = callForEventId(markUnread, { params: { uuid: c.uuid } }).catch((error) => {
      showFailure(error)
      return null
    })
    logAction({
      kind: 'unread',
      what: {},
      count: 1,
      event_ids: event_id.then((id) => (id === null ? [] : [id])),
      previous: new Map(),
    })
  }
  const resolveRefused = refusalOf('set_status') ?? resolveRefusal(c, me, new Date())

  return {
    me,
    rows: [c],
    choices,
    refusalOf,
    resolveRefusal: resolveRefused,
    can: (type: TargetAction['type']) => refusalOf(type) === null,
    canResolve: resolveRefused === null,
    run: (action: TargetAction) => {
      if (action.type === 'mark_unread') return leaveUnread()
      const isDone = isFinishing(action, me.id, choices.allStatuses)
      const return_to = isDone ? leaveConversation(c.uuid) : null
      change({
        ...changeBy(action, c, { ...choices, my_id: me.id }),
        ...(return_to && { return_to }),
      })
    },
    copyEmail: () => c.contact.email && copyText(c.contact.email, t('conversation.email_copied'), t),
    copyLink: () => copyText(location.href, t('conversation.link_copied'), t),
    copyReference: () => copyText(`#${c.reference_number}`, t('conversation.reference_copied'), t),
  }
}

export type ConversationActions = ReturnType<typeof useConversationActions>
