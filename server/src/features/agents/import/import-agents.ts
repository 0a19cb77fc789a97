import type { AgentImport, AgentImportResponse, AgentImportRow } from '@parley/contract/agents/agent-import'
import { isAdministrative } from '@parley/contract/roles/permissions'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '../../../db/transaction.ts'
import { invalid } from '../../../http/errors.ts'
import { notifyAdministrators } from '../../../system-mail/security-notices.ts'
import { assertCanGrantAdministrative, listRolePermissions } from '../../roles/grant-checks.ts'
import { fullNameOf, recordCreated } from '../write-agent.ts'
import { previewImport } from './preview-import.ts'

/**
 * Creates an agent for every valid line, in this transaction. Existing agents are left unchanged, so repeating an import does
 * nothing. Uses a fixed number of statements: a thousand lines finish well within a client's ten-second timeout.
 */
export async function importAgents(
  tx: Tx,
  request: z.output<typeof AgentImport>,
): Promise<AgentImportResponse> {
  const preview = await previewImport(tx.db, tx.actor, request)
  const importable = preview.rows.filter(({ verdict }) => verdict === 'new')
  // Lines that already exist are not errors.
  if (importable.length === 0 && preview.rows.every(({ verdict }) => verdict === 'wrong'))
    throw invalid('csv', 'None of these rows can be imported. Fix the errors first')
  const permissions = await listRolePermissions(tx, { names: importable.flatMap(({ roles }) => roles) })
  const makesAdministrators = assertCanGrantAdministrative(tx, permissions)
  const ids = await insertAgents(tx, importable)
  await insertBelongings(tx, importable, ids)
  const created = importable.flatMap(({ first_name, last_name, email, roles, teams }) => {
    const id = ids.get(email)
    return id === undefined ? [] : [{ id, fields: { first_name, last_name, email, roles, teams } }]
  })
  await recordCreated(tx, created, request.send_welcome_email)
  if (makesAdministrators) await notifyOfAdministrators(tx, created)
  return {
    ...preview,
    rows: preview.rows.map((row) => {
      const agent_id = row.verdict === 'new' ? (ids.get(row.email) ?? null) : row.agent_id
      if (row.verdict !== 'new') return row
      return { ...row, agent_id, verdict: agent_id ? 'created' : 'exists' }
    }),
    invited: request.send_welcome_email ? ids.size : 0,
  }
}

async function notifyOfAdministrators(
  tx: Tx,
  created: readonly { fields: { first_name: string; last_name: string; roles: readonly string[] } }[],
) {
  for (const { fields } of created) {
    const permissions = await listRolePermissions(tx, { names: fields.roles })
    if (permissions.some(isAdministrative))
      await notifyAdministrators(tx, { kind: 'rights_granted', name: fullNameOf(fields) })
  }
}

/** New ids by email address. Leaves out agents created concurrently elsewhere. */
async function insertAgents(tx: Tx, rows: readonly AgentImportRow[]): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map()
  const inserted = await tx.db
    .insertInto('agents')
    .values(
      rows.map(({ first_name, last_name, email }) => ({
        ...{ first_name, last_name, email },
        created_at: tx.now,
        updated_at: tx.now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'email'])
    .execute()
  return new Map(inserted.map(({ id, email }) => [email, id]))
}

async function insertBelongings(tx: Tx, rows: readonly AgentImportRow[], ids: Map<string, number>) {
  const pairs = (namesOf: (row: AgentImportRow) => readonly string[]) => {
    const all = rows.flatMap((row) => namesOf(row).map((name) => ({ id: ids.get(row.email), name })))
    const made = all.filter(({ id }) => id !== undefined)
    return sql`unnest(${made.map(({ id }) => id)}::bigint[], ${made.map(({ name }) => name)}::text[]) as made (agent_id, name)`
  }
  await sql`insert into agent_roles (agent_id, role_id)
    select made.agent_id, r.id from ${pairs(({ roles }) => roles)} join roles r on r.name = made.name`.execute(
    tx.db,
  )
  await sql`insert into team_members (agent_id, team_id)
    select made.agent_id, t.id from ${pairs(({ teams }) => teams)} join teams t on t.name = made.name`.execute(
    tx.db,
  )
}
