import { type AgentListItem, listAgents } from '@parley/contract/agents'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { FileUp, Link2, Pencil, Send, Trash2, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { entitiesQuery } from '../../admin/entities.ts'
import { EntityList } from '../../admin/entity-list.tsx'
import { fullName } from '../../format/names.ts'
import { relativeTimeText } from '../../format/time.tsx'
import { useNow } from '../../format/use-now.ts'
import { AgentAvatar } from '../../session/agent-avatar.tsx'
import { useMe } from '../../session/use-me.ts'
import { Badge } from '../../ui/badge.tsx'
import { AGENTS, agentPath } from './agent-fields.ts'
import { InvitationLinkDialog } from './invitation-link-dialog.tsx'
import { InvitationBadge, isAwaited } from './invitation-state.tsx'
import { DeleteAgent, DisableAgent } from './leaving.tsx'
import { useEnable } from './use-enable.ts'
import { useInvitationLink } from './use-invitation-link.ts'
import { useInvite } from './use-invite.ts'

const EVERYBODY = 'all'
const DISABLED = 'disabled'
/** Were invited, and have not come. */
const INVITED = 'invited'
const ONE_FACTOR = 'one_factor'

/** What the filter shows besides the roles. */
const shown: Record<string, (agent: AgentListItem) => boolean> = {
  [INVITED]: isAwaited,
  [DISABLED]: (agent) => !agent.enabled,
  [ONE_FACTOR]: (agent) => !agent.has_second_factor,
}

/** Everybody who works here, and what they may do. */
export function AgentsPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const me = useMe()
  const query = useQuery(entitiesQuery('agents', listAgents))
  const [leaving, setLeaving] = useState<{ how: 'delete' | 'disable'; agent: AgentListItem } | null>(null)
  const enable = useEnable()
  const invite = useInvite()
  const link = useInvitationLink()
  const close = () => setLeaving(null)
  const roles = [...new Set(query.data?.flatMap((agent) => agent.roles))].sort()
  return (
    <EntityList
      title={t('admin.agents')}
      lead={t('agents.lead')}
      icon={UserRound}
      query={query}
      creation={{ label: t('agents.new'), to: `${AGENTS}/new` }}
      actions={
        <Link
          to={`${AGENTS}/import`}
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
          { value: EVERYBODY, label: t('agents.filter.all') },
          ...roles.map((role) => ({ value: `role:${role}`, label: role })),
          { value: INVITED, label: t('agents.filter.invited') },
          { value: DISABLED, label: t('agents.filter.disabled') },
          { value: ONE_FACTOR, label: t('agents.factor.filter') },
        ],
        shows: (agent, chosen) =>
          shown[chosen]?.(agent) ?? agent.roles.includes(chosen.slice('role:'.length)),
      }}
      rowOf={(agent) => ({
        id: agent.id,
        name: fullName(agent),
        picture: <AgentAvatar agent={agent} size="lg" />,
        facts: [agent.email, agent.roles.join(', '), agent.has_second_factor && t('agents.factor.has')]
          .filter(Boolean)
          .join(' · '),
        badge: <Presence agent={agent} />,
        opens: { to: agentPath(agent.id) },
        // Nobody switches themselves off.
        ...(agent.id !== me.id && {
          enabled: {
            on: agent.enabled,
            label: t('agents.enabled', { name: fullName(agent) }),
            save: (on: boolean) =>
              on ? enable(agent.id) : Promise.resolve(setLeaving({ how: 'disable', agent })),
          },
        }),
        actions: [
          {
            label: t('agents.edit'),
            icon: Pencil,
            onClick: () => void navigate({ to: agentPath(agent.id) }),
          },
          ...(isAwaited(agent)
            ? [
                { label: t('agents.invite.again'), icon: Send, onClick: () => invite.mutate(agent.id) },
                { label: t('agents.invite.link'), icon: Link2, onClick: () => link.mutate(agent.id) },
              ]
            : []),
          {
            label: t('agents.delete'),
            icon: Trash2,
            danger: true,
            onClick: () => setLeaving({ how: 'delete', agent }),
          },
        ],
      })}
    >
      {link.data && <InvitationLinkDialog link={link.data} onClose={link.reset} />}
      {leaving?.how === 'delete' && <DeleteAgent agent={leaving.agent} onClose={close} />}
      {leaving?.how === 'disable' && <DisableAgent agent={leaving.agent} onClose={close} />}
    </EntityList>
  )
}

/** Whether they can sign in, are there now, or when they last were. */
function Presence({ agent }: { agent: AgentListItem }) {
  const { t } = useTranslation()
  const now = useNow()
  if (!agent.enabled) return <Badge>{t('agents.disabled')}</Badge>
  if (isAwaited(agent)) return <InvitationBadge invitation={agent.invitation} />
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
