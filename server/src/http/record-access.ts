import type { FastifyRequest } from 'fastify'
import type { Actor } from '../actor.ts'
import type { Act } from '../db/transaction.ts'

/**
 * Adds a line to the activity log before something is handed out that leaves the desk: raw email, or a file with many
 * records. What can't be recorded isn't handed out.
 */
export const recordAccess = (
  act: Act,
  actor: Actor,
  { ip }: Pick<FastifyRequest, 'ip'>,
  event: { type: string; object: { type: string; id: number | null } },
): Promise<unknown> => act(actor, (tx) => tx.record({ ...event, data: { ip } }))
