import { randomBytes } from 'node:crypto'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { queueBackfill } from '../../backfills/read-backfills.ts'
import { runBackfills } from '../../backfills/run-backfills.ts'
import { startSandbox } from '../../sandbox/sandbox.ts'
import { SandboxError, type SandboxErrorReason } from '../../sandbox/sandbox-error.ts'
import { extractFileTexts, type FileTextDeps } from '../../search-index/extract-file-texts.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { createDocx, createOdt, createPdf, createPptx, createXlsx } from '../../testing/sample-documents.ts'
import { purgeTrash } from '../email/ledger/purge-trash.ts'
import { insertMedia, storeMedia } from '../media/store-media.ts'
import { insertText, mara, messages, path, setUpSearch, t } from './search-suite.ts'

setUpSearch()

const deps = (overrides: Partial<FileTextDeps> = {}): FileTextDeps => ({
  ...t,
  media: t.files.media,
  ...overrides,
})
/** All that is due, including everything from before. */
async function extractAll(overrides: Partial<FileTextDeps> = {}, older_files = 0) {
  while ((await extractFileTexts(deps(overrides), { ms: 60_000, older_files })) === 'more');
}

/** A message with this file, like one that arrived by email. */
async function carry(
  bytes: Uint8Array | string,
  filename: string,
  { text = 'See the file', conversation }: { text?: string; conversation?: ConversationRow } = {},
) {
  const c = conversation ?? (await t.make.conversation())
  const { message } = await insertText(c, text)
  const stored = await storeMedia(t.files.media, Buffer.from(bytes), 'application/octet-stream')
  const media = await t.act(t.system, (tx) =>
    insertMedia(tx, stored, {
      filename,
      disposition: 'attachment',
      model_type: 'messages',
      message_id: message.id,
    }),
  )
  return { c, message, media, content_hash: stored.content_hash }
}

type Pieces = { text: string; hit: boolean }[]
const mark = (pieces: Pieces) => pieces.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('')
/** For each message that is found, its files with their passages. */
async function fileMatches(query: string, actor = mara): Promise<string[][]> {
  // The clock advances past the end of a session.
  const { body } = await (await t.as(actor)).get(path('messages', query))
  return body.data.results.map((row: { file_matches: { filename: Pieces; excerpt: Pieces }[] }) =>
    row.file_matches.map(({ filename, excerpt }) => `${mark(filename)}: ${mark(excerpt)}`),
  )
}
const queued = () => t.db.selectFrom('file_text_queue').selectAll().execute()
const outcomeOf = (content_hash: Buffer) =>
  t.db
    .selectFrom('file_texts')
    .select(['text', 'failure'])
    .where('content_hash', '=', content_hash)
    .executeTakeFirst()

const failingWith = (reason: SandboxErrorReason) => ({
  sandbox: { run: vi.fn().mockRejectedValue(new SandboxError(reason, 'for the test')) },
})

describe('the text of a file', () => {
  test.each([
    ['report.pdf', () => createPdf(['Quarterly figures of the axolotl'])],
    ['report.docx', () => createDocx(['Quarterly figures of the axolotl'])],
    ['report.xlsx', () => createXlsx([['Quarterly figures of the axolotl', 4711]])],
    ['report.pptx', () => createPptx(['Quarterly figures of the axolotl'])],
    ['report.odt', () => createOdt(['Quarterly figures of the axolotl'])],
    ['report.csv', () => 'Quarterly figures of the axolotl'],
    ['report.html', () => '<p>Quarterly figures of the <b>axolotl</b></p>'],
  ])('of %s is found, and shown with its hits', async (filename, create) => {
    const { c } = await carry(create(), filename)
    await extractAll()
    const [line] = (await fileMatches('axolotl quarterly')).flat()
    expect(line).toMatch(/^report\.\w+: \[Quarterly\] figures of the \[axolotl\]/)
    await t.db.deleteFrom('conversations').where('id', '=', c.id).execute()
  })

  test('is found together with words of the message, by phrase, and excluded by a minus', async () => {
    await carry(createPdf(['The pangolin contract ends in May']), 'contract.pdf', {
      text: 'from the zookeeper',
    })
    await extractAll()
    expect(await fileMatches('pangolin zookeeper')).toEqual([
      ['contract.pdf: The [pangolin] contract ends in May'],
    ])
    expect(await fileMatches('"pangolin contract"')).toEqual([
      ['contract.pdf: The [pangolin contract] ends in May'],
    ])
    expect(await fileMatches('"contract pangolin"')).toEqual([])
    expect(await messages('zookeeper -pangolin')).toEqual([])
    expect(await messages('zookeeper -"pangolin contract"')).toEqual([])
    expect(await messages('zookeeper -"contract pangolin"')).toHaveLength(1)
  })

  test('in a language without spaces is found by any part', async () => {
    await carry(createDocx(['返金をお願いします。至急返金希望']), '依頼.docx')
    await extractAll()
    expect(await fileMatches('お願いします')).toEqual([['依頼.docx: 返金を[お願いします]。至急返金希望']])
    expect(await fileMatches('願い返金')).toEqual([])
  })

  test('is shown only for files that say more than the message', async () => {
    await carry(createPdf(['A wallaby, and nothing else']), 'a.pdf', {
      text: 'The wallaby and the bandicoot',
    })
    await extractAll()
    expect(await fileMatches('wallaby bandicoot')).toEqual([[]])
    expect(await fileMatches('wallaby')).toEqual([['a.pdf: A [wallaby], and nothing else']])
  })

  test('is not found before it is extracted, and at most three files are shown', async () => {
    const { message } = await carry('an ocelot, alone', 'one.txt')
    for (const name of ['two.txt', 'three.txt', 'four.txt']) {
      const stored = await storeMedia(t.files.media, Buffer.from(`an ocelot in ${name}`), 'text/plain')
      await t.act(t.system, (tx) =>
        insertMedia(tx, stored, {
          ...{ filename: name, disposition: 'attachment' as const, model_type: 'messages' as const },
          message_id: message.id,
        }),
      )
    }
    expect(await fileMatches('ocelot')).toEqual([])
    await extractAll()
    expect((await fileMatches('ocelot'))[0]).toHaveLength(3)
  })
})

describe('visibility is that of the message:', () => {
  test('inboxes, the trash, and held replies', async () => {
    const inbox = await t.make.inbox()
    const conversation = await t.make.conversation({ inbox_id: inbox.id })
    const limited = await t.make.agent({ permissions: ['messages:read', 'conversations:read_assigned'] })
    const { message } = await carry('a secret numbat', 'secret.txt', { conversation })
    await extractAll()
    expect(await fileMatches('numbat')).toHaveLength(1)
    expect(await fileMatches('numbat', limited)).toEqual([])

    await t.db
      .updateTable('messages')
      .set({ held_until: new Date(t.clock.now().getTime() + 1000) })
      .where('id', '=', message.id)
      .execute()
    expect(await fileMatches('numbat')).toEqual([])
    await t.db.updateTable('messages').set({ held_until: null }).where('id', '=', message.id).execute()

    await t.db
      .updateTable('conversations')
      .set({ deleted_at: t.clock.now(), trash_reason: 'deleted' })
      .where('id', '=', conversation.id)
      .execute()
    expect(await fileMatches('numbat')).toEqual([])
  })

  test('the text goes with the last message that carries the file', async () => {
    const first = await carry('the same quoll', 'one.txt')
    const second = await carry('the same quoll', 'two.txt')
    await extractAll()
    expect(await fileMatches('quoll')).toHaveLength(2)
    const empty = async (c: { id: number }) => {
      await t.db
        .updateTable('conversations')
        .set({ deleted_at: t.clock.now(), trash_reason: 'deleted' })
        .where('id', '=', c.id)
        .execute()
      t.clock.advance(31 * 86_400_000)
      await purgeTrash(t, t.clock.now())
    }
    await empty(first.c)
    expect(await fileMatches('quoll')).toHaveLength(1)
    expect(await outcomeOf(first.content_hash)).toBeDefined()
    await empty(second.c)
    expect(await outcomeOf(first.content_hash)).toBeUndefined()
  })

  test('the text goes when the last two messages are deleted at the same time', async () => {
    const first = await carry('twin dunnarts', 'one.txt')
    const second = await carry('twin dunnarts', 'two.txt')
    await extractAll()
    const [a, b] = await Promise.all([t.pool.connect(), t.pool.connect()])
    await Promise.all([a.query('begin'), b.query('begin')])
    await a.query('delete from conversations where id = $1', [first.c.id])
    // Waits for the first.
    const deleted = b.query('delete from conversations where id = $1', [second.c.id])
    await a.query('commit')
    await deleted
    await b.query('commit')
    a.release()
    b.release()
    expect(await outcomeOf(first.content_hash)).toBeUndefined()
  })

  test('a file that is removed while it is read leaves no text', async () => {
    const { c, content_hash } = await carry('a fleeting bilby', 'gone.txt')
    const sandbox = {
      run: vi.fn(async () => {
        await t.db.deleteFrom('conversations').where('id', '=', c.id).execute()
        return { text: 'a fleeting bilby', keys: [1] }
      }),
    }
    await extractAll({ sandbox: sandbox as unknown as FileTextDeps['sandbox'] })
    expect(await outcomeOf(content_hash)).toBeUndefined()
    expect(await queued()).toEqual([])
  })
})

describe('extraction', () => {
  test('reads identical files once, and those of later messages without reading them', async () => {
    const run = vi.spyOn(t.sandbox, 'run')
    onTestFinished(() => run.mockRestore())
    await carry('an echidna', 'one.txt')
    await carry('an echidna', 'two.txt')
    await extractAll()
    await carry('an echidna', 'three.txt')
    await extractAll()
    expect(run).toHaveBeenCalledOnce()
    expect(await fileMatches('echidna')).toHaveLength(3)
  })

  test('leaves images, archives and files of no message alone', async () => {
    const run = vi.spyOn(t.sandbox, 'run')
    onTestFinished(() => run.mockRestore())
    await carry('PK archive', 'archive.zip')
    const stored = await storeMedia(t.files.media, Buffer.from('an upload'), 'text/plain')
    await t.act(t.system, (tx) =>
      insertMedia(tx, stored, { filename: 'a.txt', disposition: 'attachment', model_type: 'messages' }),
    )
    await extractAll()
    expect(run).not.toHaveBeenCalled()
    expect(await queued()).toEqual([])
  })

  test('of a broken file fails once, with its reason, and the next file is read', async () => {
    const { content_hash } = await carry('%PDF-1.4 nothing', 'broken.pdf')
    await carry('a springhare', 'good.txt')
    await extractAll()
    expect(await outcomeOf(content_hash)).toMatchObject({
      text: null,
      failure: expect.stringContaining("rejected: The PDF can't be opened"),
    })
    expect(await queued()).toEqual([])
    expect(await fileMatches('springhare')).toHaveLength(1)
    const run = vi.spyOn(t.sandbox, 'run')
    onTestFinished(() => run.mockRestore())
    await carry('%PDF-1.4 nothing', 'again.pdf')
    await extractAll()
    expect(run).not.toHaveBeenCalled()
  })

  test('continues with the same file after a crash in the middle, and gives it up after five', async () => {
    const { content_hash, media } = await carry('a deadly pichi', 'deadly.txt')
    // The server dies: nothing after the claim happens.
    const crash = { sandbox: { run: vi.fn(() => new Promise<never>(() => {})) } }
    for (let n = 1; n <= 5; n++) {
      void extractFileTexts(deps(crash), { ms: 0, older_files: 0 })
      await expect.poll(queued).toMatchObject([{ media_id: media.id, attempts: n }])
      await expect.poll(() => crash.sandbox.run.mock.calls.length).toBe(n)
      // Not repeated before its lease ends.
      await extractAll(crash)
      expect(crash.sandbox.run).toHaveBeenCalledTimes(n)
      t.clock.advance(3_600_000)
    }
    await extractAll()
    expect(await outcomeOf(content_hash)).toMatchObject({ failure: 'crashed: 5 attempts did not end' })
    expect(await queued()).toEqual([])
  })

  test('is interrupted by a stop without counting it, and starts over', async () => {
    await carry('a patient tenrec', 'patient.txt')
    const stopping = startSandbox(t.log)
    await stopping.stop()
    expect(await extractFileTexts(deps({ sandbox: stopping }), { ms: 60_000, older_files: 0 })).toBe('done')
    expect(await queued()).toMatchObject([{ attempts: 0 }])
    await extractAll()
    expect(await fileMatches('tenrec')).toHaveLength(1)
  })

  test('that fails for another reason than the file is tried again later', async () => {
    await carry('a lucky solenodon', 'lucky.txt')
    await extractAll(failingWith('unavailable'))
    expect(await queued()).toMatchObject([{ attempts: 1 }])
    t.clock.advance(120_000)
    await extractAll()
    expect(await fileMatches('solenodon')).toHaveLength(1)
  })

  test('of a missing file fails', async () => {
    const { media } = await carry('something', 'missing.txt')
    const content_hash = randomBytes(32)
    await t.db.updateTable('media').set({ content_hash }).where('id', '=', media.id).execute()
    await extractAll()
    expect(await outcomeOf(content_hash)).toMatchObject({ failure: 'missing: There is no such file' })
  })

  test('of files from before waits until their messages are indexed', async () => {
    const { media, content_hash } = await carry('a waiting degu', 'waiting.txt')
    await t.db.deleteFrom('file_text_queue').execute()
    await t.db
      .updateTable('search_progress')
      .set({ below: media.id + 1 })
      .where('kind', '=', 'file_texts')
      .execute()
    await queueBackfill(t.db, 'search_messages')
    await extractAll({}, 10)
    expect(await outcomeOf(content_hash)).toBeUndefined()
    await runBackfills(t, { ms: 60_000 })
    await extractAll({}, 1)
    expect(await outcomeOf(content_hash)).toBeDefined()
  })

  test('adds files from before newest first, a few at a time, when nothing newer waits', async () => {
    const older = await carry('an old galago', 'older.txt')
    const newer = await carry('an old galago too', 'newer.txt')
    await t.db.deleteFrom('file_text_queue').execute()
    await t.db
      .updateTable('search_progress')
      .set({ below: newer.media.id + 1 })
      .where('kind', '=', 'file_texts')
      .execute()
    await extractFileTexts(deps(), { ms: 60_000, older_files: 1 })
    expect(await fileMatches('galago')).toHaveLength(1)
    expect(await outcomeOf(newer.content_hash)).toBeDefined()
    await extractFileTexts(deps(), { ms: 60_000, older_files: 1 })
    expect(await fileMatches('galago')).toHaveLength(2)
    expect(await outcomeOf(older.content_hash)).toBeDefined()
    await extractAll({}, 100)
    const { below } = await t.db
      .selectFrom('search_progress')
      .select('below')
      .where('kind', '=', 'file_texts')
      .executeTakeFirstOrThrow()
    expect(below).toBeLessThanOrEqual(older.media.id)
  })
})
