import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { classifyMail } from '@parley/mail/classify'
import { parseMail } from '@parley/mail/parse/parse-mail'
import type { Compare } from '../comparison.ts'
import { bareId } from './normalise.ts'

type Expect = {
  label: string
  subtype?: string | null
  structuredDsn?: boolean
  finalRecipients?: string[]
  statusCodes?: string[]
  originalMessageId?: string
  hardBounce?: boolean
  suppressAutoReply?: boolean
  hard?: boolean
}

/**
 * The label decides. A case marked `hard` has no marker in its headers and only counts towards a metric. For a
 * structured report, the recipients and status codes must match too. Everything else is reported as a metric.
 */
export const compare: Compare = async (mailCase, folder) => {
  const mail = await parseMail(await readFile(join(folder, mailCase.file ?? '')))
  const expect = mailCase.expect as Expect // the manifest's format, see the README of the data set
  const actual = classifyMail(mail)
  const recipients = actual.bounce?.recipients ?? []
  const label = actual.kind === expect.label
  const reasons = label
    ? []
    : [`label: expected ${expect.label}, got ${actual.kind} (subject ${JSON.stringify(mail.subject)})`]
  const figures: Record<string, boolean> = {
    [expect.hard ? 'labels without a header marker' : 'labels']: label,
  }
  if (expect.structuredDsn) {
    const wrong = [
      ...compareSets(
        'recipients',
        expect.finalRecipients,
        recipients.map(({ address }) => address),
      ),
      ...compareStatusCodes(
        expect.statusCodes,
        recipients.flatMap(({ status }) => status ?? []),
      ),
    ]
    reasons.push(...wrong)
    figures['structured reports'] = wrong.length === 0 && actual.bounce?.structured === true
  } else if (expect.statusCodes) {
    figures['status in prose'] =
      compareSets(
        '',
        expect.statusCodes,
        recipients.flatMap(({ status }) => status ?? []),
      ).length === 0
  }
  if (expect.subtype !== undefined) figures.subtypes = actual.subtype === expect.subtype
  if (expect.originalMessageId)
    figures['original message ids'] = actual.bounce?.original_message_id === bareId(expect.originalMessageId)
  if (expect.hardBounce !== undefined) figures['hard or soft'] = actual.bounce?.hard === expect.hardBounce
  if (expect.suppressAutoReply !== undefined)
    figures['automatic answers suppressed'] = actual.suppress_auto_reply === expect.suppressAutoReply
  return {
    ok: (label || expect.hard === true) && reasons.length === (label ? 0 : 1),
    reasons,
    metrics: figures,
  }
}

/**
 * `statusCodes` lists the codes of the report itself and those that the data set's source read from prose. Each code
 * we find must be among them.
 */
function compareStatusCodes(expected: string[] | undefined, actual: string[]): string[] {
  if (expected === undefined) return []
  const isRight = actual.length > 0 && actual.every((status) => expected.includes(status))
  return isRight ? [] : [`status: expected ${expected}, got ${actual}`]
}

function compareSets(what: string, expected: string[] | undefined, actual: string[]): string[] {
  if (expected === undefined) return []
  const [want, have] = [expected, actual].map((list) =>
    [...new Set(list.map((item) => item.toLowerCase()))].toSorted().join(', '),
  )
  return want === have ? [] : [`${what}: expected ${want}, got ${have}`]
}
