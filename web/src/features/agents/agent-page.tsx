import { getAgent, updateAgent } from '@parley/contract/agents'
import type { Agent } from '@parley/contract/people'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EnabledSwitch } from '../../admin/enabled-switch.tsx'
import { entityQuery } from '../../admin/entities.ts'
import { EntityPage } from '../../admin/entity-page.tsx'
import { FormPage } from '../../admin/form-page.tsx'
import { useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { fullName } from '../../format/names.ts'
import { relativeTimeText } from '../../format/time.tsx'
import { useNow } from '../../format/use-now.ts'
import { useMe } from '../../session/use-me.ts'
import { Button } from '../../ui/button.tsx'
import { PageSection } from '../../ui/page.tsx'
import { AGENTS, AgentForm, fieldsOf } from './agent-fields.ts'
import { AgentSections } from './agent-sections.tsx'
import { ApiKeySection } from './api-key-section.tsx'
import { InvitationSection } from './invitation-state.tsx'
import { DeleteAgent, DisableAgent } from './leaving.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { useEnable } from './use-enable.ts'

const isUndelivered = (agent: Agent | undefined) =>
  agent?.invitation?.state === 'waiting' || agent?.invitation?.state === 'not_sent'

export function AgentPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/main/admin-area/admin/teams/agents/$id/edit' })
  const [isLeaving, setLeaving] = useState(false)
  const query = useQuery({
    ...entityQuery('agents', getAgent, id),
    // The list is fetched again while the page is still there, and the agent no more.
    enabled: !isLeaving,
    // A mail goes out without a push of its own.
    refetchInterval: ({ state }) => (isUndelivered(state.data) ? 3_000 : false),
  })
  return (
    <EntityPage query={query} within={{ to: AGENTS, label: t('admin.agents') }}>
      {(agent) => <AgentEditor key={agent.id} agent={agent} onLeaving={setLeaving} />}
    </EntityPage>
  )
}

type Asked = 'password' | 'disable' | 'delete' | null

function AgentEditor({ agent, onLeaving }: { agent: Agent; onLeaving: (is: boolean) => void }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<Asked>(null)
  const params = { id: String(agent.id) }
  const form = useEntityForm({
    schema: AgentForm,
    values: fieldsOf(agent),
    current: () => call(getAgent, { params }),
    fieldsOf,
    place: `agents/${agent.id}`,
    refresh: keys.agents,
    said: t('agents.saved'),
    save: async ({ send_welcome_email: _done, availability_status, ...body }, attempt, now) => {
      const saved = await call(updateAgent, {
        params,
        body: {
          ...body,
          // People come and go by themselves; only what was chosen here is sent.
          ...(availability_status !== now?.availability_status && { availability_status }),
        },
        ...attempt,
      })
      void cache.invalidateQueries({ queryKey: keys.me })
      return saved
    },
  })
  const close = () => setAsked(null)
  const askToDelete = (isOpen: boolean) => {
    setAsked(isOpen ? 'delete' : null)
    onLeaving(isOpen)
  }
  return (
    <>
      <FormPage
        of={form}
        title={fullName(agent)}
        lead={<LastSeen agent={agent} />}
        within={{ to: AGENTS, label: t('admin.agents') }}
        actions={<Enabled agent={agent} onDisable={() => setAsked('disable')} />}
      >
        <AgentSections of={form} />
        <InvitationSection agent={agent} />
        <PageSection title={t('agents.password')} help={t('agents.password.help')}>
          <Button onClick={() => setAsked('password')}>{t('agents.password.set')}</Button>
        </PageSection>
        <SecondFactorSection agent={agent} />
        <ApiKeySection agent={agent} />
        <PageSection title={t('agents.leave')} help={t('agents.leave.help')}>
          <Button onClick={() => askToDelete(true)}>{t('agents.delete')}</Button>
        </PageSection>
      </FormPage>
      {asked === 'password' && <PasswordDialog agent={agent} onClose={close} />}
      {asked === 'disable' && <DisableAgent agent={agent} onClose={close} />}
      {asked === 'delete' && (
        <DeleteAgent
          agent={agent}
          onClose={() => askToDelete(false)}
          onDeleted={() => {
            onLeaving(true)
            void navigate({ to: AGENTS })
          }}
        />
      )}
    </>
  )
}

function Enabled({ agent, onDisable }: { agent: Agent; onDisable: () => void }) {
  const { t } = useTranslation()
  const me = useMe()
  const enable = useEnable()
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

function LastSeen({ agent }: { agent: Agent }) {
  const { t } = useTranslation()
  const now = useNow()
  if (!agent.last_login_at) return t('agents.never_signed_in')
  return t('agents.signed_in', { when: relativeTimeText(agent.last_login_at, now, t) })
}
