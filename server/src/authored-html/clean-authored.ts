import { safeImageUrl } from '@parley/contract/shared/image-url'
import { htmlToText } from '@parley/mail/html/html-to-text'
import { sanitiseAuthored } from '@parley/mail/sanitise/sanitise-authored'
import { invalid } from '../http/errors.ts'
import { ownOrigins } from '../http/pages/own-origins.ts'
import { runInThread, ThreadFailed } from '../run-in-thread.ts'

/** Sanitised, and what it says without markup. */
export type AuthoredHtml = { content: string; text_content: string }
/** `own_origins` are this process's; a thread is told them, for it knows none. */
export type AuthoredJob = { html: string; mentions: boolean; own_origins?: readonly string[] }

/** Cleaned right away, in some 20 ms at most. Longer or richer HTML goes to a thread. */
const inlineLimits = { characters: 50_000, tags: 2_000 }
/** More than a long table has. In a thread it takes about a second. */
const maxTags = 20_000

const threadOptions = { name: 'authored HTML', time_ms: 10_000, memory_mb: 256 }

/**
 * Cleans what an agent wrote, of any length that the contract allows, without holding up other requests. `path` is the field that is
 * named when it is refused. To be called before the transaction begins, which would hold its locks meanwhile.
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

/** The same at once, for short texts such as those of macros, rules and notes about contacts. */
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
  const picture = (address: string) => safeImageUrl(address, own_origins)
  const content = sanitiseAuthored(html, { keep_mentions: mentions, resolveImage: picture })
  return { content, text_content: htmlToText(content) }
}

/** At least as many as a parser finds nodes to open: counting takes a millisecond for 2 MB, parsing seconds. */
function countTags(html: string): number {
  let count = 0
  for (let at = html.indexOf('<'); at >= 0 && count <= maxTags; at = html.indexOf('<', at + 1)) count++
  return count
}

const tooManyTagsError = (path: string, most: number) =>
  invalid(
    path,
    `This text has more than ${most.toLocaleString('en')} HTML tags. Shorten it, or attach it as a file`,
  )

/** One thread at a time: many large texts at once would be as much of a load as one that blocks. */
let lastRun: Promise<unknown> = Promise.resolve()
function runSerially<T>(work: () => Promise<T>): Promise<T> {
  const result = lastRun.then(work)
  lastRun = result.catch(() => {})
  return result
}
