import { createAgent, getInvitationMeans } from '@parley/contract/people'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SwitchField, useValue } from '../../admin/fields.tsx'
import { FormPage } from '../../admin/form-page.tsx'
import { type EntityForm, useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { PageSection } from '../../ui/page.tsx'
import { AGENTS, type AgentFields, AgentForm, agentPath, newAgent } from './agent-fields.ts'
import { AgentSections } from './agent-sections.tsx'

export function NewAgentPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useEntityForm({
    schema: AgentForm,
    values: newAgent,
    place: 'agents/new',
    refresh: keys.agents,
    said: t('agents.created'),
    save: ({ availability_status: _later, ...body }, attempt) => call(createAgent, { body, ...attempt }),
    // Who is not invited gets a password on the next page.
    onSaved: (agent, values) =>
      void navigate({ to: values.send_welcome_email ? AGENTS : agentPath(agent.id) }),
  })
  return (
    <FormPage
      of={form}
      title={t('agents.new')}
      lead={t('agents.new.lead')}
      within={{ to: AGENTS, label: t('admin.agents') }}
      create={t('agents.create')}
    >
      <AgentSections of={form} isNew />
      <Invitation of={form} />
    </FormPage>
  )
}

/** How the new agent gets in. */
function Invitation({ of }: { of: EntityForm<AgentFields> }) {
  const { t } = useTranslation()
  const invited = useValue(of, 'send_welcome_email')
  const means = useQuery({
    queryKey: [...keys.agents, 'invitation'],
    queryFn: ({ signal }) => call(getInvitationMeans, { signal }),
  }).data
  return (
    <PageSection title={t('agents.invitation')} help={t('agents.invitation.help')}>
      <SwitchField
        of={of}
        name="send_welcome_email"
        label={t('agents.invite')}
        help={t(invited ? 'agents.invite.on' : 'agents.invite.off')}
      />
      {invited && means?.can_mail === false && (
        <p role="status" className="mt-4 rounded-lg border border-warn-line bg-warn-subtle px-3.5 py-3">
          {t('agents.invite.no_server')}
        </p>
      )}
    </PageSection>
  )
}
