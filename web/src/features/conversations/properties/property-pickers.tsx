import type { Conversation } from '@parley/contract/conversations/conversations'
import { createTag, type Tag as TagRow } from '@parley/contract/tags/tags'
import { useQueryClient } from '@tanstack/react-query'
import { Plus, SignalHigh, SignalLow, SignalMedium, UserRound, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { useShortcutKey } from '../../../commands/command-registry.ts'
import { fullName } from '../../../format/names.ts'
import { showFailure } from '../../../lib/toast.ts'
import { AgentAvatar, AvailabilityText } from '../../../session/agent-avatar.tsx'
import { may } from '../../../session/permissions.ts'
import { Tag } from '../../../ui/display/badge.tsx'
import { Combobox, MultiCombobox } from '../../../ui/inputs/combobox.tsx'
import { setTags } from '../target/conversation-target.ts'
import type { ConversationActions } from '../use-conversation-actions.ts'
import { PropertyButton } from './property-button.tsx'

type Props = { conversation: Conversation; actions: ConversationActions }

/** Picker value for "none"; ids start at 1. */
const NONE = '0'
const idOf = (value: string) => (value === NONE ? null : Number(value))

export function AssigneePicker({ conversation: c, actions }: Props) {
  const { t } = useTranslation()
  const shortcut = useShortcutKey('conversation.assign')
  const { me } = actions
  const { agents } = actions.choices
  const assignee = agents.find((agent) => agent.id === c.assigned_user_id)
  const unassigned = {
    value: NONE,
    label: t('conversation.nobody'),
    icon: <UserRound size={16} aria-hidden className="mx-0.5" />,
  }
  // The current agent first, as the most common choice.
  const sorted = agents.toSorted((a, b) => Number(b.id === me.id) - Number(a.id === me.id))
  return (
    <Combobox
      label={t('property.assignee')}
      placeholder={t('property.assignee.search')}
      empty={t('property.assignee.empty')}
      value={String(c.assigned_user_id ?? NONE)}
      onValueChange={(value) => actions.run({ type: 'assign_user', assignee_id: idOf(value) })}
      items={[
        ...sorted.map((agent) => ({
          value: String(agent.id),
          label: fullName(agent),
          keywords: agent.email ?? '',
          icon: <AgentAvatar agent={agent} size="sm" />,
          detail: (
            <>
              {agent.id === me.id && t('property.you')}
              <AvailabilityText id={agent.id} />
            </>
          ),
        })),
        unassigned,
      ]}
      trigger={
        <PropertyButton
          label={t('property.assignee')}
          refusal={actions.refusalOf('assign_user')}
          shortcut={shortcut}
        >
          {assignee ? (
            <>
              <AgentAvatar agent={assignee} size="sm" />
              <span className="truncate">
                {fullName(assignee)}
                <AvailabilityText id={assignee.id} />
              </span>
            </>
          ) : (
            <NoValue>{t('conversation.nobody')}</NoValue>
          )}
        </PropertyButton>
      }
    />
  )
}

export function TeamPicker({ conversation: c, actions }: Props) {
  const { t } = useTranslation()
  const shortcut = useShortcutKey('conversation.team')
  const team = actions.choices.teams.find((one) => one.id === c.assigned_team_id)
  return (
    <Combobox
      label={t('property.team')}
      placeholder={t('property.team.search')}
      empty={t('property.team.empty')}
      value={String(c.assigned_team_id ?? NONE)}
      onValueChange={(value) => actions.run({ type: 'assign_team', assignee_id: idOf(value) })}
      items={[
        ...actions.choices.teams.map((one) => ({
          value: String(one.id),
          label: one.name,
          icon: <Emoji>{one.emoji}</Emoji>,
        })),
        {
          value: NONE,
          label: t('conversation.no_team'),
          icon: <UsersRound size={16} aria-hidden className="mx-0.5" />,
        },
      ]}
      trigger={
        <PropertyButton
          label={t('property.team')}
          refusal={actions.refusalOf('assign_team')}
          shortcut={shortcut}
        >
          {team ? (
            <>
              <Emoji>{team.emoji}</Emoji>
              <span className="truncate">{team.name}</span>
            </>
          ) : (
            <NoValue>{t('conversation.no_team')}</NoValue>
          )}
        </PropertyButton>
      }
    />
  )
}

// Priorities have no rank field; their position in the list is the rank.
const rankIcons = [SignalLow, SignalMedium, SignalHigh]

export function PriorityPicker({ conversation: c, actions }: Props) {
  const { t } = useTranslation()
  const shortcut = useShortcutKey('conversation.priority')
  const byRank = actions.choices.priorities.toSorted((a, b) => a.id - b.id)
  const prioritise = (id: number | null) =>
    actions.run({ type: 'set_priority', priority: byRank.find((one) => one.id === id)?.name ?? null })
  return (
    <Combobox
      label={t('property.priority')}
      placeholder={t('property.priority.search')}
      empty={t('property.priority.empty')}
      value={String(c.priority_id ?? NONE)}
      onValueChange={(value) => prioritise(idOf(value))}
      items={[
        ...byRank
          .map((one, rank) => ({
            value: String(one.id),
            label: one.name,
            icon: <PriorityIcon rank={rank} />,
          }))
          .reverse(),
        { value: NONE, label: t('conversation.no_priority'), icon: <span className="w-4" /> },
      ]}
      trigger={
        <PropertyButton
          label={t('property.priority')}
          refusal={actions.refusalOf('set_priority')}
          shortcut={shortcut}
        >
          {c.priority === null ? (
            <NoValue>{t('conversation.no_priority')}</NoValue>
          ) : (
            <>
              <PriorityIcon rank={byRank.findIndex((one) => one.id === c.priority_id)} />
              <span className="truncate">{c.priority}</span>
            </>
          )}
        </PropertyButton>
      }
    />
  )
}

/** More would push everything below out of view; the picker has them all. */
const TAGS_SHOWN = 12

export function TagPicker({ conversation: c, actions }: Props) {
  const { t } = useTranslation()
  const shortcut = useShortcutKey('conversation.tags')
  const [text, setText] = useState('')
  const knownTags = actions.choices.tags.map((tag) => tag.name)
  // The conversation may have tags before the list of tags has loaded.
  const names = [...new Set([...knownTags, ...c.tags])]
  const create = useCreateTag(actions, (tag) => actions.run({ type: 'add_tags', tags: [tag.name] }))
  const name = text.trim()
  const hiddenCount = c.tags.length - TAGS_SHOWN
  const isNew = name !== '' && !names.some((one) => one.toLowerCase() === name.toLowerCase())
  return (
    <MultiCombobox
      label={t('property.tags')}
      placeholder={t('property.tags.search')}
      empty={t('property.tags.empty')}
      values={c.tags}
      onValuesChange={(values) => setTags(actions, c.tags, values)}
      onSearchChange={setText}
      items={names.map((one) => ({ value: one, label: one }))}
      footer={
        create &&
        isNew && (
          <button
            type="button"
            onClick={() => create(name)}
            className="option-row w-full text-left hover:bg-hover"
          >
            <Plus size={14} aria-hidden />
            <span className="truncate">{t('property.tags.create', { name })}</span>
          </button>
        )
      }
      trigger={
        <PropertyButton
          label={t('property.tags')}
          refusal={actions.refusalOf('add_tags')}
          shortcut={shortcut}
          // On the hovered button a tag would have the same background.
          className="py-1 hover:[&_.tag]:bg-press data-popup-open:[&_.tag]:bg-press"
        >
          {c.tags.length === 0 ? (
            <NoValue>{t('conversation.no_tags')}</NoValue>
          ) : (
            <span className="flex min-w-0 flex-wrap gap-1">
              {c.tags.slice(0, TAGS_SHOWN).map((tag) => (
                <Tag key={tag}>{tag}</Tag>
              ))}
              {hiddenCount > 0 && (
                <span className="self-center text-2xs font-medium text-ink-3">+{hiddenCount}</span>
              )}
            </span>
          )}
        </PropertyButton>
      }
    />
  )
}

/** Creates a tag and passes it on; undefined without permission. */
function useCreateTag({ me }: ConversationActions, onCreated: (tag: TagRow) => void) {
  const cache = useQueryClient()
  if (!may(me, 'tags:manage')) return undefined
  return (name: string) => {
    call(createTag, { body: { name } }).then((tag) => {
      cache.setQueryData<TagRow[]>(queryKeys.tags, (tags) => tags && [...tags, tag])
      onCreated(tag)
    }, showFailure)
  }
}

function PriorityIcon({ rank }: { rank: number }) {
  const Icon = rankIcons[Math.min(rank, rankIcons.length - 1)] ?? SignalLow
  return <Icon size={16} aria-hidden className={rank >= rankIcons.length - 1 ? 'text-bad' : 'text-ink-3'} />
}

function Emoji({ children }: { children: string | null }) {
  return (
    <span aria-hidden className="w-5 shrink-0 text-center">
      {children || '·'}
    </span>
  )
}

const NoValue = ({ children }: { children: string }) => (
  <span className="truncate text-ink-3">{children}</span>
)
