import {
  type AgentColumn,
  type AgentColumnPlaces,
  type AgentImport,
  type AgentImportResponse,
  agentColumns,
  maxImportedAgents,
} from '@parley/contract/agents/agent-import'
import type { z } from 'zod'
import type { Actor } from '../../../actor.ts'
import type { Db } from '../../../db/pool.ts'
import { parseCsv } from '../../../http/csv/parse-csv.ts'
import { invalid } from '../../../http/errors.ts'
import { type ImportReferences, validateLines } from './validate-lines.ts'

type ImportRequest = z.output<typeof AgentImport>

/** What importing each line would do. Rejects the whole file if it cannot be read or is not a list of agents. */
export async function previewImport(
  db: Db,
  actor: Actor,
  request: ImportRequest,
): Promise<AgentImportResponse> {
  const [first, ...lines] = parseCsv(request.csv, 'csv')
  const header = first?.fields ?? []
  if (lines.length === 0) throw invalid('csv', 'There are no rows below the header. Add one row per agent')
  if (lines.length > maxImportedAgents)
    throw invalid(
      'csv',
      `The file has ${lines.length} rows, but at most ${maxImportedAgents} can be imported at once. Split the file`,
    )
  const columns = request.columns ?? detectColumns(header)
  const references = await readReferences(db)
  const rows = validateLines(lines, columns, {
    actor,
    references,
    defaults: request,
    column_count: header.length,
  })
  return { header, columns, rows, invited: 0 }
}

async function readReferences(db: Db): Promise<ImportReferences> {
  const roles = await db.selectFrom('roles').select(['name', 'permissions']).execute()
  const teams = await db.selectFrom('teams').select('name').execute()
  const agents = await db
    .selectFrom('agents')
    .select(['id', 'email'])
    .where('deleted_at', 'is', null)
    .execute()
  return { roles, teams, agents: new Map(agents.map(({ id, email }) => [email.toLowerCase(), id])) }
}

/** Column names in exports of other programs, in lower case and without spaces and punctuation. */
const spellings: Record<AgentColumn, readonly string[]> = {
  first_name: ['firstname', 'givenname', 'forename', 'name'],
  last_name: ['lastname', 'surname', 'familyname'],
  email: ['email', 'emailaddress', 'mail', 'mailaddress', 'workemail', 'primaryemail'],
  roles: ['roles', 'role'],
  teams: ['teams', 'team', 'group', 'groups'],
}

/** Maps fields to columns by the names in the header line. */
function detectColumns(header: readonly string[]): AgentColumnPlaces {
  const normalised = header.map((name) => name.toLowerCase().replaceAll(/[^a-z]/g, ''))
  const findIndex = (column: AgentColumn) => {
    for (const spelling of spellings[column])
      if (normalised.includes(spelling)) return normalised.indexOf(spelling)
    return null
  }
  return Object.fromEntries(agentColumns.map((column) => [column, findIndex(column)])) as AgentColumnPlaces // has an entry for every column
}
