import type pg from 'pg'

export type Statement = { name: string; text: string; values: unknown[] }

/** Runs these prepared statements sequentially on one connection, reads their rows, and returns the elapsed ms. */
export async function timeStatements(client: pg.Client, statements: readonly Statement[]): Promise<number> {
  const from = performance.now()
  for (const statement of statements) await client.query(statement)
  return performance.now() - from
}

/** Authenticates the caller, as every response must. Runs before the statements of each baseline. */
export const callerBaseline = (reader: number): Statement => ({
  name: 'baseline caller',
  text: `select a.id, a.enabled, s.last_seen_at,
      array(select distinct p from agent_roles ar join roles r on r.id = ar.role_id, unnest(r.permissions) p where ar.agent_id = a.id) as permissions,
      array(select tm.team_id from team_members tm where tm.agent_id = a.id) as team_ids
    from sessions s join agents a on a.id = s.agent_id where s.agent_id = $1 limit 1`,
  values: [reader],
})

/** All columns of a list row, joined with related tables, for the ids in `page`. */
export const listRowsSql = (page: string, reader: string): string => `
  with page as materialized (${page})
  select c.*, s.name as status, p.name as priority, i.name as inbox_name, i.channel as inbox_channel, i.address as inbox_mail,
    k.created_at as contact_created_at, k.updated_at as contact_updated_at, k.first_name, k.last_name, k.email, k.avatar_url,
    (select array_agg(t.name order by t.name) from conversation_tags ct join tags t on t.id = ct.tag_id where ct.conversation_id = c.id) as tags,
    c.unread_counter - coalesce(seen.seen_counter + seen.own_since, 0) as unread
  from page join conversations c on c.id = page.id join contacts k on k.id = c.contact_id join inboxes i on i.id = c.inbox_id
    join statuses s on s.id = c.status_id left join priorities p on p.id = c.priority_id
    left join conversation_seen seen on seen.conversation_id = c.id and seen.agent_id = ${reader}
  order by page.place`
