import type { TeamWrite } from '@parley/contract/teams'
import type { z } from 'zod'
import type { Tx } from '../../db/transact.ts'
import { invalid, notFound } from '../../http/errors.ts'
import { changedFields } from '../../spine/changes.ts'
import type { TeamRow } from './get.ts'

type Values = z.output<typeof TeamWrite>

export async function createTeam(tx: Tx, values: Values): Promise<TeamRow> {
  refuseTimezone(values.timezone)
  const team = await tx.db
    .insertInto('teams')
    .values({ ...values, created_at: tx.now, updated_at: tx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx.record({
    type: 'team.created',
    object: { type: 'team', id: team.id },
    changes: changedFields(null, values),
  })
  return team
}

export async function updateTeam(tx: Tx, id: number, values: Values): Promise<TeamRow> {
  refuseTimezone(values.timezone)
  const before = await lockTeam(tx, id)
  const changes = changedFields(fieldsOf(before), values)
  if (Object.keys(changes).length === 0) return before
  const after = await tx.db
    .updateTable('teams')
    .set({ ...values, updated_at: tx.now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx.record({ type: 'team.changed', object: { type: 'team', id }, changes })
  return after
}

export async function lockTeam(tx: Tx, id: number): Promise<TeamRow> {
  const team = await tx.db.selectFrom('teams').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!team) throw notFound('Team')
  return team
}

/** What an administrator sets, as the activity log tells it. */
export const fieldsOf = ({ id, created_at, updated_at, ...fields }: TeamRow): Values => fields

// Business hours and SLA clocks are worked out in it later, far from whoever could correct it.
function refuseTimezone(timezone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone })
  } catch {
    throw invalid('timezone', `There is no time zone "${timezone}". Choose one such as Europe/Berlin`)
  }
}
