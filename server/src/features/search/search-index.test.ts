import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { queueBackfill } from '../../backfills/read-backfills.ts'
import { runBackfills } from '../../backfills/run-backfills.ts'
import { indexFiles } from '../../search-index/index-files.ts'
import { indexMessage } from '../../search-index/index-message.ts'
import { reindexStale } from '../../search-index/reindex-stale.ts'
import {
  conversations,
  insertText,
  mara,
  messages,
  path,
  reader,
  setUpSearch,
  t,
  textOf,
} from './search-suite.ts'

setUpSearch()

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
    for (const name of ['search_messages', 'search_conversations']) await queueBackfill(t.db, name)

    expect(await runBackfills(t, { ms: 0, first_batch: 1 })).toBe('more')
    expect(await messages('trilobite')).toEqual(['another [trilobite]'])
    while ((await runBackfills(t, { ms: 50 })) === 'more');
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
    await queueBackfill(t.db, 'search_files')
    while ((await runBackfills(t, { ms: 50, first_batch: 2 })) === 'more');
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
