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
  actions: ConversationActions,
  ui: { t: TFunction; customSnooze: () => void; togglePanel: () => void },
): Command[] {
  const isClosed = c.status_category === 'closed'
  const isAllowed = (refusal: string | null) => () => refusal === null
  const { refusals } = actions
  return [
    {
      id: 'conversation.resolve',
      label: 'command.resolve',
      group: GROUP,
      keys: 'e',
      icon: Check,
      when: () => !isClosed && refusals.resolve === null,
      run: actions.resolve,
    },
    {
      id: 'conversation.reopen',
      label: 'command.reopen',
      group: GROUP,
      keys: 'e',
      icon: RotateCcw,
      when: () => isClosed && refusals.status === null,
      run: actions.reopen,
    },
    {
      id: 'conversation.snooze',
      label: 'command.snooze',
      group: GROUP,
      keys: 'h',
      icon: AlarmClock,
      when: isAllowed(refusals.status),
      children: () => snoozeLevel(actions, ui),
      placeholder: 'snooze.search',
      empty: 'snooze.empty',
    },
    {
      id: 'conversation.assign_me',
      label: 'command.assign_me',
      group: GROUP,
      keys: 'i',
      icon: UserRoundCheck,
      when: () => refusals.assignee === null && c.assigned_user_id !== actions.me.id,
      run: () => actions.assign(actions.me.id),
    },
    {
      id: 'conversation.assign',
      label: 'command.assign',
      group: GROUP,
      keys: 'a',
      icon: UserRound,
      when: isAllowed(refusals.assignee),
      children: () => assigneeLevel(actions),
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
      children: () => teamLevel(actions),
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
      children: () => priorityLevel(actions),
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
      children: () => tagLevel(c, actions),
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
      children: () => statusLevel(actions),
      placeholder: 'property.status.search',
      empty: 'property.status.empty',
    },
    {
      id: 'conversation.mark_unread',
      label: 'command.mark_unread',
      group: GROUP,
      keys: 'shift+u',
      icon: MailOpen,
      run: actions.markUnread,
    },
    {
      id: 'conversation.copy_link',
      label: 'command.copy_link',
      group: GROUP,
      icon: Link,
      run: actions.copyLink,
    },
    {
      id: 'conversation.copy_reference',
      label: 'command.copy_reference',
      group: GROUP,
      icon: Hash,
      run: actions.copyReference,
    },
    {
      id: 'conversation.copy_email',
      label: 'command.copy_email',
      group: GROUP,
      icon: AtSign,
      when: () => c.contact.email !== null,
      run: actions.copyEmail,
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
/** An entry of a level, named by data; `group` is the catalogue key of its heading. */
const namedEntry = (
  group: string,
  id: string | number,
  name: string,
  run: () => void,
  keywords = '',
): Command => ({
  id: `${group}.${id}`,
  label: NAMED,
  labelValues: { name },
  group,
  keywords,
  run,
})
/** The last entry of a level, named by the catalogue. */
const finalEntry = (group: string, label: string, run: () => void, keywords = ''): Command => ({
  id: `${group}.last`,
  label,
  group,
  keywords,
  run,
})

const snoozeLevel = (
  actions: ConversationActions,
  { t, customSnooze }: { t: TFunction; customSnooze: () => void },
) => [
  ...snoozePresets.map((minutes) =>
    namedEntry('snooze.for', minutes, snoozeLabel(minutes, t), () => actions.snooze(minutes)),
  ),
  finalEntry('snooze.for', 'snooze.custom', customSnooze, 'custom calendar other'),
]

const assigneeLevel = (actions: ConversationActions) => [
  ...actions.agents.map((agent) => ({
    ...namedEntry(
      'property.assignee',
      agent.id,
      fullName(agent),
      () => actions.assign(agent.id),
      agent.email ?? '',
    ),
    picture: () => createElement(AgentAvatar, { agent, size: 'sm' }),
  })),
  finalEntry('property.assignee', 'conversation.nobody', () => actions.assign(null)),
]

const teamLevel = (actions: ConversationActions) => [
  ...actions.teams.map((team) =>
    namedEntry('property.team', team.id, `${team.emoji ?? ''} ${team.name}`.trim(), () =>
      actions.assignTeam(team.id),
    ),
  ),
  finalEntry('property.team', 'conversation.no_team', () => actions.assignTeam(null)),
]

const priorityLevel = (actions: ConversationActions) => [
  ...actions.priorities.map((priority) =>
    namedEntry('property.priority', priority.id, priority.name, () => actions.prioritise(priority)),
  ),
  finalEntry('property.priority', 'conversation.no_priority', () => actions.prioritise(null)),
]

const tagLevel = (c: Conversation, actions: ConversationActions) =>
  actions.tags.map(({ id, name }) =>
    c.tags.includes(name)
      ? namedEntry('property.tags', id, `✓ ${name}`, () => actions.tag(c.tags.filter((tag) => tag !== name)))
      : namedEntry('property.tags', id, name, () => actions.tag([...c.tags, name])),
  )

const statusLevel = (actions: ConversationActions) =>
  actions.statuses.map((status) =>
    namedEntry('property.status', status.id, status.name, () => actions.setStatus(status)),
  )
