import { describe, expect, test } from 'vitest'
import { conversations, insertText, mara, messages, path, reader, setUpSearch, t } from './search-suite.ts'

setUpSearch()

describe('content the reader may not see', () => {
  test('is not found: conversations of other teams or agents, effective as soon as team membership changes', async () => {
    const [ownTeam, otherTeam] = [await t.make.team(), await t.make.team()]
    const permissions = ['conversations:read', 'conversations:read_team_inbox', 'messages:read']
    const member = await t.make.agent({ permissions, team_ids: [ownTeam.id] })
    const c = await t.make.conversation({ subject: 'Secret narwhal', assigned_team_id: ownTeam.id })
    const hiddenConversation = await t.make.conversation({
      subject: 'Foreign narwhal',
      assigned_team_id: otherTeam.id,
    })
    await t.make.conversation({ subject: 'Taken narwhal', assigned_user_id: mara.id })
    await insertText(c, 'narwhal of ours')
    await insertText(hiddenConversation, 'narwhal of theirs')
    const as = await t.as(member)
    expect(await conversations('narwhal', as)).toEqual(['Secret narwhal'])
    expect(await messages('narwhal', as)).toEqual(['[narwhal] of ours'])
    expect(await conversations(`#${hiddenConversation.reference_number}`, as)).toEqual([])
    expect(await conversations('subject:narwhal status:open', as)).toEqual(['Secret narwhal'])
    const old = await as.get('/api/v1/messages/search?query=narwhal')
    expect(old.body.data).toHaveLength(1)

    await t.db
      .updateTable('conversations')
      .set({ assigned_team_id: otherTeam.id })
      .where('id', '=', c.id)
      .execute()
    expect(await conversations('narwhal', as)).toEqual([])
    expect(await messages('narwhal', as)).toEqual([])
  })

  test('is refused to roles without the permission', async () => {
    const noPermissions = await t.as(await t.make.agent({ permissions: [] }))
    expect((await noPermissions.get(path('conversations', 'hello'))).status).toBe(403)
    expect((await noPermissions.get(path('messages', 'hello'))).status).toBe(403)
    expect((await noPermissions.get('/api/v1/contacts/search?query=hello')).status).toBe(403)
    const noMessages = await t.as(
      await t.make.agent({ permissions: ['messages:read', 'conversations:read'] }),
    )
    await insertText(await t.make.conversation(), 'blindworm')
    expect(await messages('blindworm', noMessages)).toEqual([])
  })

  test('includes held messages of other agents, but not notes', async () => {
    const c = await t.make.conversation()
    const note = { type: 'outgoing', status: 'sent', private: true, sender_type: 'agent', sender_id: mara.id }
    await insertText(c, 'an aardvark note', note)
    expect(await messages('aardvark')).toHaveLength(1)
    await insertText(c, 'an aardvark held', {
      ...{ ...note, private: false, status: 'pending' },
      held_until: new Date(t.clock.now().getTime() + 60_000),
    })
    expect(await messages('aardvark')).toHaveLength(2)
    expect(await messages('aardvark', await t.as(await t.make.agent()))).toHaveLength(1)
  })

  test('includes the trash', async () => {
    const c = await t.make.conversation({ subject: 'Binned okapi' })
    await insertText(c, 'okapi')
    expect(await messages('okapi')).toHaveLength(1)
    await t.db
      .updateTable('conversations')
      .set({ deleted_at: t.clock.now() })
      .where('id', '=', c.id)
      .execute()
    expect(await messages('okapi')).toEqual([])
    expect(await conversations('okapi')).toEqual([])
    expect(await conversations('subject:okapi status:open')).toEqual([])
    expect(await conversations(c.reference_number)).toEqual([])
  })
})

describe('old clients', () => {
  test('get their response shapes, and 400 below 3 bytes', async () => {
    const c = await t.make.conversation({ subject: 'Legacy tapir' })
    await insertText(c, 'legacy tapir text')
    const response = await reader.get('/api/v1/conversations/search?query=tapir')
    expect(response.body.data).toEqual([
      {
        uuid: c.uuid,
        reference_number: c.reference_number,
        subject: 'Legacy tapir',
        created_at: expect.any(String),
      },
    ])
    const hits = await reader.get('/api/v1/messages/search?query=tapir')
    expect(hits.body.data[0]).toMatchObject({
      text_content: 'legacy tapir text',
      conversation_uuid: c.uuid,
      conversation_reference_number: c.reference_number,
    })
    expect((await reader.get('/api/v1/messages/search?query=ab')).status).toBe(400)
    expect((await reader.get('/api/v1/conversations/search?query=%E8%BF%94')).status).toBe(200)
  })
})
