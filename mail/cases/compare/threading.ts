import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseMail } from '@parley/mail/parse/parse-mail'
import { groupMails } from '@parley/mail/threading'
import type { Compare } from '../comparison.ts'

type Expect = { conversations: string[][]; acceptableConversations?: string[][][] }

/**
 * A `core` case must give the expected partition (or one that is stated as acceptable); in the other levels no mail may
 * be lost or counted twice and nothing may throw, and the partition is reported.
 */
export const compare: Compare = async (mailCase, folder) => {
  const files = mailCase.files ?? []
  const mails = await Promise.all(files.map(async (file) => parseMail(await readFile(join(folder, file)))))
  const got = groupMails(mails).map((group) => group.map((position) => basename(files[position] ?? '')))
  const expect = mailCase.expect as Expect // the manifest's own format, see README of the set
  const acceptable = [expect.conversations, ...(expect.acceptableConversations ?? [])]
  const isExpected = acceptable.some((partition) => canonical(partition) === canonical(got))
  const lost =
    canonical([got.flat()]) === canonical([files.map((file) => basename(file))])
      ? []
      : ['mails lost or doubled']
  const wrong = isExpected ? [] : [`expected ${canonical(expect.conversations)}, got ${canonical(got)}`]
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
