import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseMail } from '@parley/mail/parse/parse-mail'
import { groupMails } from '@parley/mail/threading'
import type { Compare } from '../comparison.ts'

type Expect = { conversations: string[][]; acceptableConversations?: string[][][] }

/**
 * A `core` case must produce the expected partition, or one listed as acceptable. On other levels no mail may be lost
 * or duplicated and nothing may throw; the partition only counts towards a metric.
 */
export const compare: Compare = async (mailCase, folder) => {
  const files = mailCase.files ?? []
  const mails = await Promise.all(files.map(async (file) => parseMail(await readFile(join(folder, file)))))
  const actual = groupMails(mails).map((group) => group.map((position) => basename(files[position] ?? '')))
  const expect = mailCase.expect as Expect // the manifest's format, see the README of the data set
  const acceptable = [expect.conversations, ...(expect.acceptableConversations ?? [])]
  const isExpected = acceptable.some((partition) => canonical(partition) === canonical(actual))
  const lost =
    canonical([actual.flat()]) === canonical([files.map((file) => basename(file))])
      ? []
      : ['mails lost or duplicated']
  const wrong = isExpected ? [] : [`expected ${canonical(expect.conversations)}, got ${canonical(actual)}`]
  const reasons = mailCase.level === 'core' ? [...lost, ...wrong] : lost
  return {
    ok: reasons.length === 0,
    reasons,
    metrics: { [`partition of ${mailCase.level} as expected`]: isExpected },
  }
}

const canonical = (partition: string[][]): string =>
  JSON.stringify(
    partition.map((group) => group.toSorted()).toSorted((a, b) => (a.join() < b.join() ? -1 : 1)),
  )
