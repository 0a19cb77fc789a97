import { permissions } from '@parley/contract/roles/permissions'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  type Actions,
  activityLines,
  findHeld,
  high,
  refund,
  reloadConversation,
  replies,
  send,
  sendDue,
  setUpHeldMacros,
  t,
  useCount,
} from './held-macros-suite.ts'
import { sendDueHeld } from './send-held.ts'

setUpHeldMacros()

test('a failed action is reported in the timeline and undoes neither the reply nor the other actions', async () => {
  const ana = await t.make.agent({ permissions })
  const disabledAgent = await t.make.agent({ first_name: 'Gone' })
  const c = await t.make.conversation()
  const assign = { type: 'assign_user', value: [String(disabledAgent.id)] }
  const { uuid } = (await send(ana, c, [assign, high])).body.data
  await t.db.updateTable('agents').set({ enabled: false }).where('id', '=', disabledAgent.id).execute()
  await sendDue(uuid)
  expect(await replies(c)).toEqual([{ uuid, sender_id: ana.id }])
  expect(await reloadConversation(c)).toMatchObject({ assigned_user_id: null, priority_id: 3 })
  const reason = 'Gone is disabled and can’t be assigned'
  expect(await activityLines(c)).toContainEqual({
    type: 'action_refused',
    data: { macro: 'Refund', action: 'assign_user', what: 'Gone', reason },
  })
  expect(await t.events(c.id)).toContain('conversation.action_refused')
  const [line] = (await (await t.as(ana)).get(`/api/v1/conversations/${c.uuid}/messages`)).body.data.results
  expect(line.content).toBe(
    `The message was sent, but this action failed: Assign to Gone (Refund). ${reason}`,
  )
})

test('only actions the author may perform at that moment are applied', async () => {
  const author = await t.make.agent({ permissions })
  const c = await t.make.conversation()
  const { uuid } = (await send(author, c, [high, refund])).body.data
  await t.db
    .updateTable('roles')
    .set({ permissions: permissions.filter((one) => one !== 'conversations:update_priority') })
    .where('id', 'in', (eb) =>
      eb.selectFrom('agent_roles').select('role_id').where('agent_id', '=', author.id),
    )
    .execute()
  await sendDue(uuid)
  expect(await reloadConversation(c)).toMatchObject({ priority_id: null })
  expect(await t.events(c.id)).toContain('conversation.tags_changed')
  expect(await activityLines(c)).toContainEqual({
    type: 'action_refused',
    data: {
      macro: 'Refund',
      action: 'set_priority',
      what: 'High',
      reason: 'Your role doesn’t allow the action "set_priority" of this macro',
    },
  })
})

test('an author who was disabled or lost access during the window changes nothing, but the reply is sent', async () => {
  const disabled = await t.make.agent({ permissions })
  const limitedAgent = await t.make.agent({
    permissions: permissions.filter((one) => !one.startsWith('conversations:read_')),
  })
  for (const author of [disabled, limitedAgent]) {
    const c = await t.make.conversation()
    const { uuid } = (await send(disabled, c, [high])).body.data
    await t.db.updateTable('held_sends').set({ agent_id: author.id }).where('uuid', '=', uuid).execute()
    if (author === disabled)
      await t.db.updateTable('agents').set({ enabled: false }).where('id', '=', author.id).execute()
    await sendDue(uuid)
    await t.db.updateTable('agents').set({ enabled: true }).where('id', '=', author.id).execute()
    expect(await replies(c)).toEqual([{ uuid, sender_id: author.id }])
    expect(await reloadConversation(c)).toMatchObject({ priority_id: null })
    expect(await activityLines(c)).toMatchObject([{ type: 'action_refused' }])
  }
})

test('a send that crashes between the reply and its macros leaves neither; the next run does both, once', async () => {
  const ana = await t.make.agent({ permissions })
  const c = await t.make.conversation()
  const { uuid } = (await send(ana, c, [high, refund])).body.data
  // The connection is cut while the last action writes its line.
  await sql`create function die() returns trigger language plpgsql as $$ begin
    if new.activity->>'type' = 'tag_added' then perform pg_terminate_backend(pg_backend_pid()); end if; return new; end $$`.execute(
    t.db,
  )
  await sql`create trigger die before insert on messages for each row execute function die()`.execute(t.db)
  await expect(sendDue(uuid)).rejects.toThrow()
  await sql`drop trigger die on messages`.execute(t.db)
  expect(await reloadConversation(c)).toEqual(c)
  expect([await replies(c), await activityLines(c), await useCount()]).toEqual([[], [], 0])
  expect(await findHeld(uuid)).toMatchObject({ undone_at: null })

  const { id } = (await findHeld(uuid)) ?? { id: 0 }
  await Promise.all(Array.from({ length: 3 }, () => t.act(t.system, (tx) => sendDueHeld(tx, id))))
  expect(await replies(c)).toHaveLength(1)
  expect(await activityLines(c)).toMatchObject([{ type: 'priority_changed' }, { type: 'tag_added' }])
  expect(await useCount()).toBe(1)
})

test('everything that can be refused is refused when send is pressed, held or not, and leaves no trace', async () => {
  const ana = await t.make.agent({ permissions })
  const c = await t.make.conversation()
  const facts = await t.events()
  const withoutPermission = await t.make.agent({
    permissions: ['conversations:read', 'conversations:read_all', 'messages:write'],
  })
  const others = await t.make.agent()
  const { id: foreign } = await t.db
    .insertInto('macros')
    .values({
      name: 'Mine',
      visibility: 'user',
      agent_id: others.id,
      created_at: t.clock.now(),
      updated_at: t.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const undo_seconds of [0, 10]) {
    expect(await send(withoutPermission, c, [high], { undo_seconds })).toMatchObject({ status: 403 })
    const invalid: [Actions, string][] = [
      [[high, high], 'macros.0.actions.1.type'],
      [[{ type: 'set_priority', value: [] }], 'macros.0.actions.0.value'],
    ]
    for (const [actions, path] of invalid)
      expect(await send(ana, c, actions, { undo_seconds })).toMatchObject({
        status: 400,
        body: { errors: [{ path }] },
      })
    expect(await send(ana, c, [{ type: 'send_reply', value: ['x'] }], { undo_seconds })).toMatchObject({
      status: 403,
    })
    expect(
      await send(withoutPermission, c, [], { undo_seconds, macros: [{ id: foreign, actions: [refund] }] }),
    ).toMatchObject({ status: 400, body: { errors: [{ path: 'macros.0.id' }] } })
  }
  expect(await t.events()).toEqual(facts)
  expect(await replies(c)).toEqual([])
  // There is nothing to apply, so there is nothing to refuse.
  expect(await send(ana, c, [], { macros: [{ id: 999_999, actions: [] }] })).toMatchObject({ status: 200 })
})
