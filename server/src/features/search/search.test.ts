import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../actor.ts'
import { agentRolePermissions } from '../../first-start.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { insertMessage } from '../messages/insert-message.ts'
import { backfillIndex, reindexStale } from './index/backfill-index.ts'
import { indexFiles } from './index/index-files.ts'
import { indexMessage } from './index/index-message.ts'

let t: TestApp
let reader: Awaited<ReturnType<TestApp['as']>>
let mara: Actor
beforeAll(async () => {
  t = await startTestApp()
  mara = await t.make.agent({ first_name: 'Mara' })
  reader = await t.as(mara)
})
afterAll(() => t.stop())

const path = (kind: string, query: string) => `/api/v1/search/${kind}?query=${encodeURIComponent(query)}`

/** Subjects of the conversations that a query finds. */
async function conversations(query: string, as = reader): Promise<string[]> {
  const { body } = await as.get(path('conversations', query))
  return body.data.results.map((row: { subject: { text: string }[] }) => textOf(row.subject))
}

/** Snippets of the messages that a query finds, hits in brackets. */
async function messages(query: string, as = reader): Promise<string[]> {
  const { body } = await as.get(path('messages', query))
  return body.data.results.map((row: { snippet: { text: string; hit: boolean }[] }) =>
    row.snippet.map(({ text, hit }) => (hit ? `[${text}]` : text)).join(''),
  )
}

const textOf = (pieces: { text: string }[]) => pieces.map(({ text }) => text).join('')

async function insertText(c: ConversationRow, text_content: string, values: object = {}) {
  return t.act(t.system, (tx) =>
    insertMessage(tx, c, {
      type: 'incoming',
      status: 'received',
      sender_type: 'contact',
      sender_id: c.contact_id,
      content: `<p class="hidden">${text_content}</p>`,
      text_content,
      ...values,
    }),
  )
}

describe('words', () => {
  test('are found as soon as a message is written, and are marked in their original spelling', async () => {
    await insertText(await t.make.conversation(), 'The Zeppelin has landed in Friedrichshafen.')
    expect(await messages('zeppelin friedrichshafen')).toEqual([
      'The [Zeppelin] has landed in [Friedrichshafen].',
    ])
    expect(await messages('zeppelin hindenburg')).toEqual([])
  })

  test('are shown from the new text, and from quoted emails only if they occur nowhere else', async () => {
    const quoted =
      'On Mon, 2 Nov 2026 at 10:12, Desk <desk@acme.test> wrote:\n\n> Which numbat was it?\n> The tall wombat?'
    await insertText(await t.make.conversation(), `The short numbat, thank you.\n\n${quoted}`)
    expect(await messages('numbat')).toEqual(['The short [numbat], thank you.'])
    expect(await messages('short wombat')).toEqual(['The [short] numbat, thank you.'])
    expect((await messages('wombat')).join()).toContain('The tall [wombat]?')
  })

  test('are found by prefix and without their ending, but never by another word', async () => {
    await insertText(await t.make.conversation(), 'Several quokkadores were seen')
    expect(await messages('quokk')).toHaveLength(1)
    expect(await messages('quokkado')).toHaveLength(1)
    expect(await messages('quokkadore')).toHaveLength(1)
    expect(await messages('quokkadorable')).toHaveLength(1)
    expect(await messages('quo')).toHaveLength(0)
    expect(await messages('okkado')).toHaveLength(0)
  })

  test('are found with and without accents, and in any script', async () => {
    const c = await t.make.conversation()
    await insertText(c, 'Le numéro de série est illisible, la pièce est cassée')
    await insertText(c, 'Fußgängerzone in Łódź')
    await insertText(c, 'Где моя посылка ЖИРАФ')
    expect(await messages('numero illisible')).toHaveLength(1)
    expect(await messages('piéce illisible')).toHaveLength(1)
    expect(await messages('fussganger lodz')).toEqual(['[Fußgängerzone] in [Łódź]'])
    expect(await messages('жираф')).toEqual(['Где моя посылка [ЖИРАФ]'])
  })

  test('in languages without spaces are found by any part', async () => {
    const c = await t.make.conversation()
    await insertText(c, '注文した商品がまだ届いていません。返金をお願いします')
    await insertText(c, '请问我的订单什么时候发货')
    expect(await messages('返金')).toEqual(['注文した商品がまだ届いていません。[返金]をお願いします'])
    expect(await messages('届いていません')).toHaveLength(1)
    expect(await messages('订单')).toHaveLength(1)
    // Both pairs occur, but not next to each other.
    expect(await messages('商品返')).toHaveLength(0)
  })

  test('in quotes match as an exact phrase', async () => {
    const c = await t.make.conversation()
    await insertText(c, 'the copper kettle whistles')
    await insertText(c, 'the kettle is of copper')
    await insertText(c, 'the copper kettles whistle')
    expect(await messages('copper kettle')).toHaveLength(3)
    expect(await messages('"copper kettle"')).toEqual(['the [copper kettle] whistles'])
    expect(await messages('copper -"copper kettle"')).toHaveLength(2)
  })

  test('after a minus are excluded', async () => {
    const c = await t.make.conversation()
    await insertText(c, 'a marmalade sandwich')
    await insertText(c, 'a marmalade omelette')
    expect(await messages('marmalade -omelette')).toEqual(['a [marmalade] sandwich'])
    const { status, body } = await reader.get(path('messages', '-omelette'))
    expect(status).toBe(400)
    expect(body.message).toContain('Add something to search for')
  })

  test('do not include HTML tags', async () => {
    expect(await messages('hidden class')).toEqual([])
  })

  test('tolerate an unknown operator, an unclosed quote, and an operator without a value', async () => {
    await insertText(await t.make.conversation(), 'see ticket:4711 xylophone please')
    expect(await messages('ticket:4711')).toHaveLength(1)
    expect(await messages('"4711 xylophone')).toHaveLength(1)
    expect(await messages('xylophone status:')).toHaveLength(1)
  })

  test('are shown around the first hit, however late in the text, together with nearby ones', async () => {
    const filler = 'the order’s number arrived late again '.repeat(120)
    await insertText(await t.make.conversation(), `${filler}an kinkajou and another kinkajou, ${filler}`)
    const [line] = await messages('kinkajou')
    expect(line).toMatch(/^… .{40,70} an \[kinkajou\] and another \[kinkajou\], the order’s .* …$/)
    expect(await messages('"another kinkajou"')).toEqual([
      expect.stringMatching(/^… .*and \[another kinkajou\], the/),
    ])
  })

  test('are returned as pieces of text, so markup in an email never becomes markup of the page', async () => {
    await insertText(await t.make.conversation(), 'a <img src=x onerror=alert(1)> walrus <mark>')
    expect(await messages('walrus')).toEqual(['a <img src=x onerror=alert(1)> [walrus] <mark>'])
  })
})

describe('people', () => {
  test('are found by name and address, typos included, together with words of the subject', async () => {
    await t.make.conversation({ email: 'ottoline@brewery.test', subject: 'Barrels are leaking' })
    expect(await conversations('ottoline')).toContain('Barrels are leaking')
    expect(await conversations('ottolien')).toContain('Barrels are leaking')
    expect(await conversations('ottoline barrels')).toEqual(['Barrels are leaking'])
    expect(await conversations('ottoline bottles')).toEqual([])
  })

  test('keep their messages when two contacts are merged', async () => {
    const from = await t.make.conversation({ email: 'twice@old.test', subject: 'Written as the old one' })
    const into = await t.make.conversation({ email: 'twice@kept.test' })
    await insertText(from, 'porcupine')
    await t.db
      .updateTable('conversations')
      .set({ contact_id: into.contact_id })
      .where('id', '=', from.id)
      .execute()
    await t.db
      .updateTable('messages')
      .set({ sender_id: into.contact_id })
      .where('conversation_id', '=', from.id)
      .execute()
    await reindexStale(t.db, 100)
    expect(await conversations('kept written')).toEqual(['Written as the old one'])
    expect(await messages('from:twice@kept.test porcupine')).toHaveLength(1)
  })
})

describe('operators', () => {
  test('filter messages by sender, recipient, attachments and date', async () => {
    const c = await t.make.conversation({ email: 'bertrand@cheese.test' })
    const other = await t.make.conversation({ email: 'other@cheese.test' })
    await insertText(c, 'gorgonzola one', {
      meta: JSON.stringify({ to: ['brie@desk.test'], cc: ['copy@desk.test'] }),
    })
    await insertText(c, 'gorgonzola two', { has_attachments: true })
    await insertText(other, 'gorgonzola three')
    await insertText(c, 'gorgonzola four', { created_at: new Date('2019-05-05T10:00:00Z') })
    expect(await messages('gorgonzola')).toHaveLength(4)
    expect(await messages('gorgonzola from:bertrand')).toHaveLength(3)
    expect(await messages('gorgonzola -from:bertrand@cheese.test')).toEqual(['[gorgonzola] three'])
    expect(await messages('gorgonzola to:copy@desk.test')).toEqual(['[gorgonzola] one'])
    expect(await messages('gorgonzola has:attachment')).toEqual(['[gorgonzola] two'])
    expect(await messages('gorgonzola -has:attachment')).toHaveLength(3)
    expect(await messages('gorgonzola before:2020-01-01')).toEqual(['[gorgonzola] four'])
    expect(await messages('gorgonzola after:2019-05-05 before:2019-05-06')).toEqual(['[gorgonzola] four'])
    expect(await messages('gorgonzola after:7d')).toHaveLength(3)
  })

  test('filter conversations by subject, status, assignee, tag and inbox', async () => {
    const inbox = await t.make.inbox('pelican@desk.test')
    const c = await t.make.conversation({
      inbox_id: inbox.id,
      subject: 'Pelican one',
      assigned_user_id: mara.id,
    })
    await t.make.conversation({ subject: 'Pelican two' })
    const tag = await t.make.tag('wing span')
    await t.db.insertInto('conversation_tags').values({ conversation_id: c.id, tag_id: tag.id }).execute()
    await (await t.as(mara)).put(`/api/v1/conversations/${c.uuid}/status`, { status: 'Resolved' })
    expect(await conversations('subject:pelican')).toEqual(['Pelican two', 'Pelican one'])
    expect(await conversations('pelican status:resolved')).toEqual(['Pelican one'])
    expect(await conversations('pelican -status:resolved')).toEqual(['Pelican two'])
    expect(await conversations('pelican assignee:me')).toEqual(['Pelican one'])
    expect(await conversations('pelican assignee:mara')).toEqual(['Pelican one'])
    expect(await conversations('pelican assignee:none')).toEqual(['Pelican two'])
    expect(await conversations('tag:"wing span"')).toEqual(['Pelican one'])
    expect(await conversations('pelican -tag:"wing span"')).toEqual(['Pelican two'])
    expect(await conversations(`pelican inbox:"${inbox.name}"`)).toEqual(['Pelican one'])
    await insertText(c, 'the beak of it')
    expect(await messages('beak subject:pelican assignee:me')).toEqual(['the [beak] of it'])
    expect(await messages('beak assignee:none')).toEqual([])
  })

  test.each([
    ['status:nowhere', 'status'],
    ['tag:nowhere', 'tag'],
    ['inbox:nowhere', 'inbox'],
    ['assignee:nowhere', 'agent or team'],
    ['before:yesterday', 'use a date'],
    ['has:humour', 'has:attachment'],
  ])('report the position of the error in %s', async (query, words) => {
    const { status, body } = await reader.get(path('conversations', `hello ${query}`))
    expect(status).toBe(400)
    expect(body.message).toContain(words)
    expect(body.message).toContain('at character 7')
  })
})

describe('numbers', () => {
  test('find their conversation first, with or without "#"', async () => {
    const c = await t.make.conversation({ subject: 'Numbered' })
    expect((await conversations(`#${c.reference_number}`))[0]).toBe('Numbered')
    expect((await conversations(c.reference_number))[0]).toBe('Numbered')
  })

  test('of orders are found as a whole', async () => {
    await insertText(await t.make.conversation(), 'order 20260417881')
    expect(await messages('20260417881')).toHaveLength(1)
    expect(await messages('20260417882')).toHaveLength(0)
  })
})

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

describe('the index', () => {
  test('follows a renamed contact and a changed subject', async () => {
    const c = await t.make.conversation({ email: 'renamed@people.test', subject: 'Before the change' })
    await t.db
      .updateTable('contacts')
      .set({ last_name: 'Xanthippe' })
      .where('id', '=', c.contact_id)
      .execute()
    await t.db.updateTable('conversations').set({ subject: 'Afterwards' }).where('id', '=', c.id).execute()
    await reindexStale(t.db, 100)
    expect(await conversations('xanthippe')).toEqual(['Afterwards'])
    expect(await conversations('xanthippe before')).toEqual([])
  })

  test('is backfilled newest first and continues where it stopped', async () => {
    const old = await t.make.conversation({ subject: 'Prehistoric one' })
    await insertText(old, 'a trilobite')
    const rest = await t.make.conversation({ subject: 'Prehistoric two' })
    await insertText(rest, 'another trilobite')
    await t.db.deleteFrom('search_messages').execute()
    await t.db.deleteFrom('search_conversations').execute()
    expect(await messages('trilobite')).toEqual([])
    await t.db.updateTable('search_progress').set({ below: 1_000_000 }).execute()

    expect(await backfillIndex(t.db, { ms: 0, batch: 1 })).toBe('more')
    expect(await messages('trilobite')).toEqual(['another [trilobite]'])
    while ((await backfillIndex(t.db, { ms: 50, batch: 10 })) === 'more');
    expect(await messages('trilobite')).toHaveLength(2)
    expect(await conversations('prehistoric')).toHaveLength(2)
    const { activity } = await t.db
      .selectFrom('search_messages as s')
      .innerJoin('messages as m', 'm.id', 's.message_id')
      .where('m.type', '=', 'activity')
      .select((eb) => eb.fn.countAll().as('activity'))
      .executeTakeFirstOrThrow()
    expect(Number(activity)).toBe(0)
  })
})

describe('files', () => {
  const insert = (filename: string, values: object) =>
    t.db
      .insertInto('media')
      .values({
        ...{ created_at: t.clock.now(), updated_at: t.clock.now(), filename, model_type: 'messages' },
        ...{
          content_type: 'application/pdf',
          disposition: 'attachment',
          size: 3,
          content_hash: randomBytes(32),
        },
        ...values,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  const file = async (message_id: number, filename: string, values: object = {}) => {
    await insert(filename, { message_id, ...values })
    await indexFiles(t.db, message_id)
  }
  /** Names of the matching files, hits in brackets. */
  const files = async (query: string) => {
    const { body } = await reader.get(path('messages', query))
    return body.data.results.map((row: { files: { text: string; hit: boolean }[][] }) =>
      row.files.map((name) => name.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('')),
    )
  }

  test('are found by name, with or without words of the text', async () => {
    const { message } = await insertText(await t.make.conversation(), 'Here you are, the potto forms.')
    await file(message.id, 'Bettong_Rechnung-4711.pdf')
    await file(message.id, 'terms.pdf')
    expect(await files('bettong')).toEqual([['[Bettong]_Rechnung-4711.pdf']])
    expect(await files('Bettong_Rechnung-4711.pdf')).toEqual([['[Bettong]_[Rechnung]-[4711].[pdf]']])
    expect(await files('bettong potto')).toEqual([['[Bettong]_Rechnung-4711.pdf']])
    expect(await files('"bettong rechnung"')).toHaveLength(1)
    expect(await files('"rechnung bettong"')).toEqual([])
    expect(await files('potto')).toEqual([[]])
    expect(await files('bettong numbat')).toEqual([])
  })

  test('exclude inline pictures', async () => {
    const { message } = await insertText(await t.make.conversation(), 'With my signature')
    await file(message.id, 'bilby-logo.png', { content_type: 'image/png', disposition: 'inline' })
    expect(await files('bilby')).toEqual([])
  })

  test('from before file search are found after the backfill', async () => {
    const { message } = await insertText(await t.make.conversation(), 'Some numbers')
    await file(message.id, 'thylacine.xlsx')
    await t.db.deleteFrom('search_messages').where('message_id', '=', message.id).execute()
    await indexMessage(t.db, message)
    expect(await files('thylacine')).toEqual([])
    await t.db.updateTable('search_progress').set({ below: 1_000_000 }).where('kind', '=', 'files').execute()
    while ((await backfillIndex(t.db, { ms: 50, batch: 2 })) === 'more');
    expect(await files('thylacine')).toEqual([['[thylacine].xlsx']])
  })

  test('are found as soon as they are attached', async () => {
    const agent = await t.as(mara)
    const c = await t.make.conversation()
    const { id } = await insert('potoroo-offer.pdf', { uploaded_by_id: mara.id })
    await agent.post(`/api/v1/conversations/${c.uuid}/messages`, {
      message: '<p>See</p>',
      private: true,
      attachments: [id],
    })
    expect(await files('potoroo')).toEqual([['[potoroo]-offer.pdf']])
  })
})

describe('pages', () => {
  test('continue after the last hit, newest first, without gaps or duplicates', async () => {
    const c = await t.make.conversation()
    const start = t.clock.now().getTime()
    for (let n = 0; n < 25; n++)
      await insertText(c, `capybara ${n}`, { created_at: new Date(start - n * 40 * 86_400_000) })
    const seen: string[] = []
    let cursor = ''
    do {
      const { body } = await reader.get(
        `${path('messages', 'capybara')}&page_size=7${cursor && `&cursor=${cursor}`}`,
      )
      seen.push(...body.data.results.map((row: { snippet: { text: string }[] }) => textOf(row.snippet)))
      cursor = body.data.next_cursor ?? ''
    } while (cursor)
    expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => `capybara ${n}`))
  })
})

test('if one message in thirty is a hit, a page scans more of the newest without gaps', async () => {
  const c = await t.make.conversation()
  const start = t.clock.now().getTime() + 3_600_000
  await insertText(c, 'wolverine', { created_at: new Date(start) })
  await insertText(c, 'serval', { created_at: new Date(start) })
  // Hit n is 31 × n minutes older than the first; the other messages are in between.
  await sql`with copies as (
      insert into messages select (jsonb_populate_record(null::messages, to_jsonb(m) || jsonb_build_object(
        'id', nextval(pg_get_serial_sequence('messages', 'id')), 'uuid', gen_random_uuid(),
        'text_content', m.text_content || ' ' || n, 'created_at', m.created_at - n * interval '1 minute'))).*
      from messages m, generate_series(1, 1500) n
      where m.conversation_id = ${c.id} and m.text_content = (case n % 31 when 0 then 'wolverine' else 'serval' end)
      returning id, conversation_id, created_at, text_content)
    insert into search_messages (message_id, conversation_id, created_at, keys)
      select copies.id, copies.conversation_id, copies.created_at, s.keys from copies
      join messages m on m.conversation_id = copies.conversation_id and m.text_content = split_part(copies.text_content, ' ', 1)
      join search_messages s on s.message_id = m.id`.execute(t.db)
  const { body } = await reader.get(path('messages', 'wolverine'))
  const instants = body.data.results.map(({ created_at }: { created_at: string }) =>
    new Date(created_at).getTime(),
  )
  expect(instants).toEqual(Array.from({ length: 20 }, (_, n) => start - n * 31 * 60_000))
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

test('the default Agent role may search', () => {
  expect(agentRolePermissions).toEqual(
    expect.arrayContaining(['conversations:read', 'messages:read', 'contacts:read']),
  )
})
