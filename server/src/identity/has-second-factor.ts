import { type Expression, type RawBuilder, sql } from 'kysely'

/** SQL condition: whether this agent has a second factor. Two index lookups, for queries on agents. */
export const hasSecondFactor = (agent_id: Expression<unknown>): RawBuilder<boolean> => sql<boolean>`(
  exists (select from totp_factors tf where tf.agent_id = ${agent_id} and tf.confirmed_at is not null)
  or exists (select from passkeys pk where pk.agent_id = ${agent_id}))`
