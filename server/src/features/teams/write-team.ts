import type { TeamChanges, TeamWrite } from '@parley/contract/teams/teams'
import type { z } from 'zod'
import type { Tx } from '../../db/transaction.ts'
import { notFound } from '../../http/errors.ts'
import { changedFields } from '../../spine/changed-fields.ts'
import { replaceMembers } from './team-members.ts'
import type { TeamRow } from './teams.ts'

type TeamInput = z.output<typeof TeamWrite>
type Values = Omit<TeamInput, 'member_ids'>
type Changes = z.output<typeof TeamChanges>

/** Returns the id. */
export async function createTeam(tx: Tx, { member_ids = [], ...values }: TeamInput): Promise<number> {
  const { id } = await tx.db
    .insertInto('teams')
    .values({ ...values, created_at: tx.now, updated_at: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [, members] = await replaceMembers(tx, id, member_ids)
  await tx.record({
    type: 'team.created',
    object: { type: 'team', id },
    changes: changedFields(null, { ...values, ...(members.length > 0 && { members }) }),
  })
  return id
}

export async function updateTeam(tx: Tx, id: number, { member_ids, ...patch }: Changes): Promise<void> {
  const team = await lockTeam(tx, id)
  const values = { ...fieldsOf(team), ...patch }
  const [previousMembers, members] = member_ids ? await replaceMembers(tx, id, member_ids) : [[], []]
  const changes = changedFields({ ...fieldsOf(team), members: previousMembers }, { ...values, members })
  if (Object.keys(changes).length === 0) return
  await tx.db
    .updateTable('teams')
    .set({ ...values, updated_at: tx.now })
    .where('id', '=', id)
    .execute()
  await tx.record({ type: 'team.changed', object: { type: 'team', id }, changes })
}

export async function lockTeam(tx: Tx, id: number): Promise<TeamRow> {
  const team = await tx.db.selectFrom('teams').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!team) throw notFound('Team')
  return team
}

/** The fields an administrator sets, as shown in the activity log. */
export const fieldsOf = ({ id, created_at, updated_at, ...fields }: TeamRow): Values => fields
