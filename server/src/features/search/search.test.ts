import { describe, expect, test } from 'vitest'
import { agentRolePermissions } from '../../first-start.ts'
import { reindexStale } from '../../search-index/reindex-stale.ts'
import { conversations, insertText, mara, messages, path, reader, setUpSearch, t } from './search-suite.ts'

setUpSearch()

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

test('the default Agent role may search', () => {
  expect(agentRolePermissions).toEqual(
    expect.arrayContaining(['conversations:read', 'messages:read', 'contacts:read']),
  )
})
