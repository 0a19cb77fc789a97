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
let me: Actor
beforeAll(async () => {
  t = await startTestApp()
  me = await t.make.agent({ first_name: 'Mara' })
  reader = await t.as(me)
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

async function write(c: ConversationRow, text_content: string, values: object = {}) {
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
  test('are found in the moment a message is written, and are marked as they were written', async () => {
    await write(await t.make.conversation(), 'The Zeppelin has landed in Friedrichshafen.')
    expect(await messages('zeppelin friedrichshafen')).toEqual([
      'The [Zeppelin] has landed in [Friedrichshafen].',
    ])
    expect(await messages('zeppelin hindenburg')).toEqual([])
  })

  test('are shown as they stand in what was written now, and in the mails below it only when they stand nowhere else', async () => {
    const below =
      'On Mon, 2 Nov 2026 at 10:12, Desk <desk@acme.test> wrote:\n\n> Which numbat was it?\n> The tall wombat?'
    await write(await t.make.conversation(), `The short numbat, thank you.\n\n${below}`)
    expect(await messages('numbat')).toEqual(['The short [numbat], thank you.'])
    expect(await messages('short wombat')).toEqual(['The [short] numbat, thank you.'])
    expect((await messages('wombat')).join()).toContain('The tall [wombat]?')
  })

  test('are found by their beginning, without their ending, and never by another word', async () => {
    await write(await t.make.conversation(), 'Several quokkadores were seen')
    expect(await messages('quokk')).toHaveLength(1)
    expect(await messages('quokkado')).toHaveLength(1)
    expect(await messages('quokkadore')).toHaveLength(1)
    expect(await messages('quokkadorable')).toHaveLength(1)
    expect(await messages('quo')).toHaveLength(0)
    expect(await messages('okkado')).toHaveLength(0)
  })

  test('are found with and without accents, and in any script', async () => {
    const c = await t.make.conversation()
    await write(c, 'Le numéro de série est illisible, la pièce est cassée')
    await write(c, 'Fußgängerzone in Łódź')
    await write(c, 'Где моя посылка ЖИРАФ')
    expect(await messages('numero illisible')).toHaveLength(1)
    expect(await messages('piéce illisible')).toHaveLength(1)
    expect(await messages('fussganger lodz')).toEqual(['[Fußgängerzone] in [Łódź]'])
    expect(await messages('жираф')).toEqual(['Где моя посылка [ЖИРАФ]'])
  })

  test('of languages without spaces are found by any part of them', async () => {
    const c = await t.make.conversation()
    await write(c, '注文した商品がまだ届いていません。返金をお願いします')
    await write(c, '请问我的订单什么时候发货')
    expect(await messages('返金')).toEqual(['注文した商品がまだ届いていません。[返金]をお願いします'])
    expect(await messages('届いていません')).toHaveLength(1)
    expect(await messages('订单')).toHaveLength(1)
    // Both pairs are there, but not one after the other.
    expect(await messages('商品返')).toHaveLength(0)
  })

  test('in quotes stand together, exactly so', async () => {
    const c = await t.make.conversation()
    await write(c, 'the copper kettle whistles')
    await write(c, 'the kettle is of copper')
    await write(c, 'the copper kettles whistle')
    expect(await messages('copper kettle')).toHaveLength(3)
    expect(await messages('"copper kettle"')).toEqual(['the [copper kettle] whistles'])
    expect(await messages('copper -"copper kettle"')).toHaveLength(2)
  })

  test('behind a minus are left out', async () => {
    const c = await t.make.conversation()
    await write(c, 'a marmalade sandwich')
    await write(c, 'a marmalade omelette')
    expect(await messages('marmalade -omelette')).toEqual(['a [marmalade] sandwich'])
    const { status, body } = await reader.get(path('messages', '-omelette'))
    expect(status).toBe(400)
    expect(body.message).toContain('Add something to search for')
  })

  test('in HTML tags are no words', async () => {
    expect(await messages('hidden class')).toEqual([])
  })

  test('and an unknown operator, a quote that is still open, and an operator without a value do no harm', async () => {
    await write(await t.make.conversation(), 'see ticket:4711 xylophone please')
    expect(await messages('ticket:4711')).toHaveLength(1)
    expect(await messages('"4711 xylophone')).toHaveLength(1)
    expect(await messages('xylophone status:')).toHaveLength(1)
  })

  test('are shown around the first hit, however far into a text it stands, with the others beside it', async () => {
    const filler = 'the order’s number arrived late again '.repeat(120)
    await write(await t.make.conversation(), `${filler}an kinkajou and another kinkajou, ${filler}`)
    const [line] = await messages('kinkajou')
    expect(line).toMatch(/^… .{40,70} an \[kinkajou\] and another \[kinkajou\], the order’s .* …$/)
    expect(await messages('"another kinkajou"')).toEqual([
      expect.stringMatching(/^… .*and \[another kinkajou\], the/),
    ])
  })

  test('are pieces of text: markup of a mail never becomes markup of the page', async () => {
    await write(await t.make.conversation(), 'a <img src=x onerror=alert(1)> walrus <mark>')
    expect(await messages('walrus')).toEqual(['a <img src=x onerror=alert(1)> [walrus] <mark>'])
  })
})

describe('people', () => {
  test('are found by name and address, mistyped too, together with words of the subject', async () => {
    await t.make.conversation({ email: 'ottoline@brewery.test', subject: 'Barrels are leaking' })
    expect(await conversations('ottoline')).toContain('Barrels are leaking')
    expect(await conversations('ottolien')).toContain('Barrels are leaking')
    expect(await conversations('ottoline barrels')).toEqual(['Barrels are leaking'])
    expect(await conversations('ottoline bottles')).toEqual([])
  })

  test('keep what they wrote when two contacts become one', async () => {
    const from = await t.make.conversation({ email: 'twice@old.test', subject: 'Written as the old one' })
    const into = await t.make.conversation({ email: 'twice@kept.test' })
    await write(from, 'porcupine')
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
  test('narrow messages by who wrote, to whom, with files, and when', async () => {
    const c = await t.make.conversation({ email: 'bertrand@cheese.test' })
    const other = await t.make.conversation({ email: 'other@cheese.test' })
    await write(c, 'gorgonzola one', {
      meta: JSON.stringify({ to: ['brie@desk.test'], cc: ['copy@desk.test'] }),
    })
    await write(c, 'gorgonzola two', { has_attachments: true })
    await write(other, 'gorgonzola three')
    await write(c, 'gorgonzola four', { created_at: new Date('2019-05-05T10:00:00Z') })
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

  test('narrow conversations by subject, status, assignee, tag and inbox', async () => {
    const inbox = await t.make.inbox('pelican@desk.test')
    const c = await t.make.conversation({
      inbox_id: inbox.id,
      subject: 'Pelican one',
      assigned_user_id: me.id,
    })
    await t.make.conversation({ subject: 'Pelican two' })
    const tag = await t.make.tag('wing span')
    await t.db.insertInto('conversation_tags').values({ conversation_id: c.id, tag_id: tag.id }).execute()
    await (await t.as(me)).put(`/api/v1/conversations/${c.uuid}/status`, { status: 'Resolved' })
    expect(await conversations('subject:pelican')).toEqual(['Pelican two', 'Pelican one'])
    expect(await conversations('pelican status:resolved')).toEqual(['Pelican one'])
    expect(await conversations('pelican -status:resolved')).toEqual(['Pelican two'])
    expect(await conversations('pelican assignee:me')).toEqual(['Pelican one'])
    expect(await conversations('pelican assignee:mara')).toEqual(['Pelican one'])
    expect(await conversations('pelican assignee:none')).toEqual(['Pelican two'])
    expect(await conversations('tag:"wing span"')).toEqual(['Pelican one'])
    expect(await conversations('pelican -tag:"wing span"')).toEqual(['Pelican two'])
    expect(await conversations(`pelican inbox:"${inbox.name}"`)).toEqual(['Pelican one'])
    await write(c, 'the beak of it')
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
  ])('say where %s is wrong', async (query, words) => {
    const { status, body } = await reader.get(path('conversations', `hello ${query}`))
    expect(status).toBe(400)
    expect(body.message).toContain(words)
    expect(body.message).toContain('at character 7')
  })
})

describe('numbers', () => {
  test('find their conversation first, with or without the sign', async () => {
    const c = await t.make.conversation({ subject: 'Numbered' })
    expect((await conversations(`#${c.reference_number}`))[0]).toBe('Numbered')
    expect((await conversations(c.reference_number))[0]).toBe('Numbered')
  })

  test('of orders are found whole', async () => {
    await write(await t.make.conversation(), 'order 20260417881')
    expect(await messages('20260417881')).toHaveLength(1)
    expect(await messages('20260417882')).toHaveLength(0)
  })
})

describe('what the reader may not see', () => {
  test('is not found: another team’s, somebody else’s, and from the moment a team changes', async () => {
    const [mine, theirs] = [await t.make.team(), await t.make.team()]
    const permissions = ['conversations:read', 'conversations:read_team_inbox', 'messages:read']
    const member = await t.make.agent({ permissions, team_ids: [mine.id] })
    const c = await t.make.conversation({ subject: 'Secret narwhal', assigned_team_id: mine.id })
    const foreign = await t.make.conversation({ subject: 'Foreign narwhal', assigned_team_id: theirs.id })
    await t.make.conversation({ subject: 'Taken narwhal', assigned_user_id: me.id })
    await write(c, 'narwhal of ours')
    await write(foreign, 'narwhal of theirs')
    const as = await t.as(member)
    expect(await conversations('narwhal', as)).toEqual(['Secret narwhal'])
    expect(await messages('narwhal', as)).toEqual(['[narwhal] of ours'])
    expect(await conversations(`#${foreign.reference_number}`, as)).toEqual([])
    expect(await conversations('subject:narwhal status:open', as)).toEqual(['Secret narwhal'])
    const old = await as.get('/api/v1/messages/search?query=narwhal')
    expect(old.body.data).toHaveLength(1)

    await t.db
      .updateTable('conversations')
      .set({ assigned_team_id: theirs.id })
      .where('id', '=', c.id)
      .execute()
    expect(await conversations('narwhal', as)).toEqual([])
    expect(await messages('narwhal', as)).toEqual([])
  })

  test('is refused to roles without the right', async () => {
    const nobody = await t.as(await t.make.agent({ permissions: [] }))
    expect((await nobody.get(path('conversations', 'hello'))).status).toBe(403)
    expect((await nobody.get(path('messages', 'hello'))).status).toBe(403)
    expect((await nobody.get('/api/v1/contacts/search?query=hello')).status).toBe(403)
    const blind = await t.as(await t.make.agent({ permissions: ['messages:read', 'conversations:read'] }))
    await write(await t.make.conversation(), 'blindworm')
    expect(await messages('blindworm', blind)).toEqual([])
  })

  test('includes notes for who may read messages, activity for nobody, and held messages for all but their author', async () => {
    const c = await t.make.conversation()
    const note = { type: 'outgoing', status: 'sent', private: true, sender_type: 'agent', sender_id: me.id }
    await write(c, 'an aardvark note', note)
    expect(await messages('aardvark')).toHaveLength(1)
    await write(c, 'an aardvark held', {
      ...{ ...note, private: false, status: 'pending' },
      held_until: new Date(t.clock.now().getTime() + 60_000),
    })
    expect(await messages('aardvark')).toHaveLength(2)
    expect(await messages('aardvark', await t.as(await t.make.agent()))).toHaveLength(1)
  })

  test('lies in the trash', async () => {
    const c = await t.make.conversation({ subject: 'Binned okapi' })
    await write(c, 'okapi')
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
  test('follows a contact who is called otherwise, and a subject that is changed', async () => {
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

  test('takes in what was there before it, the newest first, and goes on where it stopped', async () => {
    const old = await t.make.conversation({ subject: 'Prehistoric one' })
    await write(old, 'a trilobite')
    const rest = await t.make.conversation({ subject: 'Prehistoric two' })
    await write(rest, 'another trilobite')
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
  /** Names of the found files, hits in brackets. */
  const files = async (query: string) => {
    const { body } = await reader.get(path('messages', query))
    return body.data.results.map((row: { files: { text: string; hit: boolean }[][] }) =>
      row.files.map((name) => name.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('')),
    )
  }

  test('are found by their names, with or without words of the text beside them', async () => {
    const { message } = await write(await t.make.conversation(), 'Here you are, the potto forms.')
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

  test('pictures within the text are not', async () => {
    const { message } = await write(await t.make.conversation(), 'With my signature')
    await file(message.id, 'bilby-logo.png', { content_type: 'image/png', disposition: 'inline' })
    expect(await files('bilby')).toEqual([])
  })

  test('from before this are found once the worker has read them', async () => {
    const { message } = await write(await t.make.conversation(), 'Some numbers')
    await file(message.id, 'thylacine.xlsx')
    await t.db.deleteFrom('search_messages').where('message_id', '=', message.id).execute()
    await indexMessage(t.db, message)
    expect(await files('thylacine')).toEqual([])
    await t.db.updateTable('search_progress').set({ below: 1_000_000 }).where('kind', '=', 'files').execute()
    while ((await backfillIndex(t.db, { ms: 50, batch: 2 })) === 'more');
    expect(await files('thylacine')).toEqual([['[thylacine].xlsx']])
  })

  test('that were just attached are found at once', async () => {
    const agent = await t.as(me)
    const c = await t.make.conversation()
    const { id } = await insert('potoroo-offer.pdf', { uploaded_by_id: me.id })
    await agent.post(`/api/v1/conversations/${c.uuid}/messages`, {
      message: '<p>See</p>',
      private: true,
      attachments: [id],
    })
    expect(await files('potoroo')).toEqual([['[potoroo]-offer.pdf']])
  })
})

describe('pages', () => {
  test('go on behind the last hit, newest first, without gaps or doubles', async () => {
    const c = await t.make.conversation()
    const start = t.clock.now().getTime()
    for (let n = 0; n < 25; n++)
      await write(c, `capybara ${n}`, { created_at: new Date(start - n * 40 * 86_400_000) })
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

test('where one message in thirty is a hit, a page goes through more of the newest without gaps', async () => {
  const c = await t.make.conversation()
  const start = t.clock.now().getTime() + 3_600_000
  await write(c, 'wolverine', { created_at: new Date(start) })
  await write(c, 'serval', { created_at: new Date(start) })
  // Hit n is 31 × n minutes before the first; the others are between them.
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
  const found = body.data.results.map(({ created_at }: { created_at: string }) =>
    new Date(created_at).getTime(),
  )
  expect(found).toEqual(Array.from({ length: 20 }, (_, n) => start - n * 31 * 60_000))
})

describe('old clients', () => {
  test('get their shapes, and 400 below 3 bytes', async () => {
    const c = await t.make.conversation({ subject: 'Legacy tapir' })
    await write(c, 'legacy tapir text')
    const found = await reader.get('/api/v1/conversations/search?query=tapir')
    expect(found.body.data).toEqual([
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

test('an agent role from the start may search', () => {
  expect(agentRolePermissions).toEqual(
    expect.arrayContaining(['conversations:read', 'messages:read', 'contacts:read']),
  )
})
