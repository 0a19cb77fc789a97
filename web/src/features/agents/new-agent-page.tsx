import { createAgent } from '@parley/contract/agents/agents'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { FormPage } from '../../forms/form-page.tsx'
import { useEntityForm } from '../../forms/use-entity-form.ts'
import { PageSection } from '../../ui/layout/page.tsx'
import { AGENTS_PATH, AgentForm, agentPath, newAgent } from './agent-fields.ts'
import { AgentSections } from './agent-sections.tsx'
import { InvitationField } from './invitation/invitation-field.tsx'

export function NewAgentPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useEntityForm({
    schema: AgentForm,
    values: newAgent,
    draftKey: 'agents/new',
    invalidateKey: queryKeys.agents,
    successMessage: t('agents.created'),
    save: ({ availability_status: _later, ...body }, attempt) => call(createAgent, { body, ...attempt }),
    // Agents who aren't invited get a password on the next page.
    onSaved: (agent, values) =>
      void navigate({ to: values.send_welcome_email ? AGENTS_PATH : agentPath(agent.id) }),
    continueAt: ({ id }) => ({ path: agentPath(id), draftKey: `agents/${id}` }),
  })
  return (
    <FormPage
      form={form}
      title={t('agents.new')}
      lead={t('agents.new.lead')}
      parent={{ to: AGENTS_PATH, label: t('admin.agents') }}
      createLabel={t('agents.create')}
    >
      <AgentSections form={form} isNew />
      <PageSection title={t('agents.invitation')} help={t('agents.invitation.help')}>
        <InvitationField
          form={form}
          name="send_welcome_email"
          onHelp={t('agents.invite.on')}
          offHelp={t('agents.invite.off')}
        />
      </PageSection>
    </FormPage>
  )
}
