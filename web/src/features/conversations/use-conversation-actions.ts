import { markUnread } from '@parley/contract/conversations/conversation-verbs'
import type { Conversation } from '@parley/contract/conversations/conversations'
import type { Priority } from '@parley/contract/priorities/priorities'
import type { Status } from '@parley/contract/statuses/statuses'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { copyText } from '../../lib/browser/copy-text.ts'
import { showFailure } from '../../lib/toast.ts'
import { may } from '../../session/permissions.ts'
import { agentsQuery, prioritiesQuery, statusesQuery, tagsQuery, teamsQuery } from '../../session/queries.ts'
import { useMe } from '../../session/use-me.ts'
import {
  assignTo,
  assignToTeam,
  OPEN,
  prioritise,
  RESOLVED,
  resolveRefusal,
  SNOOZED,
  setStatusTo,
  snoozeFor,
  snoozeUntil,
  tagWith,
} from './conversation-changes.ts'
import { setReading } from './currently-reading.ts'
import { useOptimisticChange } from './use-optimistic-change.ts'

/** All actions for an open conversation, shared by buttons, pickers, menus and commands. */
export function useConversationActions(c: Conversation, listPath: string) {
  const { t } = useTranslation()
  const me = useMe()
  const navigate = useNavigate()
  const change = useOptimisticChange(c.uuid)
  const agents = (useQuery(agentsQuery).data ?? []).filter((agent) => agent.enabled)
  const teams = useQuery(teamsQuery).data ?? []
  const statuses = useQuery(statusesQuery).data ?? []
  const priorities = useQuery(prioritiesQuery).data ?? []
  const tags = useQuery(tagsQuery).data ?? []
  const findStatus = (name: string) => statuses.find((status) => status.name === name)
  const permissionRefusal = (permission: Parameters<typeof may>[1]) =>
    may(me, permission) ? null : t('conversation.forbidden')

  const setStatus = (status: Status | undefined) => status && change(setStatusTo(c, status, me))
  return {
    me,
    agents,
    teams,
    /** Without Snoozed, which needs a time and has its own menu. */
    statuses: statuses.filter((status) => status.name !== SNOOZED),
    priorities,
    tags,
    /** Why each kind of change is not allowed; null when it is. */
    refusals: {
      assignee: permissionRefusal('conversations:update_user_assignee'),
      team: permissionRefusal('conversations:update_team_assignee'),
      priority: permissionRefusal('conversations:update_priority'),
      tags: permissionRefusal('conversations:update_tags'),
      status: permissionRefusal('conversations:update_status'),
      resolve: permissionRefusal('conversations:update_status') ?? resolveRefusal(c, me, new Date()),
    },
    assign: (id: number | null) => change(assignTo(c, id)),
    assignTeam: (id: number | null) => change(assignToTeam(c, id)),
    prioritise: (priority: Priority | null) => change(prioritise(c, priority)),
    tag: (names: readonly string[]) => change(tagWith(c, names)),
    setStatus,
    resolve: () => setStatus(findStatus(RESOLVED)),
    reopen: () => setStatus(findStatus(OPEN)),
    snooze: (minutes: number) => change(snoozeFor(c, findStatus(SNOOZED), minutes)),
    snoozeUntil: (until: Date) => change(snoozeUntil(c, findStatus(SNOOZED), until)),
    /** An open conversation would be marked as read again, so go back to the list. */
    markUnread: () => {
      setReading(null)
      void navigate({ to: listPath, search: true })
      call(markUnread, { params: { uuid: c.uuid } }).catch((error) => showFailure(error))
    },
    copyEmail: () => c.contact.email && copyText(c.contact.email, t('conversation.email_copied'), t),
    copyLink: () => copyText(location.href, t('conversation.link_copied'), t),
    copyReference: () => copyText(`#${c.reference_number}`, t('conversation.reference_copied'), t),
  }
}

export type ConversationActions = ReturnType<typeof useConversationActions>
