import type { Conversation } from '@parley/contract/conversations/conversations'
import type { TFunction } from 'i18next'
import {
  AlarmClock,
  AtSign,
  Check,
  CircleDot,
  Hash,
  History,
  Link,
  MailOpen,
  PanelRight,
  RotateCcw,
  SignalHigh,
  Tag,
  UserRound,
  UserRoundCheck,
  UsersRound,
} from 'lucide-react'
import { createElement } from 'react'
import type { Command } from '../../commands/command.ts'
import { fullName } from '../../format/names.ts'
import { snoozeLabel, snoozePresets } from '../../lib/snooze-presets.ts'
import { showTrail } from '../../lib/trail-target.ts'
import { AgentAvatar } from '../../session/agent-avatar.tsx'
import type { ConversationActions } from './use-conversation-actions.ts'

const GROUP = 'commands.group.conversation'

/** Commands for the open conversation, in the palette, shortcuts and menus. */
export function conversationCommands(
  c: Conversation,
  act: ConversationActions,
  ui: { t: TFunction; customSnooze: () => void; togglePanel: () => void },
): Command[] {
  const isClosed = c.status_category === 'closed'
  const isAllowed = (refusal: string | null) => () => refusal === null
  const { refusals } = act
  return [
    {
      id: 'conversation.resolve',
      label: 'command.resolve',
      group: GROUP,
      keys: 'e',
      icon: Check,
      when: () => !isClosed && refusals.resolve === null,
      run: act.resolve,
    },
    {
      id: 'conversation.reopen',
      label: 'command.reopen',
      group: GROUP,
      keys: 'e',
      icon: RotateCcw,
      when: () => isClosed && refusals.status === null,
      run: act.reopen,
    },
    {
      id: 'conversation.snooze',
      label: 'command.snooze',
      group: GROUP,
      keys: 'h',
      icon: AlarmClock,
      when: isAllowed(refusals.status),
      children: () => snoozeLevel(act, ui),
      placeholder: 'snooze.search',
      empty: 'snooze.empty',
    },
    {
      id: 'conversation.assign_me',
      label: 'command.assign_me',
      group: GROUP,
      keys: 'i',
      icon: UserRoundCheck,
      when: () => refusals.assignee === null && c.assigned_user_id !== act.me.id,
      run: () => act.assign(act.me.id),
    },
    {
      id: 'conversation.assign',
      label: 'command.assign',
      group: GROUP,
      keys: 'a',
      icon: UserRound,
      when: isAllowed(refusals.assignee),
      children: () => assigneeLevel(act),
      placeholder: 'property.assignee.search',
      empty: 'property.assignee.empty',
    },
    {
      id: 'conversation.team',
      label: 'command.assign_team',
      group: GROUP,
      keys: 't',
      icon: UsersRound,
      when: isAllowed(refusals.team),
      children: () => teamLevel(act),
      placeholder: 'property.team.search',
      empty: 'property.team.empty',
    },
    {
      id: 'conversation.priority',
      label: 'command.priority',
      group: GROUP,
      keys: 'p',
      icon: SignalHigh,
      when: isAllowed(refusals.priority),
      children: () => priorityLevel(act),
      placeholder: 'property.priority.search',
      empty: 'property.priority.empty',
    },
    {
      id: 'conversation.tags',
      label: 'command.tags',
      group: GROUP,
      keys: 'l',
      icon: Tag,
      when: isAllowed(refusals.tags),
      children: () => tagLevel(c, act),
      placeholder: 'property.tags.search',
      empty: 'property.tags.empty',
    },
    {
      id: 'conversation.status',
      label: 'command.status',
      group: GROUP,
      keys: 's',
      icon: CircleDot,
      when: isAllowed(refusals.status),
      children: () => statusLevel(act),
      placeholder: 'property.status.search',
      empty: 'property.status.empty',
    },
    {
      id: 'conversation.mark_unread',
      label: 'command.mark_unread',
      group: GROUP,
      keys: 'shift+u',
      icon: MailOpen,
      run: act.markUnread,
    },
    { id: 'conversation.copy_link', label: 'command.copy_link', group: GROUP, icon: Link, run: act.copyLink },
    {
      id: 'conversation.copy_reference',
      label: 'command.copy_reference',
      group: GROUP,
      icon: Hash,
      run: act.copyReference,
    },
    {
      id: 'conversation.copy_email',
      label: 'command.copy_email',
      group: GROUP,
      icon: AtSign,
      when: () => c.contact.email !== null,
      run: act.copyEmail,
    },
    {
      id: 'conversation.trail',
      label: 'command.trail',
      group: GROUP,
      keys: 'w',
      icon: History,
      keywords: ui.t('command.trail.keywords'),
      run: () => showTrail({ uuid: c.uuid, message_id: null }),
    },
    {
      id: 'conversation.panel',
      label: 'command.details',
      group: 'commands.group.view',
      keys: ']',
      icon: PanelRight,
      run: ui.togglePanel,
    },
  ]
}

const NAMED = 'command.named'
/** An entry of a level, named by data; `what` is the catalogue key of its heading. */
const namedEntry = (
  what: string,
  id: string | number,
  name: string,
  run: () => void,
  keywords = '',
): Command => ({
  id: `${what}.${id}`,
  label: NAMED,
  labelValues: { name },
  group: what,
  keywords,
  run,
})
/** The last entry of a level, named by the catalogue. */
const finalEntry = (what: string, label: string, run: () => void, keywords = ''): Command => ({
  id: `${what}.last`,
  label,
  group: what,
  keywords,
  run,
})

const snoozeLevel = (
  act: ConversationActions,
  { t, customSnooze }: { t: TFunction; customSnooze: () => void },
) => [
  ...snoozePresets.map((minutes) =>
    namedEntry('snooze.for', minutes, snoozeLabel(minutes, t), () => act.snooze(minutes)),
  ),
  finalEntry('snooze.for', 'snooze.custom', customSnooze, 'custom calendar other'),
]

const assigneeLevel = (act: ConversationActions) => [
  ...act.agents.map((agent) => ({
    ...namedEntry(
      'property.assignee',
      agent.id,
      fullName(agent),
      () => act.assign(agent.id),
      agent.email ?? '',
    ),
    picture: () => createElement(AgentAvatar, { agent, size: 'sm' }),
  })),
  finalEntry('property.assignee', 'conversation.nobody', () => act.assign(null)),
]

const teamLevel = (act: ConversationActions) => [
  ...act.teams.map((team) =>
    namedEntry('property.team', team.id, `${team.emoji ?? ''} ${team.name}`.trim(), () =>
      act.assignTeam(team.id),
    ),
  ),
  finalEntry('property.team', 'conversation.no_team', () => act.assignTeam(null)),
]

const priorityLevel = (act: ConversationActions) => [
  ...act.priorities.map((priority) =>
    namedEntry('property.priority', priority.id, priority.name, () => act.prioritise(priority)),
  ),
  finalEntry('property.priority', 'conversation.no_priority', () => act.prioritise(null)),
]

const tagLevel = (c: Conversation, act: ConversationActions) =>
  act.tags.map(({ id, name }) =>
    c.tags.includes(name)
      ? namedEntry('property.tags', id, `✓ ${name}`, () => act.tag(c.tags.filter((tag) => tag !== name)))
      : namedEntry('property.tags', id, name, () => act.tag([...c.tags, name])),
  )

const statusLevel = (act: ConversationActions) =>
  act.statuses.map((status) =>
    namedEntry('property.status', status.id, status.name, () => act.setStatus(status)),
  )
