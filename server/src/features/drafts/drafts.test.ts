import { randomBytes, randomUUID } from 'node:crypto'
import { maxDrafts, maxDraftVersionBytes } from '@parley/contract/messages/drafts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { removeUnusedUploads } from '../media/remove-unused-uploads.ts'
import { purgeDrafts } from './draft-versions.ts'
import {
  ana,
  bo,
  draftPath,
  getDraft,
  insertUpload,
  listDrafts,
  reply,
  save,
  setUpDrafts,
  t,
  text,
  versions,
} from './drafts-suite.ts'

setUpDrafts()
const day = 86_400_000

test('a draft is saved with everything in it and continued on another device', async () => {
  const c = await t.make.conversation()
  const file = await insertUpload(ana)
  const content = {
    html: '<p>Dear Grace,</p>',
    files: [
      {
        id: file.id,
        uuid: file.uuid,
        filename: file.filename,
        size: file.size,
        content_type: file.content_type,
      },
    ],
    fields: { to: ['grace@customer.test'], cc: [] },
    macros: [{ id: 4, name: 'Refund', actions: [], key: 'k' }],
    attempt: null,
  }
  expect(await getDraft(ana, reply(c))).toMatchObject({ revision: 0, content: null, sent: false })
  expect(await save(ana, reply(c), { base_revision: 0, content })).toMatchObject({
    status: 200,
    body: { data: { revision: 1, content } },
  })
  expect(await getDraft(ana, reply(c))).toMatchObject({ revision: 1, content, conversation_uuid: c.uuid })
  expect((await listDrafts(ana))[0]).toMatchObject({
    key: reply(c),
    conversation_uuid: c.uuid,
    revision: 1,
    excerpt: 'Dear Grace,',
    file_count: 1,
    contact_email: null,
  })
})

test('reply, note and new conversation are separate drafts; the list is newest first', async () => {
  const agent = await t.make.agent({ permissions: t.make.allPermissions })
  const c = await t.make.conversation()
  const fields = { contact_email: 'new@customer.test', subject: 'Welcome' }
  for (const key of [reply(c), `note.${c.uuid}`, 'new']) {
    t.clock.advance(1000)
    await save(agent, key, { base_revision: 0, content: { ...text(key), ...(key === 'new' && { fields }) } })
  }
  expect(await listDrafts(agent)).toMatchObject([
    { key: 'new', conversation_uuid: null, ...fields, excerpt: 'new' },
    { key: `note.${c.uuid}` },
    { key: reply(c) },
  ])
})

test('an older save never overwrites a newer one: 409 with the current draft', async () => {
  const c = await t.make.conversation()
  await save(ana, reply(c), { base_revision: 0, content: text('one') })
  await save(ana, reply(c), { base_revision: 1, content: text('two') })
  expect(await save(ana, reply(c), { base_revision: 1, content: text('late') })).toMatchObject({
    status: 409,
    body: { data: { revision: 2, content: text('two') } },
  })
  expect(await save(ana, reply(c), { base_revision: 7, content: text('early') })).toMatchObject({
    status: 409,
  })
  expect(await getDraft(ana, reply(c))).toMatchObject({ revision: 2, content: text('two') })
})

test('of saves at the same moment exactly one wins, also when there was no draft', async () => {
  const c = await t.make.conversation()
  for (const base_revision of [0, 1]) {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => save(ana, reply(c), { base_revision, content: text(`${n}`) })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect((await getDraft(ana, reply(c))).revision).toBe(base_revision + 1)
  }
})

test('replaced content can be kept, and a text that lost a conflict too', async () => {
  const c = await t.make.conversation()
  await save(ana, reply(c), { base_revision: 0, content: text('theirs') })
  await save(ana, reply(c), { base_revision: 1, content: text('mine'), keep_replaced: true })
  expect(await versions(ana, reply(c))).toEqual(['<p>theirs</p>'])
  await (await t.as(ana)).post(`${draftPath(reply(c))}/versions`, { content: text('lost') })
  expect(await versions(ana, reply(c))).toEqual(['<p>lost</p>', '<p>theirs</p>'])
  expect(await versions(bo, reply(c))).toEqual([])
  for (let n = 0; n < 25; n++)
    await (await t.as(ana)).post(`${draftPath(reply(c))}/versions`, { content: text(`${n}`) })
  expect((await versions(ana, reply(c))).length).toBe(20)
})

test('an emptied draft is deleted and not listed; a late save can’t bring it back', async () => {
  const c = await t.make.conversation()
  await save(ana, reply(c), { base_revision: 0, content: text('Hello') })
  expect(await save(ana, reply(c), { base_revision: 1, content: { html: '<p> </p>' } })).toMatchObject({
    status: 200,
    body: { data: { revision: 2, content: null, sent: false } },
  })
  expect(await save(ana, reply(c), { base_revision: 1, content: text('Hello') })).toMatchObject({
    status: 409,
  })
  expect((await listDrafts(ana)).map(({ key }: { key: string }) => key)).not.toContain(reply(c))
  expect((await save(ana, reply(c), { base_revision: 2, content: text('Again') })).status).toBe(200)
})

test('an image alone is not empty, and saving nothing where nothing is changes nothing', async () => {
  const c = await t.make.conversation()
  expect(
    (await save(ana, reply(c), { base_revision: 0, content: { html: '<p></p>' } })).body.data,
  ).toMatchObject({
    revision: 0,
    content: null,
  })
  const image = { html: '<p><img src="/uploads/x"></p>' }
  expect((await save(ana, reply(c), { base_revision: 0, content: image })).body.data).toMatchObject({
    revision: 1,
  })
})

test('a discarded draft is gone at once and can be restored for a month', async () => {
  const c = await t.make.conversation()
  await save(ana, reply(c), { base_revision: 0, content: text('Never mind') })
  const browser = await t.as(ana)
  expect(await browser.del(`${draftPath(reply(c))}?base_revision=0`)).toMatchObject({ status: 409 })
  expect(await browser.del(`${draftPath(reply(c))}?base_revision=1`)).toMatchObject({
    status: 200,
    body: { data: { revision: 2, content: null } },
  })
  expect(await browser.del(draftPath(reply(c))), 'again').toMatchObject({ status: 200 })
  expect(await versions(ana, reply(c))).toEqual(['<p>Never mind</p>'])
  const other = await t.make.conversation()
  await save(ana, reply(other), { base_revision: 0, content: text('Still here') })
  t.clock.advance(29 * day)
  await purgeDrafts(t.db, t.clock.now())
  expect(await versions(ana, reply(c))).toEqual(['<p>Never mind</p>'])
  t.clock.advance(2 * day)
  await purgeDrafts(t.db, t.clock.now())
  expect(await versions(ana, reply(c))).toEqual([])
  expect(await getDraft(ana, reply(c))).toMatchObject({ revision: 0, content: null })
  expect(await getDraft(ana, reply(other)), 'content is never purged').toMatchObject({ revision: 1 })
})

test('uploads of a draft and of its versions are not removed as unused; others are', async () => {
  const c = await t.make.conversation()
  const [attached, inline, dropped, foreign] = [
    await insertUpload(ana),
    await insertUpload(ana),
    await insertUpload(ana),
    await insertUpload(bo),
  ]
  const asFile = ({ id, uuid }: { id: number; uuid: string }) => ({
    id,
    uuid,
    filename: 'Plan.pdf',
    size: 3,
    content_type: 'application/pdf',
  })
  const html = `<p><img src="/uploads/${inline.uuid}"></p>`
  await save(ana, reply(c), {
    base_revision: 0,
    content: { html, files: [asFile(attached), asFile(dropped), asFile(foreign)] },
  })
  await save(ana, reply(c), { base_revision: 1, content: { html, files: [asFile(attached)] } })
  const remaining = async () => {
    t.clock.advance(2 * day)
    await removeUnusedUploads(t.db, t.files.media, t.clock.now())
    const rows = await t.db
      .selectFrom('media')
      .select('id')
      .where('id', 'in', [attached.id, inline.id, dropped.id, foreign.id])
      .orderBy('id')
      .execute()
    return rows.map(({ id }) => id)
  }
  expect(await remaining()).toEqual([attached.id, inline.id])
  await (await t.as(ana)).del(draftPath(reply(c)))
  expect(await remaining(), 'restorable').toEqual([attached.id, inline.id])
  t.clock.advance(31 * day)
  await purgeDrafts(t.db, t.clock.now())
  expect(await remaining()).toEqual([])
})

test('the number and size of drafts are limited, and saving does not count as a write', async () => {
  const agent = await t.make.agent({ permissions: t.make.allPermissions })
  const c = await t.make.conversation()
  await sql`insert into drafts (agent_id, key, revision, created_at, updated_at, content)
    select ${agent.id}, 'x.' || n, 1, now(), now(), '{}' from generate_series(1, ${maxDrafts}) n`.execute(
    t.db,
  )
  expect(await save(agent, reply(c), { base_revision: 0, content: text('One more') })).toMatchObject({
    status: 409,
    body: { data: null },
  })
  const huge = { html: 'x'.repeat(1_000_001) }
  expect((await save(ana, reply(c), { base_revision: 0, content: huge })).status).toBe(400)
  const saved = await save(ana, reply(c), { base_revision: 0, content: text('Short') })
  expect(saved.headers).not.toHaveProperty('ratelimit-remaining')
})

test('drafts and their versions take limited space, and keeping versions counts as a write', async () => {
  const agent = await t.make.agent({ permissions: t.make.allPermissions })
  const browser = await t.as(agent)
  const newKey = () => `new.${randomUUID()}`
  const incompressible = randomBytes(500_000).toString('hex')
  const firstKey = newKey()
  const kept = await browser.post(`${draftPath(firstKey)}/versions`, { content: text('first') })
  expect(kept.headers).toHaveProperty('ratelimit-remaining')
  await sql`
    insert into draft_versions (draft_id, saved_at, content)
    select d.id, now(), jsonb_build_object('html', repeat(${incompressible}, 20))
    from drafts d, generate_series(1, 3) where d.agent_id = ${agent.id} and d.key = ${firstKey}`.execute(t.db)
  await browser.post(`${draftPath(newKey())}/versions`, { content: text('last') })
  const { rows } = await sql<{ bytes: number; texts: string[] }>`
    select sum(pg_column_size(v.content))::bigint as bytes, array_agg(left(v.content->>'html', 20) order by v.id desc) as texts
    from draft_versions v join drafts d on d.id = v.draft_id where d.agent_id = ${agent.id}`.execute(t.db)
  expect(rows[0]?.bytes).toBeLessThanOrEqual(maxDraftVersionBytes)
  expect(rows[0]?.bytes).toBeGreaterThan(maxDraftVersionBytes / 2)
  expect(rows[0]?.texts[0]).toBe('<p>last</p>')

  const other = await t.make.agent({ permissions: t.make.allPermissions })
  await sql`
    insert into drafts (agent_id, key, revision, created_at, updated_at, content)
    select ${other.id}, 'x.' || n, 1, now(), now(), jsonb_build_object('html', repeat(${incompressible}, 55))
    from generate_series(1, 2) n`.execute(t.db)
  const large = { html: incompressible.slice(0, 200_000) }
  expect((await save(other, newKey(), { base_revision: 0, content: large })).status).toBe(409)
  expect((await save(other, newKey(), { base_revision: 0, content: text('Short') })).status).toBe(409)
  await sql`delete from drafts where agent_id = ${other.id} and key = 'x.1'`.execute(t.db)
  expect((await save(other, newKey(), { base_revision: 0, content: large })).status).toBe(200)
})

test('a key must name a conversation or a new one', async () => {
  const c = await t.make.conversation()
  for (const key of ['reply', `Reply.${c.uuid}`, `reply.${c.uuid}x`, 'new.1', 'note.'])
    expect([key, (await save(ana, key, { base_revision: 0, content: text('x') })).status]).toEqual([key, 400])
})

test('the list of drafts has each conversation once, the last edited first, and nobody else’s', async () => {
  const agent = await t.make.agent({ permissions: t.make.allPermissions })
  const [first, second, foreign] = [
    await t.make.conversation(),
    await t.make.conversation(),
    await t.make.conversation(),
  ]
  for (const [author, key] of [
    [agent, reply(first)],
    [agent, reply(second)],
    [agent, `note.${first.uuid}`],
    [ana, reply(foreign)],
    [agent, 'new'],
  ] as const) {
    t.clock.advance(1000)
    await save(author, key, { base_revision: 0, content: text('Draft') })
  }
  const list = async () =>
    (await (await t.as(agent)).get('/api/v1/conversations/drafts')).body.data.results.map(
      ({ uuid }: { uuid: string }) => uuid,
    )
  expect(await list()).toEqual([first.uuid, second.uuid])
  await (await t.as(agent)).del(draftPath(`note.${first.uuid}`))
  expect(await list()).toEqual([second.uuid, first.uuid])
  await t.db
    .updateTable('conversations')
    .set({ deleted_at: t.clock.now() })
    .where('id', '=', second.id)
    .execute()
  expect(await list()).toEqual([first.uuid])
})

test('a text that is deleted at once can be restored, the rest of one deleted letter by letter is not kept', async () => {
  const c = await t.make.conversation()
  const key = reply(c)
  const long = text('Thank you for your patience')
  await save(ana, key, { base_revision: 0, content: long })
  expect((await save(ana, key, { base_revision: 1, content: { html: '' } })).body.data.content).toBeNull()
  expect(await versions(ana, key)).toEqual([long.html])
  await save(ana, key, { base_revision: 2, content: text('Th') })
  await save(ana, key, { base_revision: 3, content: { html: '' } })
  expect(await versions(ana, key)).toEqual([long.html])
})
