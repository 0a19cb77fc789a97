import {
  AlarmClock,
  ArchiveRestore,
  Check,
  CircleDot,
  Eye,
  EyeOff,
  FolderInput,
  MailOpen,
  OctagonAlert,
  RotateCcw,
  ShieldCheck,
  SignalHigh,
  Tag,
  Trash2,
  UserRound,
  UserRoundCheck,
  UsersRound,
} from 'lucide-react'
import type { Command } from '../../../commands/command.ts'
import { type ConversationTarget, OPEN, RESOLVED, setStatusTo, type TargetUi } from './conversation-target.ts'
import {
  assigneeLevel,
  inboxLevel,
  priorityLevel,
  snoozeLevel,
  statusLevel,
  tagLevel,
  teamLevel,
  typedSnooze,
} from './target-levels.ts'

/**
 * The commands that change conversations, for the palette, shortcuts and menus. The open conversation and the selected
 * rows have the same ones; those of the selection replace the others by their ids.
 */
export function targetCommands(target: ConversationTarget, group: string, ui: TargetUi): Command[] {
  const { rows, me, run, can, canResolve, choices } = target
  const areAllClosed = rows.every((row) => row.status_category === 'closed')
  const areAllTrashed = rows.every((row) => row.trashed_at !== null)
  const areAllSpam = rows.every((row) => row.trash_reason === 'spam')
  const areAllMine = rows.every((row) => row.assigned_user_id === me.id)
  // biome-ignore format: read as a table
  return [
    { id: 'conversation.resolve', label: 'command.resolve', group, keys: 'e', icon: Check, when: () => !areAllClosed && canResolve, run: () => run(setStatusTo(RESOLVED)) },
    { id: 'conversation.reopen', label: 'command.reopen', group, keys: 'e', icon: RotateCcw, when: () => areAllClosed && can('set_status'), run: () => run(setStatusTo(OPEN)) },
    { id: 'conversation.snooze', label: 'command.snooze', group, keys: 'h', icon: AlarmClock, when: () => can('set_status'), children: () => snoozeLevel(target, ui), typed: () => typedSnooze(target, ui), placeholder: 'snooze.search', empty: 'snooze.empty' },
    { id: 'conversation.assign_me', label: 'command.assign_me', group, keys: 'i', icon: UserRoundCheck, when: () => !areAllMine && can('assign_user'), run: () => run({ type: 'assign_user', assignee_id: me.id }) },
    { id: 'conversation.assign', label: 'command.assign', group, keys: 'a', icon: UserRound, when: () => can('assign_user'), children: () => assigneeLevel(target), placeholder: 'property.assignee.search', empty: 'property.assignee.empty' },
    { id: 'conversation.team', label: 'command.assign_team', group, keys: 't', icon: UsersRound, when: () => can('assign_team'), children: () => teamLevel(target), placeholder: 'property.team.search', empty: 'property.team.empty' },
    { id: 'conversation.priority', label: 'command.priority', group, keys: 'p', icon: SignalHigh, when: () => can('set_priority'), children: () => priorityLevel(target), placeholder: 'property.priority.search', empty: 'property.priority.empty' },
    { id: 'conversation.tags', label: 'command.tags', group, keys: 'l', icon: Tag, when: () => can('add_tags'), children: () => tagLevel(target), placeholder: 'property.tags.search', empty: 'property.tags.empty' },
    { id: 'conversation.status', label: 'command.status', group, keys: 's', icon: CircleDot, when: () => can('set_status'), children: () => statusLevel(target), placeholder: 'property.status.search', empty: 'property.status.empty' },
    { id: 'conversation.follow', label: 'command.follow', group, keys: 'shift+w', icon: Eye, run: () => run({ type: 'follow' }) },
    { id: 'conversation.unfollow', label: 'command.unfollow', group, icon: EyeOff, run: () => run({ type: 'unfollow' }) },
    { id: 'conversation.move', label: 'command.move_inbox', group, keys: 'v', icon: FolderInput, when: () => !areAllTrashed && choices.inboxes.length > 1 && can('move_inbox'), children: () => inboxLevel(target), placeholder: 'trash.inbox.search', empty: 'trash.inbox.empty' },
    { id: 'conversation.spam', label: 'command.spam', group, keys: '!', icon: OctagonAlert, when: () => !areAllSpam && can('mark_spam'), run: () => run({ type: 'mark_spam' }) },
    { id: 'conversation.not_spam', label: 'command.not_spam', group, keys: '!', icon: ShieldCheck, when: () => areAllSpam && can('mark_not_spam'), run: () => run({ type: 'mark_not_spam' }) },
    { id: 'conversation.trash', label: 'command.trash', group, keys: '#', icon: Trash2, when: () => !areAllTrashed && can('trash'), run: () => run({ type: 'trash' }) },
    { id: 'conversation.restore', label: 'command.restore', group, keys: '#', icon: ArchiveRestore, when: () => areAllTrashed && can('restore'), run: () => run({ type: 'restore' }) },
    { id: 'conversation.mark_unread', label: 'command.mark_unread', group, keys: 'shift+u', icon: MailOpen, run: () => run({ type: 'mark_unread' }) },
  ]
}
