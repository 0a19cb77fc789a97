import { type RawBuilder, sql } from 'kysely'

/** Policies whose notifications name this agent, as a row source for the deletion preview. */
export const policiesNotifying = (agent_id: number): RawBuilder<unknown> =>
  sql`sla_policies p where exists (
    select from jsonb_array_elements(p.notifications) n where jsonb_exists(n->'recipients', ${String(agent_id)}))`
