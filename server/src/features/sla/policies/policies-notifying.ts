import { type RawBuilder, sql } from 'kysely'

/** Policies whose notices name this agent, as a source of rows for the preview of a deletion. */
export const policiesNotifying = (agent_id: number): RawBuilder<unknown> =>
  sql`sla_policies p where exists (
    select from jsonb_array_elements(p.notifications) n where jsonb_exists(n->'recipients', ${String(agent_id)}))`
