import { createHash } from 'node:crypto'
import type { Endpoint } from '@parley/contract/shared/endpoint'
import type { FastifyRequest } from 'fastify'
import { json } from '../db/json.ts'
import type { Tx } from '../db/transaction.ts'
import { conflict, invalid } from './errors.ts'

/**
 * A POST repeated with the same Idempotency-Key returns the first response and does nothing. The key is claimed in the same
 * transaction, so a second request waits for the first to commit, and a failed one releases the key.
 */
export async function withIdempotencyKey<T>(
  tx: Tx,
  e: Endpoint,
  request: FastifyRequest,
  work: () => Promise<T>,
  /** Stands in for a body that is not JSON, such as a file. */
  fingerprint?: string,
): Promise<T> {
  const key = request.headers['idempotency-key']
  if (e.method !== 'POST' || typeof key !== 'string' || key === '') return work()
  if (key.length > 200) throw invalid('Idempotency-Key', 'An idempotency key can have at most 200 characters')

  const request_hash = createHash('sha256')
    .update(`${request.url}\n${fingerprint ?? JSON.stringify(identifyingBody(e, request.body))}`)
    .digest()
  const owner = { actor_id: tx.actor.id, key }
  const claimed = await tx.db
    .insertInto('idempotency_keys')
    .values({ ...owner, endpoint: e.path, request_hash, created_at: tx.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (claimed) {
    const answer = await work()
    await tx.db
      .updateTable('idempotency_keys')
      .set({ response: json(answer) })
      .where('actor_id', '=', owner.actor_id)
      .where('key', '=', key)
      .execute()
    return answer
  }
  const first = await tx.db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'response'])
    .where('actor_id', '=', owner.actor_id)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (!first.request_hash.equals(request_hash))
    throw conflict('This idempotency key was already used for a different request')
  return first.response as T // stored above, from the same endpoint
}

function identifyingBody({ idempotency_ignores = [] }: Endpoint, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body ?? null
  return Object.fromEntries(Object.entries(body).filter(([field]) => !idempotency_ignores.includes(field)))
}
