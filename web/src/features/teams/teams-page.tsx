import { previewTeamDeletion } from '@parley/contract/deletions'
import { deleteTeam, listTeams, type Team } from '@parley/contract/teams'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Pencil, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../admin/delete-dialog.tsx'
import { entitiesQuery } from '../../admin/entities.ts'
import { EntityList } from '../../admin/entity-list.tsx'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { assignmentKey, TEAMS, teamPath } from './team-fields.ts'
import { TeamPicture } from './team-picture.tsx'

/** Groups of agents that share an inbox of their own. */
export function TeamsPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const query = useQuery(entitiesQuery('teams', listTeams))
  const [leaving, setLeaving] = useState<Team | null>(null)
  return (
    <EntityList
      title={t('admin.teams')}
      lead={t('teams.lead')}
      icon={Users}
      query={query}
      creation={{ label: t('teams.new'), to: `${TEAMS}/new` }}
      empty={{ title: t('teams.empty.title'), text: t('teams.empty.text') }}
      rowOf={(team) => ({
        id: team.id,
        name: team.name,
        picture: <TeamPicture team={team} />,
        facts: `${t('teams.members.count', { count: team.member_ids.length })} · ${t(assignmentKey(team.conversation_assignment_type))}`,
        opens: { to: teamPath(team.id) },
        actions: [
          { label: t('teams.edit'), icon: Pencil, onClick: () => void navigate({ to: teamPath(team.id) }) },
          { label: t('teams.delete'), icon: Trash2, danger: true, onClick: () => setLeaving(team) },
        ],
      })}
    >
      {leaving && (
        <DeleteDialog
          title={t('teams.delete.title', { name: leaving.name })}
          confirmLabel={t('teams.delete')}
          deleted={t('teams.deleted')}
          kind={keys.teams}
          preview={() => call(previewTeamDeletion, { params: { id: String(leaving.id) } })}
          remove={() => call(deleteTeam, { params: { id: String(leaving.id) } })}
          onClose={() => setLeaving(null)}
        />
      )}
    </EntityList>
  )
}
