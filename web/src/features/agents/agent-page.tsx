import type { Agent } from '@parley/contract/agents/agent'
import { getAgent, updateAgent } from '@parley/contract/agents/agents'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EntityPage } from '../../admin/entity-page.tsx'
import { entityQuery } from '../../admin/entity-queries.ts'
import { EnabledSwitch } from '../../admin/list/enabled-switch.tsx'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { relativeTimeText } from '../../format/date-time.tsx'
import { fullName } from '../../format/names.ts'
import { useNow } from '../../format/use-now.ts'
import { FormPage } from '../../forms/form-page.tsx'
import { useEntityForm } from '../../forms/use-entity-form.ts'
import { useMe } from '../../session/use-me.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { PageSection } from '../../ui/layout/page.tsx'
import { AGENTS_PATH, AgentForm, fieldsOf } from './agent-fields.ts'
import { DeleteAgentDialog, DisableAgentDialog } from './agent-removal-dialogs.tsx'
import { AgentSections } from './agent-sections.tsx'
import { ApiKeySection } from './api-key/api-key-section.tsx'
import { InvitationSection } from './invitation/invitation-state.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { useEnableAgent } from './use-enable-agent.ts'

const isInvitationUndelivered = (agent: Agent | undefined) =>
  agent?.invitation?.state === 'waiting' || agent?.invitation?.state === 'not_sent'

export function AgentPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/main/admin-area/admin/teams/agents/$id/edit' })
  const [isDeleting, setIsDeleting] = useState(false)
  const query = useQuery({
    ...entityQuery('agents', getAgent, id),
    // The list is refetched while this page is still mounted, when the agent no longer exists.
    enabled: !isDeleting,
    // Sending an email triggers no push event.
    refetchInterval: ({ state }) => (isInvitationUndelivered(state.data) ? 3_000 : false),
  })
  return (
    <EntityPage query={query} parent={{ to: AGENTS_PATH, label: t('admin.agents') }}>
      {(agent) => <AgentEditor key={agent.id} agent={agent} onDeletingChange={setIsDeleting} />}
    </EntityPage>
  )
}

type DialogName = 'password' | 'disable' | 'delete' | null

function AgentEditor({ agent, onDeletingChange }: { agent: Agent; onDeletingChange: (is: boolean) => void }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<DialogName>(null)
  const params = { id: String(agent.id) }
  const form = useEntityForm({
    schema: AgentForm,
    values: fieldsOf(agent),
    fetchCurrent: () => call(getAgent, { params }),
    fieldsOf,
    draftKey: `agents/${agent.id}`,
    invalidateKey: queryKeys.agents,
    successMessage: t('agents.saved'),
    save: async ({ send_welcome_email: _done, availability_status, ...body }, attempt, current) => {
      const saved = await call(updateAgent, {
        params,
        body: {
          ...body,
          // Availability changes automatically; send it only if it was edited here.
          ...(availability_status !== current?.availability_status && { availability_status }),
        },
        ...attempt,
      })
      void cache.invalidateQueries({ queryKey: queryKeys.me })
      return saved
    },
  })
  const close = () => setDialog(null)
  const setDeleteDialogOpen = (isOpen: boolean) => {
    setDialog(isOpen ? 'delete' : null)
    onDeletingChange(isOpen)
  }
  return (
    <>
      <FormPage
        form={form}
        title={fullName(agent)}
        lead={<LastSignIn agent={agent} />}
        parent={{ to: AGENTS_PATH, label: t('admin.agents') }}
        actions={<SignInSwitch agent={agent} onDisable={() => setDialog('disable')} />}
      >
        <AgentSections form={form} />
        <InvitationSection agent={agent} />
        <PageSection title={t('agents.password')} help={t('agents.password.help')}>
          <Button onClick={() => setDialog('password')}>{t('agents.password.set')}</Button>
        </PageSection>
        <SecondFactorSection agent={agent} />
        <ApiKeySection agent={agent} />
        <PageSection title={t('agents.leave')} help={t('agents.leave.help')}>
          <Button onClick={() => setDeleteDialogOpen(true)}>{t('agents.delete')}</Button>
        </PageSection>
      </FormPage>
      {dialog === 'password' && <PasswordDialog agent={agent} onClose={close} />}
      {dialog === 'disable' && <DisableAgentDialog agent={agent} onClose={close} />}
      {dialog === 'delete' && (
        <DeleteAgentDialog
          agent={agent}
          onClose={() => setDeleteDialogOpen(false)}
          onDeleted={() => {
            onDeletingChange(true)
            void navigate({ to: AGENTS_PATH })
          }}
        />
      )}
    </>
  )
}

function SignInSwitch({ agent, onDisable }: { agent: Agent; onDisable: () => void }) {
  const { t } = useTranslation()
  const me = useMe()
  const enable = useEnableAgent()
  if (agent.id === me.id) return null
  return (
    <span className="mt-1 flex items-center gap-2 text-ink-2">
      <span aria-hidden>{t(agent.enabled ? 'agents.may_sign_in' : 'agents.disabled')}</span>
      <EnabledSwitch
        on={agent.enabled}
        label={t('agents.enabled', { name: fullName(agent) })}
        save={(on) => (on ? enable(agent.id) : Promise.resolve(onDisable()))}
      />
    </span>
  )
}

function LastSignIn({ agent }: { agent: Agent }) {
  const { t } = useTranslation()
  const now = useNow()
  if (!agent.last_login_at) return t('agents.never_signed_in')
  return t('agents.signed_in', { when: relativeTimeText(agent.last_login_at, now, t) })
}
