import { previewTeamDeletion } from '@parley/contract/shared/deletion-previews'
import { deleteTeam, listTeams, type Team } from '@parley/contract/teams/teams'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Pencil, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../admin/delete-dialog.tsx'
import { entitiesQuery } from '../../admin/entity-queries.ts'
import { EntityList } from '../../admin/list/entity-list.tsx'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { assignmentKey, TEAMS_PATH, teamPath } from './team-fields.ts'
import { TeamPicture } from './team-picture.tsx'

/** Groups of agents with a shared inbox. */
export function TeamsPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const query = useQuery(entitiesQuery('teams', listTeams))
  const [deleting, setDeleting] = useState<Team | null>(null)
  return (
    <EntityList
      title={t('admin.teams')}
      lead={t('teams.lead')}
      icon={Users}
      query={query}
      createAction={{ label: t('teams.new'), to: `${TEAMS_PATH}/new` }}
      empty={{ title: t('teams.empty.title'), text: t('teams.empty.text') }}
      toRow={(team) => ({
        id: team.id,
        name: team.name,
        picture: <TeamPicture team={team} />,
        details: `${t('teams.members.count', { count: team.member_ids.length })} · ${t(assignmentKey(team.conversation_assignment_type))}`,
        open: { to: teamPath(team.id) },
        actions: [
          { label: t('teams.edit'), icon: Pencil, onClick: () => void navigate({ to: teamPath(team.id) }) },
          { label: t('teams.delete'), icon: Trash2, danger: true, onClick: () => setDeleting(team) },
        ],
      })}
    >
      {deleting && (
        <DeleteDialog
          title={t('teams.delete.title', { name: deleting.name })}
          confirmLabel={t('teams.delete')}
          successMessage={t('teams.deleted')}
          invalidateKey={queryKeys.teams}
          preview={() => call(previewTeamDeletion, { params: { id: String(deleting.id) } })}
          onConfirm={() => call(deleteTeam, { params: { id: String(deleting.id) } })}
          onClose={() => setDeleting(null)}
        />
      )}
    </EntityList>
  )
}
