import { createTeam, TeamWrite } from '@parley/contract/teams'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FormPage } from '../../admin/form-page.tsx'
import { useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { newTeam, TEAMS } from './team-fields.ts'
import { TeamSections } from './team-sections.tsx'

export function NewTeamPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useEntityForm({
    schema: TeamWrite,
    values: newTeam,
    place: 'teams/new',
    refresh: keys.teams,
    said: t('teams.created'),
    save: (body, attempt) => call(createTeam, { body, ...attempt }),
    onSaved: () => void navigate({ to: TEAMS }),
  })
  return (
    <FormPage
      of={form}
      title={t('teams.new')}
      lead={t('teams.lead')}
      within={{ to: TEAMS, label: t('admin.teams') }}
      create={t('teams.create')}
    >
      <TeamSections of={form} isNew />
    </FormPage>
  )
}
