/** Filters of the log. Dates are in the browser's time zone; '' means no bound. */
export type LogFilters = { actor_id: string; kind: string; from: string; to: string }

export const ANY = 'any'
export const SIGN_INS = 'sign_ins'
export const noFilters: LogFilters = { actor_id: ANY, kind: ANY, from: '', to: '' }

/** As the list's `filters` parameter. Both bounds include their whole day. */
export function toFilterConditions({ actor_id, kind, from, to }: LogFilters) {
  const row = (field: string, operator: string, value: unknown) => ({
    model: 'activity_logs',
    field,
    operator,
    value,
  })
  return [
    ...(actor_id === ANY ? [] : [row('actor_id', 'equals', actor_id)]),
    ...(kind === ANY
      ? []
      : kind === SIGN_INS
        ? [row('activity_type', 'in', ['agent_login', 'agent_logout'])]
        : [row('target_model_type', 'equals', kind)]),
    // "greater than" excludes the instant itself.
    ...dayBound(from, (day) => row('created_at', 'greater than', new Date(day.getTime() - 1).toISOString())),
    ...dayBound(to, (day) => {
      day.setDate(day.getDate() + 1)
      return row('created_at', 'less than', day.toISOString())
    }),
  ]
}

function dayBound<T>(day: string, then: (midnight: Date) => T): T[] {
  const midnight = new Date(`${day}T00:00:00`)
  return Number.isNaN(midnight.getTime()) ? [] : [then(midnight)]
}
