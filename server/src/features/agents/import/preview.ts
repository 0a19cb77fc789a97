import { type AgentImport, type AgentImportAnswer, mostAgentsInFile } from '@parley/contract/agent-import'
import type { z } from 'zod'
import type { Actor } from '../../../actor.ts'
import type { Db } from '../../../db/pool.ts'
import { readCsv } from '../../../http/csv-read.ts'
import { invalid } from '../../../http/errors.ts'
import { findColumns } from './columns.ts'
import { judgeLines, type Known } from './judge.ts'

type Wanted = z.output<typeof AgentImport>

/** What would become of each line now. The file as a whole is refused when it cannot be read, or is no list of agents. */
export async function previewImport(db: Db, actor: Actor, wanted: Wanted): Promise<AgentImportAnswer> {
  const [first, ...lines] = readCsv(wanted.csv, 'csv')
  const header = first?.fields ?? []
  if (lines.length === 0)
    throw invalid(
      'csv',
      'There is no line under the first one, which names the columns. Add a line per agent',
    )
  if (lines.length > mostAgentsInFile)
    throw invalid(
      'csv',
      `These are ${lines.length} lines, and at most ${mostAgentsInFile} are taken. Split the file`,
    )
  const columns = wanted.columns ?? findColumns(header)
  const known = await readKnown(db)
  const rows = judgeLines(lines, columns, { actor, known, defaults: wanted, width: header.length })
  return { header, columns, rows, invited: 0 }
}

async function readKnown(db: Db): Promise<Known> {
  const roles = await db.selectFrom('roles').select(['name', 'permissions']).execute()
  const teams = await db.selectFrom('teams').select('name').execute()
  const agents = await db
    .selectFrom('agents')
    .select(['id', 'email'])
    .where('deleted_at', 'is', null)
    .execute()
  return { roles, teams, agents: new Map(agents.map(({ id, email }) => [email.toLowerCase(), id])) }
}
