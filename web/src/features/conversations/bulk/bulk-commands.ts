import type { TFunction } from 'i18next'
import {
  AlarmClock,
  Check,
  CircleDot,
  MailCheck,
  MailOpen,
  RotateCcw,
  SignalHigh,
  Tag,
  UserRound,
  UserRoundCheck,
  UsersRound,
  X,
} from 'lucide-react'
import { createElement } from 'react'
import type { Command } from '../../../commands/command.ts'
import { fullName } from '../../../format/names.ts'
import { snoozeDuration, snoozeLabel, snoozePresets } from '../../../lib/snooze-presets.ts'
import { AgentAvatar } from '../../../session/agent-avatar.tsx'
import type { BulkActions } from './use-bulk-actions.ts'

const GROUP = 'commands.group.selection'

/**
 * Commands for all selected conversations. They have the same ids as those of the open conversation, and replace them
 * while rows are selected.
 */
export function bulkCommands(
  bulk: BulkActions,
  ui: { t: TFunction; customSnooze: () => void; clear: () => void },
): Command[] {
  const { run, can, rows } = bulk
  const areAllClosed = rows.every((row) => row.status_category === 'closed')
  const isAllowed = (type: Parameters<typeof can>[0]) => () => can(type)
  return [
    {
      id: 'conversation.resolve',
      label: 'command.resolve',
      group: GROUP,
      keys: 'e',
      icon: Check,
      when: () => !areAllClosed && can('set_status'),
      run: () => run({ type: 'set_status', status: 'Resolved' }),
    },
    {
      id: 'conversation.reopen',
      label: 'command.reopen',
      group: GROUP,
      keys: 'e',
      icon: RotateCcw,
      when: () => areAllClosed && can('set_status'),
      run: () => run({ type: 'set_status', status: 'Open' }),
    },
    {
      id: 'conversation.snooze',
      label: 'command.snooze',
      group: GROUP,
      keys: 'h',
      icon: AlarmClock,
      when: isAllowed('set_status'),
      children: () => snoozeLevel(bulk, ui),
    },
    {
      id: 'conversation.assign_me',
      label: 'command.assign_me',
      group: GROUP,
      keys: 'i',
      icon: UserRoundCheck,
      when: isAllowed('assign_user'),
      run: () => run({ type: 'assign_user', assignee_id: bulk.me.id }),
    },
    {
      id: 'conversation.assign',
      label: 'command.assign',
      group: GROUP,
      keys: 'a',
      icon: UserRound,
      when: isAllowed('assign_user'),
      children: () => assigneeLevel(bulk),
    },
    {
      id: 'conversation.team',
      label: 'command.assign_team',
      group: GROUP,
      keys: 't',
      icon: UsersRound,
      when: isAllowed('assign_team'),
      children: () => teamLevel(bulk),
    },
    {
      id: 'conversation.priority',
      label: 'command.priority',
      group: GROUP,
      keys: 'p',
      icon: SignalHigh,
      when: isAllowed('set_priority'),
      children: () => priorityLevel(bulk),
    },
    {
      id: 'conversation.tags',
      label: 'command.tags',
      group: GROUP,
      keys: 'l',
      icon: Tag,
      when: isAllowed('add_tags'),
      children: () => tagLevel(bulk),
    },
    {
      id: 'conversation.status',
      label: 'command.status',
      group: GROUP,
      keys: 's',
      icon: CircleDot,
      when: isAllowed('set_status'),
      children: () => statusLevel(bulk),
    },
    {
      id: 'conversation.mark_read',
      label: 'command.mark_read',
      group: GROUP,
      icon: MailCheck,
      run: () => run({ type: 'mark_seen' }),
    },
    {
      id: 'conversation.mark_unread',
      label: 'command.mark_unread',
      group: GROUP,
      keys: 'shift+u',
      icon: MailOpen,
      run: () => run({ type: 'mark_unread' }),
    },
    {
      id: 'list.select_none',
      label: 'command.select_none',
      group: GROUP,
      keys: 'escape',
      icon: X,
      run: ui.clear,
    },
  ]
}

/** An entry of a level; `group` is the catalogue key of its heading. */
const namedEntry = (
  group: string,
  id: string | number,
  name: string,
  run: () => void,
  keywords = '',
): Command => ({
  id: `${group}.${id}`,
  label: 'command.named',
  labelValues: { name },
  group,
  keywords,
  run,
})
const finalEntry = (group: string, label: string, run: () => void): Command => ({
  id: `${group}.last`,
  label,
  group,
  run,
})

const snoozeLevel = (
  { run }: BulkActions,
  { t, customSnooze }: { t: TFunction; customSnooze: () => void },
) => [
  ...snoozePresets.map((minutes) =>
    namedEntry('snooze.for', minutes, snoozeLabel(minutes, t), () =>
      run({
        type: 'set_status',
        status: 'Snoozed',
        snoozed_until: snoozeDuration(minutes),
      }),
    ),
  ),
  finalEntry('snooze.for', 'snooze.custom', customSnooze),
]

const assigneeLevel = ({ agents, run }: BulkActions) => [
  ...agents.map((agent) => ({
    ...namedEntry(
      'property.assignee',
      agent.id,
      fullName(agent),
      () => run({ type: 'assign_user', assignee_id: agent.id }),
      agent.email ?? '',
    ),
    picture: () => createElement(AgentAvatar, { agent, size: 'sm' }),
  })),
  finalEntry('property.assignee', 'conversation.nobody', () =>
    run({ type: 'assign_user', assignee_id: null }),
  ),
]

const teamLevel = ({ teams, run }: BulkActions) => [
  ...teams.map((team) =>
    namedEntry('property.team', team.id, `${team.emoji ?? ''} ${team.name}`.trim(), () =>
      run({ type: 'assign_team', assignee_id: team.id }),
    ),
  ),
  finalEntry('property.team', 'conversation.no_team', () => run({ type: 'assign_team', assignee_id: null })),
]

const priorityLevel = ({ priorities, run }: BulkActions) => [
  ...priorities.map(({ id, name }) =>
    namedEntry('property.priority', id, name, () => run({ type: 'set_priority', priority: name })),
  ),
  finalEntry('property.priority', 'conversation.no_priority', () =>
    run({ type: 'set_priority', priority: null }),
  ),
]

const statusLevel = ({ statuses, run }: BulkActions) =>
  statuses.map(({ id, name }) =>
    namedEntry('property.status', id, name, () => run({ type: 'set_status', status: name })),
  )

/** Removes a tag that all rows have, and adds any other. */
const tagLevel = ({ tags, rows, run }: BulkActions) =>
  tags.map(({ id, name }) =>
    rows.every((row) => row.tags.includes(name))
      ? namedEntry('property.tags', id, `✓ ${name}`, () => run({ type: 'remove_tags', tags: [name] }))
      : namedEntry('property.tags', id, name, () => run({ type: 'add_tags', tags: [name] })),
  )
