import type { Conversation } from '@parley/contract/conversations/conversations'
import type { TFunction } from 'i18next'
import { SignalHigh, SignalLow, SignalMedium, UserRound, UsersRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useShortcutKey } from '../../../commands/command-registry.ts'
import { fullName } from '../../../format/names.ts'
import { AgentAvatar, AvailabilityText } from '../../../session/agent-avatar.tsx'
import { Combobox, type ComboboxItem } from '../../../ui/inputs/combobox.tsx'
import { ComboboxOnDemand } from '../../../ui/inputs/combobox-on-demand.tsx'
import type { ConversationActions } from '../use-conversation-actions.ts'
import { NoValue, PropertyButton } from './property-button.tsx'

type Props = { conversation: Conversation; actions: ConversationActions }

/** Picker value for "none"; ids start at 1. */
const NONE = '0'
const idOf = (value: string) => (value === NONE ? null : Number(value))

export function AssigneePicker({ conversation: c, actions }: Props) {
  const { t } = useTranslation()
  const shortcut = useShortcutKey('conversation.assign')
  const assignee = actions.choices.agents.find((agent) => agent.id === c.assigned_user_id)
  const name = assignee && fullName(assignee)
  return (
    <ComboboxOnDemand
      label={t('property.assignee')}
      selection={c.assigned_user_id === null ? t('conversation.nobody') : name}
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
                {name}
                <AvailabilityText id={assignee.id} />
              </span>
            </>
          ) : (
            <NoValue>{t('conversation.nobody')}</NoValue>
          )}
        </PropertyButton>
      }
    >
      {(combobox) => (
        <Combobox
          {...combobox}
          placeholder={t('property.assignee.search')}
          empty={t('property.assignee.empty')}
          value={String(c.assigned_user_id ?? NONE)}
          onValueChange={(value) => actions.run({ type: 'assign_user', assignee_id: idOf(value) })}
          items={assigneeItems(actions, t)}
        />
      )}
    </ComboboxOnDemand>
  )
}

function assigneeItems({ choices, me }: ConversationActions, t: TFunction): ComboboxItem[] {
  // The current agent first, as the most common choice.
  const agents = choices.agents.toSorted((a, b) => Number(b.id === me.id) - Number(a.id === me.id))
  return [
    ...agents.map((agent) => ({
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
    {
      value: NONE,
      label: t('conversation.nobody'),
      icon: <UserRound size={16} aria-hidden className="mx-0.5" />,
    },
  ]
}

export function TeamPicker({ conversation: c, actions }: Props) {
  const { t } = useTranslation()
  const shortcut = useShortcutKey('conversation.team')
  const team = actions.choices.teams.find((one) => one.id === c.assigned_team_id)
  return (
    <ComboboxOnDemand
      label={t('property.team')}
      selection={c.assigned_team_id === null ? t('conversation.no_team') : team?.name}
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
    >
      {(combobox) => (
        <Combobox
          {...combobox}
          placeholder={t('property.team.search')}
          empty={t('property.team.empty')}
          value={String(c.assigned_team_id ?? NONE)}
          onValueChange={(value) => actions.run({ type: 'assign_team', assignee_id: idOf(value) })}
          items={teamItems(actions, t)}
        />
      )}
    </ComboboxOnDemand>
  )
}

const teamItems = ({ choices }: ConversationActions, t: TFunction): ComboboxItem[] => [
  ...choices.teams.map((one) => ({
    value: String(one.id),
    label: one.name,
    icon: <Emoji>{one.emoji}</Emoji>,
  })),
  {
    value: NONE,
    label: t('conversation.no_team'),
    icon: <UsersRound size={16} aria-hidden className="mx-0.5" />,
  },
]

// Priorities have no rank field; their position in the list is the rank.
const rankIcons = [SignalLow, SignalMedium, SignalHigh]

export function PriorityPicker({ conversation: c, actions }: Props) {
  const { t } = useTranslation()
  const shortcut = useShortcutKey('conversation.priority')
  const byRank = actions.choices.priorities.toSorted((a, b) => a.id - b.id)
  const prioritise = (id: number | null) =>
    actions.run({ type: 'set_priority', priority: byRank.find((one) => one.id === id)?.name ?? null })
  return (
    <ComboboxOnDemand
      label={t('property.priority')}
      selection={c.priority ?? t('conversation.no_priority')}
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
    >
      {(combobox) => (
        <Combobox
          {...combobox}
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
        />
      )}
    </ComboboxOnDemand>
  )
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
