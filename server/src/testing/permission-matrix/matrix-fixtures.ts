// biome-ignore-all lint/style/noExcessiveLinesPerFile: a list, one fixture for each kind of object
import { json } from '../../db/json.ts'
import { addAddress } from '../../features/contacts/contact-addresses.ts'
import { storeRawMail } from '../../features/email/ledger/raw-mail.ts'
import { hashToken } from '../../identity/sessions/session.ts'
import type { TestApp } from '../test-app.ts'
import { mergeFixtures } from './merge-fixtures.ts'

export type MatrixFixtures = ReturnType<typeof createMatrixFixtures>

/** Objects for the samples, besides those that every test can create. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a list, one short function per object
export function createMatrixFixtures(t: TestApp) {
  let count = 0
  const next = () => ++count
  const dates = () => ({ created_at: t.clock.now(), updated_at: t.clock.now() })

  const contact = () =>
    t.db
      .insertInto('contacts')
      .values({ ...dates(), first_name: 'Some', email: `matrix${next()}@customer.test` })
      .returning('id')
      .executeTakeFirstOrThrow()

  const rule = () =>
    t.db
      .insertInto('automation_rules')
      .values({
        ...dates(),
        name: `rule ${next()}`,
        type: 'new_conversation',
        active_since: t.clock.now(),
        body: json({
          groups: [1, 2].map(() => ({ logical_op: 'OR', rules: [] })),
          group_operator: 'OR',
          actions: [],
        }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()

  return {
    make: t.make,
    next,
    contact,
    ...mergeFixtures(t),

    retentionRule: () =>
      t.db
        .insertInto('retention_rules')
        .values({
          ...{ ...dates(), name: 'Old ones', status_ids: [3], after_days: 365, action: 'delete' },
          ...{ include_spam: false, include_trash: false },
        })
        .returning('id')
        .executeTakeFirstOrThrow(),

    contactToErase: () =>
      t.db
        .insertInto('contacts')
        .values({ ...dates(), first_name: 'Erase me' })
        .returning('id')
        .executeTakeFirstOrThrow(),

    erasure: () =>
      t.db
        .insertInto('contact_erasures')
        .values({
          ...{ requested_at: t.clock.now(), requested_by: 'Matrix', step: 'files', address_hashes: [] },
          ...{ state: 'done', files_due_at: t.clock.now(), finished_at: t.clock.now() },
        })
        .returning('id')
        .executeTakeFirstOrThrow(),

    async contactExport(requested_by_id: number): Promise<{ id: number }> {
      const content = Buffer.from(`export ${next()}`)
      return t.db
        .insertInto('contact_exports')
        .values({
          ...{
            requested_by_id,
            requested_at: t.clock.now(),
            contact_id: (await contact()).id,
            state: 'ready',
          },
          ...{ content_hash: await t.files.media.put(content), size: content.length },
          expires_at: new Date(t.clock.now().getTime() + 86_400_000),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    },

    async notification(agent_id: number): Promise<string> {
      const c = await t.make.conversation()
      const at = t.clock.now()
      const { uuid } = await t.db
        .insertInto('notifications')
        .values({ agent_id, conversation_id: c.id, kind: 'mention', created_at: at, happened_at: at })
        .returning('uuid')
        .executeTakeFirstOrThrow()
      return uuid
    },

    async pushSubscription(agent_id: number): Promise<string> {
      const at = t.clock.now()
      const session = await t.db
        .insertInto('sessions')
        .values({
          id_hash: hashToken(`push ${next()}`),
          agent_id,
          created_at: at,
          last_seen_at: at,
          expires_at: new Date(at.getTime() + 3_600_000),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { id } = await t.db
        .insertInto('push_subscriptions')
        .values({
          agent_id,
          session_id: session.id,
          endpoint: `https://push.test/${next()}`,
          p256dh: 'a',
          auth: 'b',
          public_key: 'c',
          created_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    async contactWithAddress(): Promise<{ id: number; address: string }> {
      const { id } = await contact()
      const address = `matrix.second${next()}@customer.test`
      await t.act(t.system, (tx) => addAddress(tx, id, address))
      return { id, address }
    },

    async note(agent_id: number): Promise<{ id: number; note_id: number }> {
      const { id } = await contact()
      const note = await t.db
        .insertInto('contact_notes')
        .values({ ...dates(), contact_id: id, agent_id, note: '<p>Noted</p>' })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id, note_id: note.id }
    },

    /** A text attribute; the same key returns the same one. */
    attribute: (applies_to: 'contact' | 'conversation', key = `matrix_${next()}`) =>
      t.db
        .insertInto('custom_attribute_definitions')
        .values({ ...dates(), name: key, applies_to, key, data_type: 'text' })
        .onConflict((conflict) => conflict.columns(['key', 'applies_to']).doUpdateSet({ name: key }))
        .returning(['id', 'key'])
        .executeTakeFirstOrThrow(),

    status: () =>
      t.db
        .insertInto('statuses')
        .values({ name: `status ${next()}`, category: 'open', created_at: t.clock.now() })
        .returning('id')
        .executeTakeFirstOrThrow(),

    async view(agent_id: number): Promise<number> {
      const { id } = await t.db
        .insertInto('views')
        .values({ ...dates(), name: `view ${next()}`, agent_id })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    rule,

    async ruleRun(assigned_user_id: number): Promise<{ uuid: string; id: number }> {
      const { id: conversation_id, uuid } = await t.make.conversation({ assigned_user_id })
      const { id } = await t.db
        .insertInto('automation_runs')
        .values({
          ...{ rule_id: (await rule()).id, rule_name: 'Some', conversation_id, at: t.clock.now() },
          occasion: 'new_conversation',
          outcome: 'done',
          reasons: json({ matched: true, group_operator: 'AND', groups: [] }),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { uuid, id }
    },

    template: () =>
      t.db
        .insertInto('templates')
        .values({ ...dates(), type: 'email_outgoing', name: `template ${next()}`, body: '{{ content }}' })
        .returning('id')
        .executeTakeFirstOrThrow(),

    async session(agent_id: number): Promise<{ uuid: string }> {
      const now = t.clock.now()
      const { id } = await t.db
        .insertInto('sessions')
        .values({
          id_hash: hashToken(`matrix ${next()}`),
          agent_id,
          created_at: now,
          last_seen_at: now,
          expires_at: new Date(now.getTime() + 60_000),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { uuid: id }
    },

    async passkey(agent_id: number): Promise<{ uuid: string }> {
      const { id } = await t.db
        .insertInto('passkeys')
        .values({
          agent_id,
          created_at: t.clock.now(),
          name: 'Phone',
          credential_id: `matrix-${next()}`,
          public_key: Buffer.from('none'),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { uuid: id }
    },

    oidcProvider: () =>
      t.db
        .insertInto('oidc_providers')
        .values({
          ...dates(),
          name: `provider ${next()}`,
          provider: 'Custom',
          provider_url: 'http://127.0.0.1:2',
          client_id: 'parley',
        })
        .returning('id')
        .executeTakeFirstOrThrow(),

    /** Disabled, so it is never called. */
    aiProvider: () =>
      t.db
        .insertInto('ai_providers')
        .values({
          ...dates(),
          name: `model ${next()}`,
          kind: 'openai_compatible',
          base_url: 'http://127.0.0.1:2/v1',
          model: 'none',
        })
        .returning('id')
        .executeTakeFirstOrThrow(),

    aiPrompt() {
      const n = next()
      return t.db
        .insertInto('ai_prompts')
        .values({ ...dates(), key: `prompt_${n}`, title: `Prompt ${n}`, content: 'Rewrite the text.' })
        .returning('id')
        .executeTakeFirstOrThrow()
    },

    /** Nothing listens there, and loopback is rejected before anything is sent. */
    async webhook(): Promise<{ id: number; delivery_id: number }> {
      const { id } = await t.db
        .insertInto('webhooks')
        .values({
          ...dates(),
          name: `webhook ${next()}`,
          url: 'http://127.0.0.1:2/',
          events: ['message.created'],
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const delivery = await t.db
        .insertInto('webhook_deliveries')
        .values({
          webhook_id: id,
          conversation_id: (await t.make.conversation()).id,
          created_at: t.clock.now(),
          event: 'message.created',
          event_id: next(),
          body: '{}',
          state: 'failed',
          give_up_at: t.clock.now(),
          settled_at: t.clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id, delivery_id: delivery.id }
    },

    businessHours: () =>
      t.db
        .insertInto('business_hours')
        .values({ ...dates(), name: `hours ${next()}`, is_always_open: true })
        .returning('id')
        .executeTakeFirstOrThrow(),

    slaPolicy: () =>
      t.db
        .insertInto('sla_policies')
        .values({ ...dates(), name: `policy ${next()}`, first_response_time: '4h' })
        .returning('id')
        .executeTakeFirstOrThrow(),

    macro: () =>
      t.db
        .insertInto('macros')
        .values({ ...dates(), name: `macro ${next()}` })
        .returning('id')
        .executeTakeFirstOrThrow(),

    async teamOf(agent_id: number): Promise<number> {
      const team = await t.make.team()
      await t.db.insertInto('team_members').values({ team_id: team.id, agent_id }).execute()
      return team.id
    },

    /** A message with a remote image, in a conversation of this agent. */
    async message(status: 'received' | 'failed', assigned_user_id: number) {
      const c = await t.make.conversation({ assigned_user_id })
      const { uuid } = await t.db
        .updateTable('messages')
        .set({
          ...(status === 'failed' && {
            type: 'outgoing',
            status,
            sender_type: 'agent',
            sender_id: assigned_user_id,
          }),
          content: '<img data-parley-src="http://127.0.0.1:9/a.png" />',
        })
        .where('conversation_id', '=', c.id)
        .where('type', '<>', 'activity')
        .returning('uuid')
        .executeTakeFirstOrThrow()
      return { uuid: c.uuid, message_uuid: uuid }
    },

    /** A held reply of this agent. */
    async heldSend(agent_id: number): Promise<string> {
      const { uuid } = await t.db
        .insertInto('held_sends')
        .values({
          created_at: t.clock.now(),
          held_until: new Date(t.clock.now().getTime() + 10_000),
          conversation_id: (await t.make.conversation()).id,
          agent_id,
          content: '<p>Held</p>',
          to: ['grace@customer.test'],
          cc: [],
          bcc: [],
        })
        .returning('uuid')
        .executeTakeFirstOrThrow()
      return uuid
    },

    /** A reply that this agent sends tomorrow, in their conversation. */
    async scheduledReply(agent_id: number) {
      const c = await t.make.conversation({ assigned_user_id: agent_id })
      const now = t.clock.now()
      const { uuid } = await t.db
        .insertInto('scheduled_replies')
        .values({
          ...dates(),
          written_at: now,
          send_at: new Date(now.getTime() + 86_400_000),
          hold_if_customer_replies: true,
          conversation_id: c.id,
          agent_id,
          content: '<p>Later</p>',
          text_content: 'Later',
          to: ['grace@customer.test'],
          cc: [],
          bcc: [],
        })
        .returning('uuid')
        .executeTakeFirstOrThrow()
      return { uuid: c.uuid, reply_uuid: uuid }
    },

    async quarantinedDelivery(): Promise<{ id: number }> {
      const raw = await storeRawMail(t.files.mail, Buffer.from(`Subject: ${next()}\r\n\r\nHello`))
      return t.db
        .insertInto('mail_deliveries')
        .values({
          received_at: t.clock.now(),
          updated_at: t.clock.now(),
          inbox_id: (await t.make.inbox()).id,
          source: 'smtp',
          raw_hash: raw,
          raw_size: 20,
          state: 'quarantined',
          reason: 'a sample',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    },
  }
}
