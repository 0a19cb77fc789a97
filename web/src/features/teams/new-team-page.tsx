import { createTeam, TeamWrite } from '@parley/contract/teams/teams'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { FormPage } from '../../forms/form-page.tsx'
import { useEntityForm } from '../../forms/use-entity-form.ts'
import { newTeam, TEAMS_PATH, teamPath } from './team-fields.ts'
import { TeamSections } from './team-sections.tsx'

export function NewTeamPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useEntityForm({
    schema: TeamWrite,
    values: newTeam,
    draftKey: 'teams/new',
    invalidateKey: queryKeys.teams,
    successMessage: t('teams.created'),
    save: (body, attempt) => call(createTeam, { body, ...attempt }),
    onSaved: () => void navigate({ to: TEAMS_PATH }),
    continueAt: ({ id }) => ({ path: teamPath(id), draftKey: `teams/${id}` }),
  })
  return (
    <FormPage
      form={form}
      title={t('teams.new')}
      lead={t('teams.lead')}
      parent={{ to: TEAMS_PATH, label: t('admin.teams') }}
      createLabel={t('teams.create')}
    >
      <TeamSections form={form} isNew />
    </FormPage>
  )
}
