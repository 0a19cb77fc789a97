import type { AgentColumn, AgentColumnPlaces, AgentImportRow } from '@parley/contract/agent-import'
import { AgentCreate } from '@parley/contract/agents'
import { grantRefusal } from '@parley/contract/permissions'
import type { Actor } from '../../../actor.ts'
import type { CsvLine } from '../../../http/csv-read.ts'

/** What a line may name, and who is there already. */
export type Known = {
  roles: readonly { name: string; permissions: string[] }[]
  teams: readonly { name: string }[]
  /** Lower-cased addresses. */
  agents: ReadonlyMap<string, number>
}
export type Defaults = { roles: readonly string[]; teams: readonly string[] }

/** Says of each line whether an agent can be made of it, and if not why. */
export function judgeLines(
  lines: readonly CsvLine[],
  places: AgentColumnPlaces,
  { actor, known, defaults, width }: { actor: Actor; known: Known; defaults: Defaults; width: number },
): AgentImportRow[] {
  const taken = new Set<string>()
  return lines.map((line) => {
    const row = judge(line, places, { actor, known, defaults, width })
    const { email } = row
    if (row.problems.length > 0) return { ...row, verdict: 'wrong' }
    const agent_id = known.agents.get(email) ?? null
    if (agent_id) return { ...row, verdict: 'exists', agent_id }
    if (taken.has(email)) return { ...row, verdict: 'repeated' }
    taken.add(email)
    return row
  })
}

type Problem = AgentImportRow['problems'][number]

function judge(
  { line, fields }: CsvLine,
  places: AgentColumnPlaces,
  { actor, known, defaults, width }: { actor: Actor; known: Known; defaults: Defaults; width: number },
): AgentImportRow {
  const problems: Problem[] = []
  const note = (problem: Problem['problem'], value = '') => problems.push({ problem, value })
  const written = (column: AgentColumn) => {
    const place = places[column]
    return place === null ? '' : unguarded(fields[place] ?? '')
  }
  if (fields.length > width) note('too_many_fields', String(fields.length))

  const shape = AgentCreate.shape
  const text = (column: 'first_name' | 'last_name' | 'email') => {
    const value = written(column)
    const read = shape[column].safeParse(value)
    if (read.success) return read.data
    if (value === '' && column !== 'last_name') note(`${column}_missing`)
    else if (read.error.issues.some(({ code }) => code === 'too_big')) note('too_long', value.slice(0, 40))
    else note(column === 'email' ? 'email_wrong' : 'name_wrong', value)
    return value
  }
  const named = (wanted: readonly string[], all: readonly { name: string }[], unknown: Problem['problem']) =>
    wanted.map((name) => {
      const found = all.find((one) => sameName(one.name, name))
      if (!found) note(unknown, name)
      return found?.name ?? name
    })

  const first_name = text('first_name')
  const last_name = text('last_name')
  const email = text('email')
  const wanted = { roles: namesIn(written('roles')), teams: namesIn(written('teams')) }
  const roles = named(wanted.roles.length > 0 ? wanted.roles : defaults.roles, known.roles, 'role_unknown')
  const teams = named(wanted.teams.length > 0 ? wanted.teams : defaults.teams, known.teams, 'team_unknown')
  if (roles.length === 0) note('role_missing')
  for (const { name, permissions } of known.roles)
    if (roles.includes(name) && grantRefusal(actor, permissions)) note('role_not_yours', name)

  return {
    ...{ line, first_name, last_name, email, problems, agent_id: null, verdict: 'new' },
    roles: [...new Set(roles)].toSorted(),
    teams: [...new Set(teams)].toSorted(),
  }
}

/** Several names in one field. */
const namesIn = (field: string): string[] =>
  field
    .split(/[,;|\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** Our own exports put an apostrophe before what a spreadsheet would calculate. */
const unguarded = (field: string): string => field.replace(/^'(?=[=+\-@\t\r])/, '')

const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
