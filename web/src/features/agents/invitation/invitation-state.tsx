import type { Agent, Invitation } from '@parley/contract/agents/agent'
import type { AgentListItem } from '@parley/contract/agents/agents'
import { useTranslation } from 'react-i18next'
import { relativeTimeText } from '../../../format/date-time.tsx'
import { useNow } from '../../../format/use-now.ts'
import { Badge, type Tone } from '../../../ui/display/badge.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { PageSection } from '../../../ui/layout/page.tsx'
import { NoMailServerNotice } from './invitation-field.tsx'
import { InvitationLinkDialog } from './invitation-link-dialog.tsx'
import { useInvitationLink } from './use-invitation-link.ts'
import { useInviteAgent } from './use-invite-agent.ts'

/** Whether an agent has not accepted an invitation, or was never sent one. */
export const isInvitationPending = <A extends Pick<AgentListItem, 'invitation'>>(
  agent: A,
): agent is A & { invitation: Invitation } =>
  agent.invitation !== null && agent.invitation.state !== 'accepted'

const tones: Record<Invitation['state'], Tone> = {
  none: 'warn',
  not_sent: 'warn',
  waiting: 'warn',
  link: 'accent',
  sent: 'accent',
  failed: 'bad',
  expired: 'bad',
  accepted: 'good',
}

export function InvitationBadge({ invitation: { state } }: { invitation: Invitation }) {
  const { t } = useTranslation()
  return <Badge tone={tones[state]}>{t(`agents.invite.state.${state}`)}</Badge>
}

/**
 * The state of an agent's invitation, and buttons for a new one. Hidden once it was accepted: agents reset their
 * password themselves.
 */
export function InvitationSection({ agent }: { agent: Agent }) {
  const { t } = useTranslation()
  const now = useNow()
  const invite = useInviteAgent()
  const link = useInvitationLink()
  const { invitation, last_login_at, enabled } = agent
  if (last_login_at || invitation?.state === 'accepted') return null
  return (
    <PageSection title={t('agents.invitation')} help={t('agents.invitation.help')}>
      <div className="flex flex-wrap items-center gap-3">
        {invitation && (
          <p role="status" className="flex flex-wrap items-center gap-2">
            <InvitationBadge invitation={invitation} />
            <span className="text-ink-2">
              {t(`agents.invite.since.${invitation.state}`, {
                when: relativeTimeText(invitation.at, now, t),
              })}
            </span>
          </p>
        )}
        <Button onClick={() => invite.mutate(agent.id)} loading={invite.isPending} disabled={!enabled}>
          {t(invitation && invitation.state !== 'none' ? 'agents.invite.again' : 'agents.invite.send')}
        </Button>
        <Button onClick={() => link.mutate(agent.id)} loading={link.isPending} disabled={!enabled}>
          {t('agents.invite.link')}
        </Button>
      </div>
      {invitation?.state === 'not_sent' && <NoMailServerNotice />}
      {link.data && <InvitationLinkDialog link={link.data} onClose={link.reset} />}
    </PageSection>
  )
}
