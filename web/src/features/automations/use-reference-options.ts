import { useQuery } from '@tanstack/react-query'
import { fullName } from '../../format/names.ts'
import {
  agentsQuery,
  inboxesQuery,
  prioritiesQuery,
  slaQuery,
  statusesQuery,
  tagsQuery,
  teamsQuery,
} from '../../session/queries.ts'
import type { ComboboxItem } from '../../ui/inputs/combobox.tsx'

export type ReferenceSource =
  | 'statuses'
  | 'priorities'
  | 'teams'
  | 'agents'
  | 'inboxes'
  | 'sla'
  | 'tags'
  | 'settable_statuses'
  | 'tag_names'

type Named = { id: number; name: string }
const toOptions = (rows: readonly Named[]) => rows.map(({ id, name }) => ({ value: String(id), label: name }))

/** The options of a kind of reference data; null while loading, so that nothing is shown as deleted too early. */
export function useReferenceOptions(source: ReferenceSource): readonly ComboboxItem[] | null {
  const statuses = useQuery(statusesQuery).data
  const priorities = useQuery(prioritiesQuery).data
  const teams = useQuery(teamsQuery).data
  const agents = useQuery(agentsQuery).data
  const inboxes = useQuery(inboxesQuery).data
  const policies = useQuery(slaQuery).data
  const tags = useQuery(tagsQuery).data
  switch (source) {
    case 'agents':
      return (
        agents?.map((agent) => ({
          value: String(agent.id),
          label: fullName(agent),
          keywords: agent.email ?? '',
        })) ?? null
      )
    case 'settable_statuses':
      // Snoozing needs a time, which rules can't set (spec section 5).
      return statuses
        ? toOptions(statuses.filter((status) => !(status.is_default && status.name === 'Snoozed')))
        : null
    case 'tag_names':
      return tags?.map(({ name }) => ({ value: name, label: name })) ?? null
    default: {
      const rows: readonly Named[] | undefined = {
        statuses,
        priorities,
        teams,
        inboxes,
        sla: policies,
        tags,
      }[source]
      return rows ? toOptions(rows) : null
    }
  }
}
