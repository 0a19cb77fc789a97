import { permissions } from '@parley/contract/roles/permissions'
import type { Actor } from '../actor.ts'
import type { Db } from '../db/pool.ts'
import type { Act } from '../db/transaction.ts'
import { upsertContact } from '../features/contacts/upsert-contact.ts'
import { insertConversation } from '../features/conversations/insert-conversation.ts'
import { insertMessage } from '../features/conversations/timeline/insert-message.ts'
import { agentRolePermissions } from '../first-start.ts'
import { findActorByAgentId } from '../identity/load-actor.ts'
import type { ConversationRow } from '../spine/record-event.ts'

let count = 0
const next = () => ++count

/** Factories for test rows with defaults, so that a test states only what matters. */
export function createFactories(db: Db, act: Act, system: Actor, now: () => Date) {
  const dates = () => ({ created_at: now(), updated_at: now() })

  const role = (names: readonly string[] = agentRolePermissions) =>
    db
      .insertInto('roles')
      .values({ ...dates(), name: `Role ${next()}`, permissions: [...names] })
      .returning('id')
      .executeTakeFirstOrThrow()

  const team = (name = `Team ${next()}`) =>
    db
      .insertInto('teams')
      .values({ ...dates(), name })
      .returningAll()
      .executeTakeFirstOrThrow()

  /** An agent with exactly these permissions (by default those of the Agent role). */
  async function agent(
    values: { first_name?: string; permissions?: readonly string[]; team_ids?: number[] } = {},
  ): Promise<Actor> {
    const n = next()
    const { id } = await db
      .insertInto('agents')
      .values({ ...dates(), first_name: values.first_name ?? `Agent ${n}`, email: `agent${n}@parley.test` })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('agent_roles')
      .values({ agent_id: id, role_id: (await role(values.permissions)).id })
      .execute()
    for (const team_id of values.team_ids ?? [])
      await db.insertInto('team_members').values({ team_id, agent_id: id }).execute()
    const actor = await findActorByAgentId(db, id)
    if (!actor) throw new Error('The agent was not created')
    return actor
  }

  async function inbox(address = `inbox${next()}@parley.test`) {
    return db
      .insertInto('inboxes')
      .values({ ...dates(), name: `Inbox ${next()}`, from: `Support <${address}>`, address })
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  /** An open conversation with one email from its contact. */
  async function conversation(
    values: {
      inbox_id?: number
      email?: string
      subject?: string
      assigned_user_id?: number | null
      assigned_team_id?: number | null
    } = {},
  ): Promise<ConversationRow> {
    const inbox_id = values.inbox_id ?? (await inbox()).id
    return act(system, async (tx) => {
      const contact = await upsertContact(tx, {
        email: values.email ?? `contact${next()}@customer.test`,
        first_name: 'Grace',
        last_name: 'Hopper',
      })
      const empty = await insertConversation(tx, {
        contact,
        inbox_id,
        subject: values.subject ?? 'A question',
        origin: 'email',
      })
      const { conversation: c } = await insertMessage(
        tx,
        empty,
        {
          type: 'incoming',
          status: 'received',
          sender_type: 'contact',
          sender_id: contact.id,
          content: '<p>Hello, can you help me?</p>',
          text_content: 'Hello, can you help me?',
        },
        { waiting_since: tx.now },
      )
      return tx.db
        .updateTable('conversations')
        .set({
          assigned_user_id: values.assigned_user_id ?? null,
          assigned_team_id: values.assigned_team_id ?? null,
        })
        .where('id', '=', c.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    })
  }

  const tag = (name = `tag-${next()}`) =>
    db
      .insertInto('tags')
      .values({ ...dates(), name })
      .returningAll()
      .executeTakeFirstOrThrow()

  return { role, team, agent, inbox, conversation, tag, allPermissions: permissions }
}
