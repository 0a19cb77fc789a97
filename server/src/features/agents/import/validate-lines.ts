import type { AgentColumn, AgentColumnPlaces, AgentImportRow } from '@parley/contract/agents/agent-import'
import { AgentCreate } from '@parley/contract/agents/agents'
import { grantRefusal } from '@parley/contract/roles/permissions'
import type { Actor } from '../../../actor.ts'
import type { CsvRow } from '../../../http/csv/parse-csv.ts'

/** Existing roles, teams and agents that lines can refer to. */
export type ImportReferences = {
  roles: readonly { name: string; permissions: string[] }[]
  teams: readonly { name: string }[]
  /** Keyed by lower-case address. */
  agents: ReadonlyMap<string, number>
}
export type Defaults = { roles: readonly string[]; teams: readonly string[] }

/** Decides for each line whether an agent can be created from it, and if not, why. */
export function validateLines(
  lines: readonly CsvRow[],
  columns: AgentColumnPlaces,
  {
    actor,
    references,
    defaults,
    column_count,
  }: { actor: Actor; references: ImportReferences; defaults: Defaults; column_count: number },
): AgentImportRow[] {
  const seen = new Set<string>()
  return lines.map((line) => {
    const row = validateLine(line, columns, { actor, references, defaults, column_count })
    const { email } = row
    if (row.problems.length > 0) return { ...row, verdict: 'wrong' }
    const agent_id = references.agents.get(email) ?? null
    if (agent_id) return { ...row, verdict: 'exists', agent_id }
    if (seen.has(email)) return { ...row, verdict: 'repeated' }
    seen.add(email)
    return row
  })
}

type Problem = AgentImportRow['problems'][number]

function validateLine(
  { line, fields }: CsvRow,
  columns: AgentColumnPlaces,
  {
    actor,
    references,
    defaults,
    column_count,
  }: { actor: Actor; references: ImportReferences; defaults: Defaults; column_count: number },
): AgentImportRow {
  const problems: Problem[] = []
  const addProblem = (problem: Problem['problem'], value = '') => problems.push({ problem, value })
  const cell = (column: AgentColumn) => {
    const index = columns[column]
    return index === null ? '' : stripFormulaGuard(fields[index] ?? '')
  }
  if (fields.length > column_count) addProblem('too_many_fields', String(fields.length))

  const shape = AgentCreate.shape
  const text = (column: 'first_name' | 'last_name' | 'email') => {
    const value = cell(column)
    const read = shape[column].safeParse(value)
    if (read.success) return read.data
    if (value === '' && column !== 'last_name') addProblem(`${column}_missing`)
    else if (read.error.issues.some(({ code }) => code === 'too_big'))
      addProblem('too_long', value.slice(0, 40))
    else addProblem(column === 'email' ? 'email_wrong' : 'name_wrong', value)
    return value
  }
  const matchNames = (
    requested: readonly string[],
    all: readonly { name: string }[],
    unknown: Problem['problem'],
  ) =>
    requested.map((name) => {
      const match = all.find((one) => sameName(one.name, name))
      if (!match) addProblem(unknown, name)
      return match?.name ?? name
    })

  const first_name = text('first_name')
  const last_name = text('last_name')
  const email = text('email')
  const requested = { roles: splitNames(cell('roles')), teams: splitNames(cell('teams')) }
  const roles = matchNames(
    requested.roles.length > 0 ? requested.roles : defaults.roles,
    references.roles,
    'role_unknown',
  )
  const teams = matchNames(
    requested.teams.length > 0 ? requested.teams : defaults.teams,
    references.teams,
    'team_unknown',
  )
  if (roles.length === 0) addProblem('role_missing')
  for (const { name, permissions } of references.roles)
    if (roles.includes(name) && grantRefusal(actor, permissions)) addProblem('role_not_yours', name)

  return {
    ...{ line, first_name, last_name, email, problems, agent_id: null, verdict: 'new' },
    roles: [...new Set(roles)].toSorted(),
    teams: [...new Set(teams)].toSorted(),
  }
}

/** Several names in one field. */
const splitNames = (field: string): string[] =>
  field
    .split(/[,;|\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** Our own exports prefix potential formulas with an apostrophe. */
const stripFormulaGuard = (field: string): string => field.replace(/^'(?=[=+\-@\t\r])/, '')

const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
