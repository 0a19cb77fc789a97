import type { ActivityLog } from '@parley/contract/activity-log/activity-log'
import type { EntryRow } from './entry-conditions.ts'
import { formatReferences, type NameLookup } from './name-lookup.ts'

type Entry = Omit<ActivityLog, 'activity_description'>

export const presentEntry = (row: EntryRow, names: NameLookup): Entry => ({
  id: row.id,
  created_at: row.at.toISOString(),
  updated_at: row.at.toISOString(),
  activity_type: row.activity_type,
  // The setup on first start has actor 0, because no agent existed yet.
  actor_id: row.actor_id || null,
  // Operators have no account.
  actor_name: row.actor_kind === 'operator' ? null : (names('agent', row.actor_id)?.name ?? null),
  actor_kind: row.actor_kind,
  target_model_type: row.object_type,
  target_model_id: row.object_id,
  target_name: names(row.object_type, row.object_id)?.name ?? findRecordedName(row.changes),
  target_exists: names(row.object_type, row.object_id)?.exists ?? false,
  ip: row.ip,
  changes: Object.entries(row.changes).map(([field, [before, after]]) => ({
    ...{ field, before, after },
    ...presentChangeNames(field, before, after, names),
  })),
})

/** Only for fields that contain ids. */
function presentChangeNames(field: string, before: unknown, after: unknown, names: NameLookup) {
  const [before_name, after_name] = [
    formatReferences(field, before, names),
    formatReferences(field, after, names),
  ]
  return before_name || after_name ? { before_name, after_name } : {}
}

/** The recorded name, if the record itself no longer exists. */
function findRecordedName({ name }: EntryRow['changes']): string | null {
  const [before, after] = name ?? []
  return typeof after === 'string' ? after : typeof before === 'string' ? before : null
}

/** "Ann Lee changed role Support", for clients and exports that show a sentence. */
export function describeEntry(type: string, entry: Entry): string {
  const actor = entry.actor_name ?? (entry.actor_kind === 'operator' ? 'An operator' : entry.actor_kind)
  const [kind = '', verb = ''] = type.split('.')
  const words = verb.replaceAll('_', ' ')
  // An agent's own actions have no other target to name.
  if (kind === 'agent' && entry.target_model_id === entry.actor_id)
    return `${actor} ${describeOwnAction(entry, words)}`
  return [actor, words, kind.replaceAll('_', ' '), entry.target_name].filter(Boolean).join(' ')
}

const describeOwnAction = ({ activity_type }: Entry, words: string): string =>
  ({
    agent_away: 'is away',
    agent_away_reassigned: 'is away, with replies reassigned',
    agent_online: 'is online',
  })[activity_type] ?? words

/** A changed value as text. */
export const formatValue = (value: unknown): string =>
  value === null || value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value)
