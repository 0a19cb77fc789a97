import { safeImageUrl } from '@parley/contract/shared/image-url'
import { htmlToText } from '@parley/mail/html/html-to-text'
import { sanitiseAuthored } from '@parley/mail/sanitise/sanitise-authored'
import { invalid } from '../http/errors.ts'
import { ownOrigins } from '../http/pages/own-origins.ts'
import { runInThread, ThreadFailed } from '../run-in-thread.ts'

/** `content` is sanitised; `text_content` is the same without markup. */
export type AuthoredHtml = { content: string; text_content: string }
/** `own_origins` of this process; passed along because a worker thread does not have them. */
export type AuthoredJob = { html: string; mentions: boolean; own_origins?: readonly string[] }

/** Cleaned on the main thread, in at most about 20 ms. Longer or richer HTML goes to a worker thread. */
const inlineLimits = { characters: 50_000, tags: 2_000 }
/** More than a long table has; a worker thread needs about a second. */
const maxTags = 20_000

const threadOptions = { name: 'authored HTML', time_ms: 10_000, memory_mb: 256 }

/**
 * Sanitises HTML written by agents, of any length that the contract allows, without blocking other requests. `path`
 * is the field that errors refer to. Call it before the transaction starts, which would otherwise hold its locks in
 * the meantime.
 */
export async function cleanAuthored(
  html: string,
  path: string,
  { mentions = true } = {},
): Promise<AuthoredHtml> {
  const tags = countTags(html)
  if (tags > maxTags) throw tooManyTagsError(path, maxTags)
  const job: AuthoredJob = { html, mentions, own_origins: ownOrigins() }
  if (html.length <= inlineLimits.characters && tags <= inlineLimits.tags) return cleanWithoutLimits(job)
  return runSerially(() =>
    runInThread<AuthoredJob, AuthoredHtml>(new URL('./clean-worker.ts', import.meta.url), job, threadOptions),
  ).catch((error) => {
    throw error instanceof ThreadFailed ? invalid(path, 'This text is too complex. Shorten it') : error
  })
}

/** Synchronous, for short texts such as those of macros, rules and contact notes. */
export function cleanAuthoredSync(html: string, path: string, { mentions = true } = {}): AuthoredHtml {
  if (countTags(html) > inlineLimits.tags) throw tooManyTagsError(path, inlineLimits.tags)
  if (html.length > 2 * inlineLimits.characters)
    throw invalid(
      path,
      `This text has more than ${(2 * inlineLimits.characters).toLocaleString('en')} characters. Shorten it`,
    )
  return cleanWithoutLimits({ html, mentions })
}

export function cleanWithoutLimits({
  html,
  mentions,
  own_origins = ownOrigins(),
}: AuthoredJob): AuthoredHtml {
  const resolveImage = (address: string) => safeImageUrl(address, own_origins)
  const content = sanitiseAuthored(html, { keep_mentions: mentions, resolveImage })
  return { content, text_content: htmlToText(content) }
}

/** An upper bound of the nodes that a parser opens. Counting takes a millisecond for 2 MB, parsing takes seconds. */
function countTags(html: string): number {
  let count = 0
  for (let index = html.indexOf('<'); index >= 0 && count <= maxTags; index = html.indexOf('<', index + 1))
    count++
  return count
}

const tooManyTagsError = (path: string, max: number) =>
  invalid(
    path,
    `This text has more than ${max.toLocaleString('en')} HTML tags. Shorten it, or attach it as a file`,
  )

/** One worker thread at a time: many large texts in parallel would load the machine as much as one that blocks. */
let lastRun: Promise<unknown> = Promise.resolve()
function runSerially<T>(work: () => Promise<T>): Promise<T> {
  const result = lastRun.then(work)
  lastRun = result.catch(() => {})
  return result
}
