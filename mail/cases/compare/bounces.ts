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
 * The label decides (a case marked `hard` has no marker in its headers and is only counted); for a structured report
 * also its recipients and status codes. The rest is reported.
 */
export const compare: Compare = async (mailCase, folder) => {
  const mail = await parseMail(await readFile(join(folder, mailCase.file ?? '')))
  const expect = mailCase.expect as Expect // the manifest's own format, see README of the set
  const got = classifyMail(mail)
  const recipients = got.bounce?.recipients ?? []
  const label = got.kind === expect.label
  const reasons = label
    ? []
    : [`label: expected ${expect.label}, got ${got.kind} (subject ${JSON.stringify(mail.subject)})`]
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
    figures['structured reports'] = wrong.length === 0 && got.bounce?.structured === true
  } else if (expect.statusCodes) {
    figures['status in prose'] =
      compareSets(
        '',
        expect.statusCodes,
        recipients.flatMap(({ status }) => status ?? []),
      ).length === 0
  }
  if (expect.subtype !== undefined) figures.subtypes = got.subtype === expect.subtype
  if (expect.originalMessageId)
    figures['original message ids'] = got.bounce?.original_message_id === bareId(expect.originalMessageId)
  if (expect.hardBounce !== undefined) figures['hard or soft'] = got.bounce?.hard === expect.hardBounce
  if (expect.suppressAutoReply !== undefined)
    figures['automatic answers suppressed'] = got.suppress_auto_reply === expect.suppressAutoReply
  return {
    ok: (label || expect.hard === true) && reasons.length === (label ? 0 : 1),
    reasons,
    metrics: figures,
  }
}

/** `statusCodes` holds the report's own codes and those that its source read in prose: each of ours must be among them. */
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
