import type { FoundMessage } from '@parley/contract/search/search'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { isListedFile } from '../../search-index/index-files.ts'
import { keysOfWord } from '../../search-index/index-keys.ts'
import type { TextTerm } from './criteria/resolve-criteria.ts'
import { containsPhrase, makeExcerpt, markHits } from './snippet.ts'

type FileMatch = FoundMessage['file_matches'][number]

/** Files shown per message. */
const maxFiles = 3
/** Texts of 100 kB that are in memory at the same time. */
const textsPerStatement = 20

const containsKeys = (keys: readonly number[]): RawBuilder<boolean> => sql`t.keys @> ${[...keys]}::integer[]`
const keysOf = ({ words }: TextTerm) => words.flatMap((word) => keysOfWord(word))

/** Each word, and each phrase, as a term of its own. */
const toSingleTerms = (terms: readonly TextTerm[]): TextTerm[] =>
  terms
    .filter(({ not }) => !not)
    .flatMap((term) =>
      term.phrase ? [term] : term.words.map((word) => ({ words: [word], phrase: false, not: false })),
    )

/**
 * The files of messages whose text contains words of the query, with the passage: those with most of the words. A file
 * is left out if it only repeats a part of what the message says itself.
 */
export async function findFileMatches(
  db: Db,
  messages: readonly { id: number; text_content: string }[],
  terms: readonly TextTerm[],
): Promise<Map<number, FileMatch[]>> {
  const singleTerms = toSingleTerms(terms)
  const result = new Map<number, FileMatch[]>()
  if (singleTerms.length === 0 || messages.length === 0) return result
  const hits = sql<boolean[]>`array[${sql.join(singleTerms.map((term) => containsKeys(keysOf(term))))}]`
  const { rows } = await sql<{
    message_id: number
    uuid: string
    filename: string
    hits: boolean[]
    text: string
  }>`
    select message_id, uuid, filename, hits, text from (
      select counted.*, rank() over (partition by message_id order by count desc) as count_rank,
        row_number() over (partition by message_id order by count desc, filename, id) as ord
      from (
        select f.id, f.message_id, f.uuid, f.filename, t.text, k.hits, cardinality(array_positions(k.hits, true)) as count
        from media f join file_texts t on t.content_hash = f.content_hash
        cross join lateral (select ${hits} as hits offset 0) k
        where f.message_id = any(${messages.map(({ id }) => id)}) and t.text is not null and ${isListedFile}) counted
      where count > 0) ranked
    where count_rank = 1 and ord <= ${maxFiles} order by message_id, ord`.execute(db)
  const textOf = new Map(messages.map(({ id, text_content }) => [id, text_content]))
  for (const { message_id, uuid, filename, hits, text } of rows) {
    const messageText = textOf.get(message_id) ?? ''
    const isPartial = hits.includes(false)
    if (isPartial && singleTerms.every((term, n) => !hits[n] || hasHit(messageText, term))) continue
    const excerpt = makeExcerpt(text, terms)
    if (excerpt.length === 0) continue
    const match = { uuid, filename: markHits(filename, terms), excerpt }
    result.set(message_id, [...(result.get(message_id) ?? []), match])
  }
  return result
}

const hasHit = (text: string, term: TextTerm) => makeExcerpt(text, [term]).length > 0

/** For each message, the terms that one of its files contains exactly. Only for terms that the index can't decide. */
export async function findTermsInFiles(
  db: Db,
  message_ids: readonly number[],
  terms: readonly TextTerm[],
): Promise<Map<number, Set<TextTerm>>> {
  const mayContain = sql.join(
    terms.map((term) => containsKeys(keysOf(term))),
    sql` or `,
  )
  const { rows: candidates } = await sql<{ message_id: number; content_hash: Buffer }>`
    select f.message_id, f.content_hash from media f join file_texts t on t.content_hash = f.content_hash
    where f.message_id = any(${[...message_ids]}) and t.text is not null and ${isListedFile} and (${mayContain})`.execute(
    db,
  )
  const hashes = new Map(candidates.map(({ content_hash }) => [content_hash.toString('hex'), content_hash]))
  const termsByHash = await checkTexts(db, [...hashes.values()], terms)
  const result = new Map<number, Set<TextTerm>>()
  for (const { message_id, content_hash } of candidates) {
    const matching = termsByHash.get(content_hash.toString('hex')) ?? []
    result.set(message_id, new Set([...(result.get(message_id) ?? []), ...matching]))
  }
  return result
}

async function checkTexts(db: Db, hashes: readonly Buffer[], terms: readonly TextTerm[]) {
  const result = new Map<string, TextTerm[]>()
  for (let n = 0; n < hashes.length; n += textsPerStatement) {
    const { rows } = await sql<{ content_hash: Buffer; text: string }>`
      select content_hash, text from file_texts
      where content_hash = any(${hashes.slice(n, n + textsPerStatement)}) and text is not null`.execute(db)
    for (const { content_hash, text } of rows)
      result.set(
        content_hash.toString('hex'),
        terms.filter(({ words }) => containsPhrase(text, words)),
      )
  }
  return result
}
