import { type Expression, type RawBuilder, sql } from 'kysely'

/** Whether signing in as this agent asks for more than the password. Two looks into indexes, for queries that read agents. */
export const hasSecondFactor = (agent_id: Expression<unknown>): RawBuilder<boolean> => sql<boolean>`(
  exists (select from totp_factors tf where tf.agent_id = ${agent_id} and tf.confirmed_at is not null)
  or exists (select from passkeys pk where pk.agent_id = ${agent_id}))`
