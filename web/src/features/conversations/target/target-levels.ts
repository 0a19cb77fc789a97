import { createElement } from 'react'
import type { Command, TypedCommand } from '../../../commands/command.ts'
import { fullName } from '../../../format/names.ts'
import { snoozeLabel, snoozePresets } from '../../../lib/snooze-presets.ts'
import { AgentAvatar } from '../../../session/agent-avatar.tsx'
import { timeZoneOf } from '../../../time-picker/time-zone.ts'
import {
  type ConversationTarget,
  setStatusTo,
  snoozeFor,
  snoozeUntil,
  type TargetAction,
  type TargetUi,
} from './conversation-target.ts'

// The palette levels of commands that ask for a value.

export const snoozeLevel = ({ run }: ConversationTarget, { t, customSnooze }: TargetUi): Command[] => [
  ...snoozePresets.map((minutes) =>
    namedEntry('snooze.for', minutes, snoozeLabel(minutes, t), () => run(snoozeFor(minutes))),
  ),
  { ...finalEntry('snooze.for', 'snooze.custom', customSnooze), keywords: 'custom calendar other' },
]

/** Snoozes until a time in words: "tomorrow 9", "mon". */
export async function typedSnooze({ me, run }: ConversationTarget, { t }: TargetUi): Promise<TypedCommand> {
  const { typedTimeCommand } = await import('../../../time-picker/typed-time-command.ts')
  const time_zone = timeZoneOf(me)
  return typedTimeCommand({
    label: 'snooze.until',
    group: 'snooze.for',
    time_zone,
    t,
    run: (until) => run(snoozeUntil(until)),
  })
}

export function assigneeLevel({ choices, run }: ConversationTarget): Command[] {
  const assign = (assignee_id: number | null) => () => run({ type: 'assign_user', assignee_id })
  return [
    ...choices.agents.map((agent) => ({
      ...namedEntry('property.assignee', agent.id, fullName(agent), assign(agent.id)),
      keywords: agent.email ?? '',
      renderIcon: () => createElement(AgentAvatar, { agent, size: 'sm' }),
    })),
    finalEntry('property.assignee', 'conversation.nobody', assign(null)),
  ]
}

export function teamLevel({ choices, run }: ConversationTarget): Command[] {
  const assign = (assignee_id: number | null) => () => run({ type: 'assign_team', assignee_id })
  return [
    ...choices.teams.map(({ id, emoji, name }) =>
      namedEntry('property.team', id, `${emoji ?? ''} ${name}`.trim(), assign(id)),
    ),
    finalEntry('property.team', 'conversation.no_team', assign(null)),
  ]
}

export function priorityLevel({ choices, run }: ConversationTarget): Command[] {
  const prioritise = (priority: string | null) => () => run({ type: 'set_priority', priority })
  return [
    ...choices.priorities.map(({ id, name }) => namedEntry('property.priority', id, name, prioritise(name))),
    finalEntry('property.priority', 'conversation.no_priority', prioritise(null)),
  ]
}

/** Removes a tag that all rows have, and adds any other. */
export const tagLevel = ({ choices, rows, run }: ConversationTarget): Command[] =>
  choices.tags.map(({ id, name }) => {
    const isOnAll = rows.every((row) => row.tags.includes(name))
    const action: TargetAction = { type: isOnAll ? 'remove_tags' : 'add_tags', tags: [name] }
    return namedEntry('property.tags', id, isOnAll ? `✓ ${name}` : name, () => run(action))
  })

export const statusLevel = ({ choices, run }: ConversationTarget): Command[] =>
  choices.statuses.map(({ id, name }) =>
    namedEntry('property.status', id, name, () => run(setStatusTo(name))),
  )

export const inboxLevel = ({ choices, rows, run }: ConversationTarget): Command[] =>
  choices.inboxes
    .filter(({ id }) => rows.some((row) => row.inbox_id !== id))
    .map(({ id, name, from }) => ({
      ...namedEntry('trash.inbox', id, name, () => run({ type: 'move_inbox', inbox_id: id })),
      keywords: from,
    }))

/** An entry named by data; `group` is the catalogue key of its heading. */
const namedEntry = (
  group: string,
  id: number,
  name: string,
  run: () => void,
): Command & { run: () => void } => ({
  id: `${group}.${id}`,
  label: 'command.named',
  labelValues: { name },
  group,
  run,
})

/** The last entry of a level, named by the catalogue. */
const finalEntry = (group: string, label: string, run: () => void): Command & { run: () => void } => ({
  id: `${group}.last`,
  label,
  group,
  run,
})
