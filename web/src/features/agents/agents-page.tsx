import { type AgentListItem, listAgents } from '@parley/contract/agents/agents'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { FileUp, Link2, Pencil, Send, Trash2, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { entitiesQuery } from '../../admin/entity-queries.ts'
import { EntityList } from '../../admin/list/entity-list.tsx'
import { relativeTimeText } from '../../format/date-time.tsx'
import { fullName } from '../../format/names.ts'
import { useNow } from '../../format/use-now.ts'
import { AgentAvatar } from '../../session/agent-avatar.tsx'
import { useMe } from '../../session/use-me.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { AGENTS_PATH, agentPath } from './agent-fields.ts'
import { DeleteAgentDialog, DisableAgentDialog } from './agent-removal-dialogs.tsx'
import { InvitationLinkDialog } from './invitation/invitation-link-dialog.tsx'
import { InvitationBadge, isInvitationPending } from './invitation/invitation-state.tsx'
import { useInvitationLink } from './invitation/use-invitation-link.ts'
import { useInviteAgent } from './invitation/use-invite-agent.ts'
import { useEnableAgent } from './use-enable-agent.ts'

const ALL = 'all'
const DISABLED = 'disabled'
/** Invited, but not accepted yet. */
const INVITED = 'invited'
const ONE_FACTOR = 'one_factor'

/** Filter options besides the roles. */
const statusFilters: Record<string, (agent: AgentListItem) => boolean> = {
  [INVITED]: isInvitationPending,
  [DISABLED]: (agent) => !agent.enabled,
  [ONE_FACTOR]: (agent) => !agent.has_second_factor,
}

/** All agents and their roles. */
export function AgentsPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const me = useMe()
  const query = useQuery(entitiesQuery('agents', listAgents))
  const [removal, setRemoval] = useState<{ kind: 'delete' | 'disable'; agent: AgentListItem } | null>(null)
  const enable = useEnableAgent()
  const invite = useInviteAgent()
  const link = useInvitationLink()
  const close = () => setRemoval(null)
  const roles = [...new Set(query.data?.flatMap((agent) => agent.roles))].sort()
  return (
    <EntityList
      title={t('admin.agents')}
      lead={t('agents.lead')}
      icon={UserRound}
      query={query}
      createAction={{ label: t('agents.new'), to: `${AGENTS_PATH}/new` }}
      actions={
        <Link
          to={`${AGENTS_PATH}/import`}
          className="inline-flex h-7.5 shrink-0 items-center gap-2 rounded-md border border-line-strong bg-surface px-3 font-medium whitespace-nowrap hover:bg-hover"
        >
          <FileUp size={14} aria-hidden />
          {t('agents.import.link')}
        </Link>
      }
      empty={{ title: t('agents.empty.title'), text: t('agents.empty.text') }}
      filter={{
        label: t('agents.filter'),
        options: [
          { value: ALL, label: t('agents.filter.all') },
          ...roles.map((role) => ({ value: `role:${role}`, label: role })),
          { value: INVITED, label: t('agents.filter.invited') },
          { value: DISABLED, label: t('agents.filter.disabled') },
          { value: ONE_FACTOR, label: t('agents.factor.filter') },
        ],
        matches: (agent, filter) =>
          statusFilters[filter]?.(agent) ?? agent.roles.includes(filter.slice('role:'.length)),
      }}
      toRow={(agent) => ({
        id: agent.id,
        name: fullName(agent),
        picture: <AgentAvatar agent={agent} size="lg" />,
        details: [agent.email, agent.roles.join(', '), agent.has_second_factor && t('agents.factor.has')]
          .filter(Boolean)
          .join(' · '),
        badge: <AgentStatus agent={agent} />,
        open: { to: agentPath(agent.id) },
        // Agents can't disable themselves.
        ...(agent.id !== me.id && {
          enabled: {
            on: agent.enabled,
            label: t('agents.enabled', { name: fullName(agent) }),
            save: (on: boolean) =>
              on ? enable(agent.id) : Promise.resolve(setRemoval({ kind: 'disable', agent })),
          },
        }),
        actions: [
          {
            label: t('agents.edit'),
            icon: Pencil,
            onClick: () => void navigate({ to: agentPath(agent.id) }),
          },
          ...(isInvitationPending(agent)
            ? [
                { label: t('agents.invite.again'), icon: Send, onClick: () => invite.mutate(agent.id) },
                { label: t('agents.invite.link'), icon: Link2, onClick: () => link.mutate(agent.id) },
              ]
            : []),
          {
            label: t('agents.delete'),
            icon: Trash2,
            danger: true,
            onClick: () => setRemoval({ kind: 'delete', agent }),
          },
        ],
      })}
    >
      {link.data && <InvitationLinkDialog link={link.data} onClose={link.reset} />}
      {removal?.kind === 'delete' && <DeleteAgentDialog agent={removal.agent} onClose={close} />}
      {removal?.kind === 'disable' && <DisableAgentDialog agent={removal.agent} onClose={close} />}
    </EntityList>
  )
}

/** Whether the agent can sign in, is online, or when they were last active. */
function AgentStatus({ agent }: { agent: AgentListItem }) {
  const { t } = useTranslation()
  const now = useNow()
  if (!agent.enabled) return <Badge>{t('agents.disabled')}</Badge>
  if (isInvitationPending(agent)) return <InvitationBadge invitation={agent.invitation} />
  return (
    <span className="shrink-0 text-xs text-ink-3 max-md:sr-only">
      {agent.availability_status !== 'offline'
        ? t(`agents.availability.${agent.availability_status}`)
        : agent.last_active_at
          ? t('agents.seen', { when: relativeTimeText(agent.last_active_at, now, t) })
          : t('agents.never_seen')}
    </span>
  )
}
