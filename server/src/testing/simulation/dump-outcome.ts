import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/**
 * The whole outcome of a run, with names and times instead of ids, which differ from run to run. Two runs of the same script are equal if
 * their dumps are.
 */
export async function dumpOutcome(db: Db): Promise<Record<string, unknown[]>> {
  const query = async (text: string) => (await sql.raw<object>(text).execute(db)).rows
  return {
    policies: await query('select name, resolution_time from sla_policies order by name'),
    hours: await query('select name, holidays from business_hours order by name'),
    conversations: await query(`
      select c.subject, c.status_id, c.snoozed_until, a.first_name as agent, t.name as team, c.priority_id, p.name as policy,
        c.waiting_since, c.first_reply_at, c.last_reply_at, c.resolved_at, c.closed_at, c.first_response_deadline_at,
        c.resolution_deadline_at, c.next_response_deadline_at, c.next_response_met_at, c.next_sla_deadline_at,
        (select array_agg(g.name order by g.name) from conversation_tags ct join tags g on g.id = ct.tag_id where ct.conversation_id = c.id) as tags
      from conversations c left join agents a on a.id = c.assigned_user_id left join teams t on t.id = c.assigned_team_id
        left join sla_policies p on p.id = c.sla_policy_id order by c.subject`),
    messages: await query(`
      select c.subject, m.created_at, m.type, m.status, m.private, m.text_content, m.sent_at,
        coalesce(a.first_name, 'customer') as sender, m.activity->>'type' as activity, m.activity->'data' as data, m.activity->'why'->>'by' as why
      from messages m join conversations c on c.id = m.conversation_id left join agents a on a.id = m.sender_id
      order by c.subject, m.created_at, m.type, m.activity->>'type', m.activity::text, m.text_content`),
    promises: await query(`
      select c.subject, s.policy, s.reason, s.created_at, s.started_at, s.status, s.ended_at, s.ended_by, s.first_response_deadline_at,
        s.first_response_met_at, s.first_response_breached_at, s.resolution_deadline_at, s.resolution_met_at, s.resolution_breached_at,
        (select json_agg(json_build_array(e.started_at, e.deadline_at, e.met_at, e.breached_at, e.dropped_at) order by e.started_at) from sla_events e where e.applied_sla_id = s.id) as turns,
        (select json_agg(json_build_array(n.metric, n.type, n.timing, n.send_at, n.told) order by n.metric, n.type, n.timing, n.send_at) from sla_notices n where n.applied_sla_id = s.id) as notices
      from applied_slas s join conversations c on c.id = s.conversation_id order by c.subject, s.created_at, s.policy`),
    runs: await query(`
      select r.rule_name, c.subject, r.at, r.occasion, r.outcome, r.acts, r.base_at from automation_runs r join conversations c on c.id = r.conversation_id
      order by r.rule_name, c.subject, r.at`),
    counts: await query(`
      select kind, at, wall_seconds, business_seconds, rating, a.first_name as agent, t.name as team
      from report_facts f left join agents a on a.id = f.agent_id left join teams t on t.id = f.team_id
      order by kind, at, agent, team, wall_seconds`),
    sums: await query(`
      select dim, grain, slot, kind, sum(count) as count, sum(wall_seconds) as wall from report_sums join report_state using (generation)
      where dim in ('all', 'team')
      group by dim, grain, slot, kind order by 1, 2, 3, 4`),
    surveys: await query(`
      select c.subject, s.sent_at, s.expires_at, s.rating, s.comment, s.answered_at, s.changed_at, a.first_name as agent, t.name as team
      from csat_surveys s join conversations c on c.id = s.conversation_id left join agents a on a.id = s.agent_id
        left join teams t on t.id = s.team_id order by c.subject, s.sent_at`),
    mails: await query(`
      select m.template, a.first_name as agent, c.subject, m.created_at, m.status from system_mails m join agents a on a.id = m.agent_id
        left join conversations c on c.id = m.conversation_id order by m.created_at, m.template, agent, c.subject`),
    parked: await query('select kind, reason from parked_work order by kind, reason'),
  }
}
