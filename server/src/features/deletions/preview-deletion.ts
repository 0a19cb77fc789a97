import { hoursDeletionRefusal } from '@parley/contract/business-hours/business-hours'
import { roleDeletionRefusal } from '@parley/contract/roles/roles'
import type { Deletion } from '@parley/contract/shared/deletion-previews'
import { statusDeletionRefusal } from '@parley/contract/statuses/statuses'
import { templateDeletionRefusal } from '@parley/contract/templates/templates'
import { sql } from 'kysely'
import type { Actor } from '../../actor.ts'
import { countEffects, countOf } from '../../count-effects.ts'
import type { Db } from '../../db/pool.ts'
import { agentEntity } from '../agents/agents.ts'
import { isLastAdmin, lastAdminRefusal } from '../agents/last-admin-guard.ts'
import { selfDeletionRefusal, selfDisablingRefusal } from '../agents/write-agent.ts'
import { rulesReferencing, rulesReferencingAttribute } from '../automations/rules/rules-referencing.ts'
import { hoursEntity, isWorkspaceDefault } from '../business-hours/business-hours.ts'
import { customAttributeEntity } from '../custom-attributes/custom-attributes.ts'
import { inboxEntity } from '../inboxes/inboxes.ts'
import { listHolderNames, roleEntity } from '../roles/roles.ts'
import { defaultRoleRefusal } from '../roles/write-role.ts'
import { policyEntity } from '../sla/policies/policies.ts'
import { policiesNotifying } from '../sla/policies/policies-notifying.ts'
import { statusEntity } from '../statuses/statuses.ts'
import { defaultStatusRefusal } from '../statuses/write-status.ts'
import { tagEntity } from '../tags/tags.ts'
import { teamEntity } from '../teams/teams.ts'
import { templateEntity } from '../templates/templates.ts'

/**
 * Each function previews what the `delete` verb of one kind of record would do, and refuses for the same reasons with
 * the same messages.
 */
export async function previewAgent(db: Db, actor: Actor, id: number): Promise<Deletion> {
  await agentEntity.get(db, id)
  const refusal =
    id === actor.id ? selfDeletionRefusal : (await isLastAdmin(db, id)) ? lastAdminRefusal : null
  const effects = await countEffects(db, {
    open_conversations_unassigned: sql`conversations where assigned_user_id = ${id} and status_category <> 'closed' and deleted_at is null`,
    teams_left: sql`team_members where agent_id = ${id}`,
    api_keys_revoked: sql`agents where id = ${id} and api_key is not null`,
    rules_naming_it: rulesReferencing('agents', id),
    sla_policies_telling_it: policiesNotifying(id),
  })
  return { refusal, effects }
}

export async function previewDisabling(db: Db, actor: Actor, id: number): Promise<Deletion> {
  await agentEntity.get(db, id)
  const refusal =
    id === actor.id ? selfDisablingRefusal : (await isLastAdmin(db, id)) ? lastAdminRefusal : null
  const effects = await countEffects(db, {
    conversations_stay_assigned: sql`conversations where assigned_user_id = ${id} and status_category <> 'closed' and deleted_at is null`,
    sessions_ended: sql`sessions where agent_id = ${id}`,
    api_keys_revoked: sql`agents where id = ${id} and api_key is not null`,
    rules_naming_it: rulesReferencing('agents', id),
    sla_policies_telling_it: policiesNotifying(id),
  })
  return { refusal, effects }
}

export async function previewTeam(db: Db, id: number): Promise<Deletion> {
  await teamEntity.get(db, id)
  const effects = await countEffects(db, {
    open_conversations_unassigned: sql`conversations where assigned_team_id = ${id} and status_category <> 'closed' and deleted_at is null`,
    closed_conversations_unassigned: sql`conversations where assigned_team_id = ${id} and status_category = 'closed' and deleted_at is null`,
    members_removed: sql`team_members where team_id = ${id}`,
    macros_deleted: sql`macros where team_id = ${id}`,
    views_deleted: sql`views where team_id = ${id}`,
    rules_naming_it: rulesReferencing('teams', id),
  })
  return { refusal: null, effects }
}

export async function previewRole(db: Db, id: number): Promise<Deletion> {
  const { name } = await roleEntity.get(db, id)
  const holders = await listHolderNames(db, id)
  const effects = await countEffects(db, {
    agents_in_the_way: sql`agent_roles r join agents a on a.id = r.agent_id where r.role_id = ${id} and a.deleted_at is null`,
  })
  return { refusal: defaultRoleRefusal(name) ?? roleDeletionRefusal(name, holders), effects }
}

export async function previewInbox(db: Db, id: number): Promise<Deletion> {
  await inboxEntity.get(db, id)
  const effects = await countEffects(db, {
    conversations_kept: sql`conversations where inbox_id = ${id} and deleted_at is null`,
    replies_not_sent: sql`messages where inbox_id = ${id} and status in ('pending', 'sending')`,
    rules_naming_it: rulesReferencing('inboxes', id),
  })
  return { refusal: null, effects }
}

export async function previewStatus(db: Db, id: number): Promise<Deletion> {
  const status = await statusEntity.get(db, id)
  const effects = await countEffects(db, {
    conversations_in_the_way: sql`conversations where status_id = ${id}`,
    rules_naming_it: rulesReferencing('statuses', id),
  })
  const refusal =
    defaultStatusRefusal(status, 'be deleted') ??
    statusDeletionRefusal(status.name, countOf(effects, 'conversations_in_the_way'))
  return { refusal, effects }
}

export async function previewTag(db: Db, id: number): Promise<Deletion> {
  await tagEntity.get(db, id)
  const effects = await countEffects(db, {
    conversations_untagged: sql`conversation_tags where tag_id = ${id}`,
    rules_naming_it: rulesReferencing('tags', id),
  })
  return { refusal: null, effects }
}

export async function previewBusinessHours(db: Db, id: number): Promise<Deletion> {
  await hoursEntity.get(db, id)
  const effects = await countEffects(db, {
    teams_without_hours: sql`teams where business_hours_id = ${id}`,
  })
  return { refusal: hoursDeletionRefusal(await isWorkspaceDefault(db, id)), effects }
}

export async function previewSlaPolicy(db: Db, id: number): Promise<Deletion> {
  await policyEntity.get(db, id)
  const effects = await countEffects(db, {
    teams_without_sla: sql`teams where sla_policy_id = ${id}`,
    conversations_without_sla: sql`conversations where sla_policy_id = ${id} and deleted_at is null`,
    rules_naming_it: rulesReferencing('sla', id),
  })
  return { refusal: null, effects }
}

export async function previewCustomAttribute(db: Db, id: number): Promise<Deletion> {
  const { applies_to, key } = await customAttributeEntity.get(db, id)
  const hasValue = sql`deleted_at is null and jsonb_exists(custom_attributes, ${key})`
  const effects = await countEffects(db, {
    ...(applies_to === 'contact'
      ? { contact_values_hidden: sql`contacts where ${hasValue}` }
      : { conversation_values_hidden: sql`conversations where ${hasValue}` }),
    rules_naming_it: rulesReferencingAttribute(applies_to, key),
  })
  return { refusal: null, effects }
}

export async function previewTemplate(db: Db, id: number): Promise<Deletion> {
  const template = await templateEntity.get(db, id)
  const effects = await countEffects(db, {
    inboxes_without_template: sql`inboxes where template_id = ${id} and deleted_at is null`,
  })
  return { refusal: templateDeletionRefusal(template), effects }
}
