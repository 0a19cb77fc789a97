import {
  type AttributeModel,
  attributeFilterKinds,
  attributeModels,
  readerFilterValue,
} from '@parley/contract/shared/filters'
import { useQuery } from '@tanstack/react-query'
import { UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { fullName, initials } from '../format/names.ts'
import {
  agentsQuery,
  customAttributesQuery,
  inboxesQuery,
  prioritiesQuery,
  statusesQuery,
  tagsQuery,
  teamsQuery,
} from '../session/queries.ts'
import { Avatar } from '../ui/display/avatar.tsx'
import type { FilterField, FilterFieldKind, FilterOption } from './filter-field.ts'

const fieldKinds = { text: 'text', number: 'number', boolean: 'boolean', date: 'date' } as const

/** The fields that conversations can be filtered by, with their options; null while loading. */
export function useFilterFields(): FilterField[] | null {
  const { t } = useTranslation()
  const statuses = useQuery(statusesQuery).data ?? []
  const priorities = useQuery(prioritiesQuery).data ?? []
  const teams = useQuery(teamsQuery).data ?? []
  const agents = useQuery(agentsQuery).data ?? []
  const inboxes = useQuery(inboxesQuery).data ?? []
  const tags = useQuery(tagsQuery).data ?? []
  const { data: attributes = [], isPending } = useQuery(customAttributesQuery)
  if (isPending) return null

  const toOption = ({ id, name }: { id: number; name: string }): FilterOption => ({
    value: String(id),
    label: name,
  })
  const field = (
    name: string,
    kind: FilterFieldKind,
    label: string,
    options: readonly FilterOption[] = [],
  ): FilterField => ({
    id: name.includes('.') ? name : `conversations.${name}`,
    kind,
    label,
    options,
  })
  return [
    field('status_id', 'select', t('filter.field.status'), statuses.map(toOption)),
    field('priority_id', 'select', t('filter.field.priority'), priorities.map(toOption)),
    field(
      'assigned_team_id',
      'select',
      t('filter.field.team'),
      teams.map((team) => ({ ...toOption(team), icon: <Emoji>{team.emoji}</Emoji> })),
    ),
    field('assigned_user_id', 'select', t('filter.field.agent'), [
      {
        value: readerFilterValue,
        label: t('filter.me'),
        icon: <UserRound size={16} aria-hidden className="mx-0.5 shrink-0 text-ink-3" />,
      },
      ...agents.map((agent) => ({
        value: String(agent.id),
        label: fullName(agent),
        keywords: agent.email ?? '',
        icon: <Avatar name={fullName(agent)} initials={initials(agent)} src={agent.avatar_url} size="sm" />,
      })),
    ]),
    field('inbox_id', 'select', t('filter.field.inbox'), inboxes.map(toOption)),
    field('tags', 'tags', t('filter.field.tags'), tags.map(toOption)),
    field('subject', 'text', t('filter.field.subject')),
    field('contacts.email', 'text', t('filter.field.contact_email')),
    field('contacts.name', 'text', t('filter.field.contact_name')),
    field('reference_number', 'text', t('filter.field.reference_number')),
    field('created_at', 'date', t('filter.field.created_at')),
    field('last_message_at', 'date', t('filter.field.last_message_at')),
    field('waiting_since', 'date', t('filter.field.waiting_since')),
    field('snoozed_until', 'date', t('filter.field.snoozed_until')),
    field('unread', 'boolean', t('filter.field.unread')),
    ...attributes.map((attribute): FilterField => {
      const model = (Object.keys(attributeModels) as AttributeModel[]).find(
        (one) => attributeModels[one] === attribute.applies_to,
      ) // Object.keys drops the key type
      return {
        id: `${model}.${attribute.key}`,
        kind:
          attribute.data_type === 'list' ? 'select' : fieldKinds[attributeFilterKinds[attribute.data_type]],
        label:
          attribute.applies_to === 'contact'
            ? t('filter.field.of_contact', { name: attribute.name })
            : attribute.name,
        options: attribute.values.map((value) => ({ value, label: value })),
      }
    }),
  ]
}

const Emoji = ({ children }: { children: string | null }) => (
  <span aria-hidden className="w-5 shrink-0 text-center">
    {children || '·'}
  </span>
)
