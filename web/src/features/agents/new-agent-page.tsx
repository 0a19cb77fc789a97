import { createAgent } from '@parley/contract/agents'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FormPage } from '../../admin/form-page.tsx'
import { useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { PageSection } from '../../ui/page.tsx'
import { AGENTS, AgentForm, agentPath, newAgent } from './agent-fields.ts'
import { AgentSections } from './agent-sections.tsx'
import { InvitationField } from './invitation-field.tsx'

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
      <PageSection title={t('agents.invitation')} help={t('agents.invitation.help')}>
        <InvitationField
          of={form}
          name="send_welcome_email"
          on={t('agents.invite.on')}
          off={t('agents.invite.off')}
        />
      </PageSection>
    </FormPage>
  )
}
